import { type SqlBool, sql } from 'kysely'
import { normalize } from '#contract/books/normalize.ts'
import type { Suggestion } from '#contract/books/suggestions.ts'
import { suggestions as limits } from '#server/books/limits.ts'
import { allOf } from '#server/books/search/conditions.ts'
import { fillers } from '#server/books/search/words/dictionary.ts'
import { viewPlace } from '#server/places/places.ts'
import { type Db, likePattern } from '#server/platform/database/database.ts'

/** The index of shop names finds nothing by shorter words. */
const minIndexedLetters = 3

/**
 * Suggests shops with books on the market whose name has words that begin with all typed ones. Words
 * such as 'books', which many shop names have, don't count.
 */
export async function suggestShops(db: Db, typed: string): Promise<Suggestion[]> {
  const words = typed.split(/\s+/).filter((word) => word !== '' && !fillers.has(normalize(word)))
  if (!words.some(({ length }) => length >= minIndexedLetters)) return []
  const begins = words.map(
    (word) => sql<SqlBool>`shop_name ilike ${likePattern(word)}
      and ' ' || shop_name ilike ${likePattern(` ${word}`)}`,
  )
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'shop_name', 'pin_code'])
    .where(allOf(begins))
    .where('shop_name', 'is not', null)
    .where('status', '=', 'active')
    .where(
      sql<SqlBool>`exists (select from books where seller_id = accounts.id
        and books.deleted_at is null and available > 0 and not is_hidden)`,
    )
    .orderBy('rating_count', 'desc')
    .orderBy('id')
    .limit(limits.maxShops)
    .execute()
  return rows.map(({ id, shop_name, pin_code }) => ({
    kind: 'shop',
    text: `Books from ${shop_name}`,
    seller: id,
    city: viewPlace(pin_code)?.city,
  }))
}
