// How many copies of a title are on the market, and at which prices.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { toRupees } from '#contract/common/schemas.ts'
import { isOnMarketExcept } from '#server/books/views.ts'
import { arrayOf, type Db } from '#server/platform/database/database.ts'

/** Returns the id of a title's page. Same as `title_id` in the database. */
export const titleIdOf = (titleKey: string): string =>
  createHash('md5').update(titleKey).digest('hex').slice(0, 16)

/** Prices are in rupees. */
export type Offered = {
  copies: number
  lowestPrice: number
  highestPrice: number
  lowestRentPrice: number | undefined
}

type OfferedRow = { copies: number; lowest: number; highest: number; rent: number | null }

const offeredColumns = sql`sum(available)::integer as copies, min(price) as lowest,
  max(price) as highest, min(rent_price) filter (where is_rentable) as rent`

const toOffered = ({ copies, lowest, highest, rent }: OfferedRow): Offered => ({
  copies,
  lowestPrice: toRupees(lowest),
  highestPrice: toRupees(highest),
  lowestRentPrice: rent === null ? undefined : toRupees(rent),
})

/** Returns a title's listed copies and their prices; undefined if there are none. */
export async function findOffered(
  db: Db,
  titleKey: string,
  hiddenSellers: readonly string[],
): Promise<Offered | undefined> {
  const { rows } = await sql<OfferedRow>`
    select ${offeredColumns} from books
    where title_key = ${titleKey} and ${isOnMarketExcept(hiddenSellers)}
    having count(*) > 0`.execute(db)
  return rows.map(toOffered)[0]
}

/** The other listed copies of a book's title, with the lowest price in paise. Null if none. */
export const otherCopies = (bookId: string, hiddenSellers: readonly string[]) =>
  sql<{ copies: number; lowest: number } | null>`(
    select json_build_object('copies', sum(available), 'lowest', min(price)) from books
    where title_key = (select title_key from books where id = ${bookId}) and id <> ${bookId}
      and ${isOnMarketExcept()} and books.seller_id <> all(${arrayOf('uuid', hiddenSellers)})
    having count(*) > 0)`

export async function findOfferedTitles(
  db: Db,
  titleKeys: readonly string[],
  hiddenSellers: readonly string[],
): Promise<Map<string, Offered>> {
  if (titleKeys.length === 0) return new Map()
  const { rows } = await sql<OfferedRow & { title_key: string }>`
    select title_key, ${offeredColumns} from books
    where title_key = any(${titleKeys}) and ${isOnMarketExcept(hiddenSellers)}
    group by title_key`.execute(db)
  return new Map(rows.map((row) => [row.title_key, toOffered(row)]))
}
