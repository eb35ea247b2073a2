import { sql, type Transaction } from 'kysely'
import type { Topic } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/errors.ts'
import type { Tables } from '#db/tables.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { transact } from '#server/platform/database/database.ts'
import { RowChanges } from '#server/platform/database/row-changes.ts'
import { type Change, changesChannel, unknownChange } from './changes.ts'

/** The topics of what is cached; changes of others needn't be told. */
const cachedTopics: readonly Topic[] = [
  ...(['books', 'orders', 'profiles'] as const),
  ...(['blocks', 'wants', 'removals'] as const),
]
/** A notification of PostgreSQL takes 8,000 bytes. */
const maxMovedBooks = 100

type Committed<T> = {
  /** What may have changed, if the work has changed a row. */
  topics: (result: T) => readonly Topic[]
  by?: string
}

/** The books that the transaction has brought to the market or taken from it. */
async function readMovedBooks(db: Transaction<Tables>): Promise<string[]> {
  const { rows } = await sql<{ ids: string | null }>`
    select current_setting('dobara.moved_books', true) as ids`.execute(db)
  return rows[0]?.ids?.split(' ').filter(Boolean).slice(0, maxMovedBooks) ?? []
}

/**
 * As `transact`, and if a row changed, outdates what is cached of these topics, here and in other
 * processes. After errors other than AppError everything is outdated: the commit may have
 * succeeded, or still be under way, while its answer got lost.
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
