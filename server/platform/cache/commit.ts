import { type KyselyPlugin, type RootOperationNode, sql, type Transaction } from 'kysely'
import type { Topic } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import type { Tables } from '#db/tables.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { type Db, transact } from '#server/platform/database/database.ts'
import { type Change, changesChannel, unknownChange } from './changes.ts'

/** The topics of cached data. Other processes aren't notified of changes of other topics. */
const cachedTopics: readonly Topic[] = [
  ...(['books', 'orders', 'profiles'] as const),
  ...(['blocks', 'wants', 'removals'] as const),
]
type CommitContext = Pick<AppContext, 'db' | 'database' | 'changes' | 'live'> & Pick<Change, 'by'>

const movedBooks = new WeakMap<Db, string[]>()

/** Tells open chats after the commit that these books were put on the market or taken off it. */
export function announceMovedBooks(db: Db, ids: readonly string[]): void {
  movedBooks.set(db, [...(movedBooks.get(db) ?? []), ...ids])
}

/** Whether the row count of a statement may leave out writes, which are in its `with`. */
function mayHideWrites(node: RootOperationNode): boolean {
  if (node.kind === 'RawNode')
    return !/^\s*(?:select|insert|update|delete)\b/.test(node.sqlFragments[0] ?? '')
  return 'with' in node && node.with !== undefined
}

/** Finds out whether statements change any row. */
class RowChanges implements KyselyPlugin {
  hasChanges = false

  transformQuery({ node }: Parameters<KyselyPlugin['transformQuery']>[0]): RootOperationNode {
    if (mayHideWrites(node)) this.hasChanges = true
    return node
  }

  async transformResult({ result }: Parameters<KyselyPlugin['transformResult']>[0]) {
    if ((result.numAffectedRows ?? 0n) > 0n) this.hasChanges = true
    return result
  }
}

/**
 * Like `transact`. If a row changed, also invalidates cached data of these topics in all processes.
 * After an error that isn't an AppError, invalidates all topics in this process, because the commit
 * may have succeeded although its response was lost.
 */
export async function commitChanges<T>(
  { db, database, changes, live, by }: CommitContext,
  topics: readonly Topic[] | ((result: T) => readonly Topic[]),
  work: (db: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const rowChanges = new RowChanges()
  try {
    const { result, change, moved } = await transact(db.withPlugin(rowChanges), async (db) => {
      const result = await work(db)
      if (!rowChanges.hasChanges) return { result }
      const change = { topics: typeof topics === 'function' ? topics(result) : topics, by }
      if (database.direct && change.topics.some((topic) => cachedTopics.includes(topic)))
        await sql`select pg_notify(${changesChannel}, ${changes.toNotification(change)})`.execute(
          db,
        )
      return { result, change, moved: movedBooks.get(db) }
    })
    if (change) changes.apply(change)
    if (moved) live.sendChatsChanged(moved)
    return result
  } catch (error) {
    if (rowChanges.hasChanges && !(error instanceof AppError)) changes.apply(unknownChange)
    throw error
  }
}
