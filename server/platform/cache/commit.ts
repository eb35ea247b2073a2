import { sql, type Transaction } from 'kysely'
import type { Topic } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import type { Tables } from '#db/tables.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { transact } from '#server/platform/database/database.ts'
import { RowChanges } from '#server/platform/database/row-changes.ts'
import { type Change, changesChannel, unknownChange } from './changes.ts'

/** The topics of cached data. Changes of other topics aren't announced. */
const cachedTopics: readonly Topic[] = [
  ...(['books', 'orders', 'profiles'] as const),
  ...(['blocks', 'wants', 'removals'] as const),
]
/** A PostgreSQL notification is limited to 8,000 bytes. */
const maxMovedBooks = 100

type Committed<T> = {
  /** The topics that may have changed if any row changed. */
  topics: (result: T) => readonly Topic[]
  by?: string
}

/** Returns the books that the transaction has put on the market or taken off it. */
async function readMovedBooks(db: Transaction<Tables>): Promise<string[]> {
  const { rows } = await sql<{ ids: string | null }>`
    select current_setting('dobara.moved_books', true) as ids`.execute(db)
  return rows[0]?.ids?.split(' ').filter(Boolean).slice(0, maxMovedBooks) ?? []
}

/**
 * Like `transact`. If a row changed, it also invalidates cached data of these topics in all
 * processes. After an error other than AppError it invalidates everything, because the commit may
 * have succeeded even though its response was lost.
 */
export async function commitChanges<T>(
  { db, database, changes }: Pick<AppContext, 'db' | 'database' | 'changes'>,
  committed: readonly Topic[] | Committed<T>,
  work: (db: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const { topics, by } = 'topics' in committed ? committed : { topics: () => committed }
  const rowChanges = new RowChanges()
  try {
    const [result, change] = await transact(db.withPlugin(rowChanges), async (db) => {
      const result = await work(db)
      if (!rowChanges.hasChanges) return [result] as const
      const change: Change = { topics: topics(result), by }
      if (!change.topics.some((topic) => cachedTopics.includes(topic)))
        return [result, change] as const
      const noted = { ...change, movedBooks: await readMovedBooks(db) }
      if (database.direct)
        await sql`select pg_notify(${changesChannel}, ${changes.toNotification(noted)})`.execute(db)
      return [result, noted] as const
    })
    if (change) changes.apply(change)
    return result
  } catch (error) {
    if (rowChanges.hasChanges && !(error instanceof AppError)) changes.apply(unknownChange)
    throw error
  }
}
