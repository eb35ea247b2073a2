import type { Kysely, KyselyPlugin, RootOperationNode, Transaction } from 'kysely'
import { AppError } from '#contract/common/errors.ts'
import { everything, type NotedChanges, readNotedChanges } from '#server/platform/cache/changes.ts'
import { transact } from './database.ts'
import type { Tables } from './tables.ts'

type StatementKind = 'read' | 'write' | 'unknown'

/** Statements with a `with` are unknown: their row count says nothing about writes in there. */
function statementKind(node: RootOperationNode): StatementKind {
  if (node.kind === 'RawNode') {
    const [, keyword = ''] = /^\s*(\w+)/.exec(node.sqlFragments[0] ?? '') ?? []
    if (keyword === 'select') return 'read'
    return ['insert', 'update', 'delete'].includes(keyword) ? 'write' : 'unknown'
  }
  if ('with' in node && node.with !== undefined) return 'unknown'
  if (node.kind === 'SelectQueryNode') return 'read'
  return ['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'].includes(node.kind)
    ? 'write'
    : 'unknown'
}

class RowChanges implements KyselyPlugin {
  hasChanges = false
  readonly #writes = new WeakSet<object>()

  transformQuery({
    node,
    queryId,
  }: Parameters<KyselyPlugin['transformQuery']>[0]): RootOperationNode {
    const kind = statementKind(node)
    if (kind === 'write') this.#writes.add(queryId)
    if (kind === 'unknown') this.hasChanges = true
    return node
  }

  async transformResult({ result, queryId }: Parameters<KyselyPlugin['transformResult']>[0]) {
    if (this.#writes.has(queryId) && result.numAffectedRows !== 0n) this.hasChanges = true
    return result
  }
}

type CommitListener<T> = {
  /**
   * Before the commit; `onChange` follows, unless nothing was committed. Returns what takes it back:
   * then its notification counts as that of another process.
   */
  expectCommit: (transaction: string) => () => void
  onChange: (noted: NotedChanges, result?: T) => void
}

/**
 * As `transact`, and if a row changed, calls `onChange` with what everybody sees of that, and with
 * the result. After errors other than AppError it is called without one: the commit may have
 * succeeded, or still be under way, and its response got lost.
 */
export async function transactNotifying<T>(
  db: Kysely<Tables>,
  work: (db: Transaction<Tables>) => Promise<T>,
  { expectCommit, onChange }: CommitListener<T>,
): Promise<T> {
  const changes = new RowChanges()
  let forgetCommit = () => {}
  try {
    const [result, noted] = await transact(db.withPlugin(changes), async (db) => {
      const result = await work(db)
      if (!changes.hasChanges) return [result] as const
      const noted = await readNotedChanges(db)
      forgetCommit = expectCommit(noted.transaction)
      return [result, noted] as const
    })
    if (noted) onChange(noted, result)
    return result
  } catch (error) {
    forgetCommit()
    if (changes.hasChanges && !(error instanceof AppError)) onChange(everything)
    throw error
  }
}
