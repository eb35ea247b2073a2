import { countedRatings, ratingSums } from '#server/accounts/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import { lockKeys } from '#server/platform/database/locks.ts'

/**
 * Locks the ratings and listings of titles. Otherwise a listing that is added while a rating is
 * saved would miss that rating.
 */
export const lockTitles = (db: Db, titleKeys: readonly string[]) =>
  lockKeys(
    db,
    titleKeys.map((key) => `title ${key}`),
  )

export const lockTitle = (db: Db, titleKey: string) => lockTitles(db, [titleKey])

const selectTitleRating = (db: Db, titleKey: string) =>
  ratingSums(countedRatings(db, { title_key: titleKey }), 'book_stars', db)

export const findTitleRating = (db: Db, titleKey: string) =>
  selectTitleRating(db, titleKey).executeTakeFirstOrThrow()

export async function findTitleRatings(db: Db, titleKeys: readonly string[]) {
  const rated = await db
    .selectFrom('ratings')
    .select('title_key')
    .distinct()
    .where('title_key', 'in', titleKeys)
    .execute()
  const ratings = new Map<string, Awaited<ReturnType<typeof findTitleRating>>>()
  for (const { title_key } of rated) ratings.set(title_key, await findTitleRating(db, title_key))
  return ratings
}

export async function recountTitle(db: Db, titleKey: string): Promise<void> {
  await lockTitle(db, titleKey)
  await db
    .updateTable('books')
    .from(selectTitleRating(db, titleKey).as('sums'))
    .set((set) => ({
      rating_sum: set.ref('sums.rating_sum'),
      rating_count: set.ref('sums.rating_count'),
    }))
    .where('books.title_key', '=', titleKey)
    .execute()
}
