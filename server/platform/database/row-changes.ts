// Whether a transaction changed anything, so that one that didn't lets nobody empty the cache.
import type { Kysely, KyselyPlugin, RootOperationNode, Transaction } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { transact } from './database.ts'
import type { Tables } from './tables.ts'

type Kind = 'reads' | 'tells its rows' | 'unknown'

/** What is known of a statement: its number of changed rows says nothing about writes that stand in a `with`. */
function kindOf(node: RootOperationNode): Kind {
  if (node.kind === 'RawNode') {
    const [, word = ''] = /^\s*(\w+)/.exec(node.sqlFragments[0] ?? '') ?? []
    return word === 'select'
      ? 'reads'
      : ['insert', 'update', 'delete'].includes(word)
        ? 'tells its rows'
        : 'unknown'
  }
  if ('with' in node && node.with !== undefined) return 'unknown'
  if (node.kind === 'SelectQueryNode') return 'reads'
  return ['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode'].includes(node.kind)
    ? 'tells its rows'
    : 'unknown'
}

/** Watches the statements of a transaction; when in doubt, it has changed something. */
class RowChanges implements KyselyPlugin {
  any = false
  readonly #telling = new WeakSet<object>()

  transformQuery({
    node,
    queryId,
  }: Parameters<KyselyPlugin['transformQuery']>[0]): RootOperationNode {
    const kind = kindOf(node)
    if (kind === 'tells its rows') this.#telling.add(queryId)
    if (kind === 'unknown') this.any = true
    return node
  }

  async transformResult({ result, queryId }: Parameters<KyselyPlugin['transformResult']>[0]) {
    if (this.#telling.has(queryId) && result.numAffectedRows !== 0n) this.any = true
    return result
  }
}

/**
 * Runs `work` as `transact` does, and calls `changed` with what it gave once it is committed, where it changed a row. A
 * Refusal undoes what was written; after any other error nobody knows, because it may have been the answer to the commit
 * that was lost: `changed` is then called without anything.
 */
export async function transactNotifying<T>(
  db: Kysely<Tables>,
  work: (db: Transaction<Tables>) => Promise<T>,
  changed: (made?: T) => void,
): Promise<T> {
  const changes = new RowChanges()
  try {
    const made = await transact(db.withPlugin(changes), work)
    if (changes.any) changed(made)
    return made
  } catch (error) {
    if (changes.any && !(error instanceof AppError)) changed()
    throw error
  }
}
