// Reads a title's prices: those of sold copies, and those of current listings.
import { sql } from 'kysely'
import type { Condition } from '#contract/books/conditions.ts'
import { titleKey, titleSearchText } from '#contract/books/title-key.ts'
import { areBlocked } from '#server/moderation/are-blocked.ts'
import type { Db } from '#server/platform/database/database.ts'
import { minAccountDays } from './limits.ts'
import { daysBefore, isNamedSale, selectTrustedSales } from './market-factor.ts'

/**
 * Editions whose years differ by more than this are different titles, unless they share an ISBN.
 */
const sameEditionYears = 1

/** A copy that has no ISBN is compared with copies of at most this many ISBNs. */
const maxIsbnsOfTitle = 5

const maxPricesOfTitle = 200

/** A title, given by its ISBN, by title and author, or by both. The year identifies the edition. */
export type TitleReference = {
  title?: string | undefined
  author?: string | undefined
  isbn?: string | undefined
  publicationYear?: number | undefined
}

export const isTitleNamed = ({ title, author, isbn }: TitleReference): boolean =>
  isbn !== undefined || (title !== undefined && author !== undefined)

/**
 * The sale of a copy, or a listing with its free `copies`. `page` is the id of the title's page.
 * Prices are in paise. `people` are the seller and, for a sale, the buyer. `teaches` is set if
 * somebody chose the price instead of accepting the prediction.
 */
export type TitlePrice = {
  kind: 'sale' | 'offer'
  price: number
  condition: Condition
  publicationYear: number | null
  originalPrice: number
  namedAt: Date
  people: string[]
  teaches: boolean
  copies: number
  page: string
}

/**
 * Returns the keys that find copies of a title: its ISBN, and title and author for copies that have
 * none. If no ISBN is given, `text` finds the ISBNs under which this title and author are listed.
 * Copies with such an ISBN count only if their own title and author match, too.
 */
function keysOf({ title, author, isbn, publicationYear }: TitleReference, index: number) {
  const name = title !== undefined && author !== undefined ? { title, author } : undefined
  return {
    number: index,
    publication_year: publicationYear,
    by_isbn: isbn && titleKey({ title: '', author: '', isbn }),
    // A truncated key can end in half a character, which PostgreSQL accepts in texts but not in
    // JSON.
    by_name: name && titleKey(name).toWellFormed(),
    text: name && isbn === undefined ? titleSearchText(name) : undefined,
  }
}

const isOfEdition = (table: 'orders' | 'books') => {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql<boolean>`${column('title_key')} = keys.key and (${column('title_key')} = keys.by_isbn
    or coalesce(abs(${column('publication_year')} - keys.publication_year), 0) <= ${sameEditionYears})`
}

const isAnothers = (personId: string) =>
  sql<boolean>`${sql.ref(personId)} is distinct from (select person_id from asking)`

const salesOf = (db: Db, now: Date) =>
  selectTrustedSales(db, now)
    .where(isOfEdition('orders'))
    .where(sql<boolean>`(keys.work is null or exists (select from books
      where books.id = orders.book_id and books.title = orders.book_title
        and work_id(books.search_text) = keys.work))`)
    .where(isAnothers('seller.person_id'))
    .where(isAnothers('buyer.person_id'))
    .select([sql<string>`'sale'`.as('kind'), 'orders.price', 'orders.condition'])
    .select(['orders.publication_year', 'orders.original_price', 'orders.created_at as named_at'])
    .select(sql<string[]>`array[seller.person_id, buyer.person_id]::text[]`.as('people'))
    .select(
      sql<boolean>`${isNamedSale} and orders.condition <> 'poor'
        and orders.publication_year is not null`.as('teaches'),
    )
    .select([sql<number>`1`.as('copies'), sql<string>`''`.as('page')])
    .orderBy('orders.created_at', 'desc')
    .limit(maxPricesOfTitle)

/**
 * Selects used copies that others list. If there is a block between two people, neither sees the
 * other's.
 */
const offersOf = (now: Date) => sql`
  select 'offer', books.price, books.condition, books.publication_year, books.original_price,
    books.created_at, array[accounts.person_id]::text[],
    books.custom_price is not null and books.price is distinct from books.predicted_price
      and books.price <= books.original_price and books.condition <> 'poor'
      and books.publication_year is not null
      and accounts.created_at <= ${daysBefore(now, minAccountDays)},
    books.available, title_id(books.title_key)
  from (select * from books
    where ${isOfEdition('books')} and (keys.work is null or work_id(search_text) = keys.work)
      and book_type = 'old' and available > 0 and deleted_at is null and not is_hidden
    order by id desc limit ${maxPricesOfTitle}) as books
  join accounts on accounts.id = books.seller_id
  where accounts.status = 'active' and accounts.deleted_at is null
    and ${isAnothers('accounts.person_id')}
    and not ${areBlocked(sql.ref('accounts.person_id'), sql`(select person_id from asking)`)}`

type Row = Omit<TitlePrice, 'publicationYear' | 'originalPrice' | 'namedAt'> & {
  number: number
  publication_year: number | null
  original_price: number
  named_at: Date
}

/**
 * Returns the newest prices of each title. Leaves out those that the asking person has set, because
 * a person's own copies must not affect the price of their next one.
 */
export async function findTitlePrices(
  db: Db,
  titles: readonly TitleReference[],
  accountId: string | undefined,
  now: Date,
): Promise<TitlePrice[][]> {
  if (!titles.some(isTitleNamed)) return titles.map(() => [])
  const { rows } = await sql<Row>`
    with asking as (
      select person_id from accounts where id = (select ${accountId ?? null}::uuid)),
    asked as (
      select asked.*, work_id(text) as work
      from jsonb_to_recordset(${JSON.stringify(titles.map(keysOf))}::jsonb) as asked(
        number integer, publication_year integer, by_isbn text, by_name text, text text)),
    keys as materialized (
      select number, publication_year, by_isbn, own.* from asked cross join lateral (
        select key, null::text as work from unnest(array[by_isbn, by_name]) as key
        where key is not null
        union all (select distinct title_key, asked.work from books
          where isbn is not null and work_id(search_text) = asked.work
          limit ${maxIsbnsOfTitle})) as own)
    select keys.number, read.* from keys cross join lateral (
      (${salesOf(db, now)}) union all (${offersOf(now)})) as read`.execute(db)
  const byNumber = Map.groupBy(rows, ({ number }) => number)
  return titles.map((_, index) =>
    (byNumber.get(index) ?? [])
      .map(({ publication_year, original_price, named_at, ...row }) => ({
        ...row,
        publicationYear: publication_year,
        originalPrice: original_price,
        namedAt: named_at,
      }))
      .sort((a, b) => b.namedAt.getTime() - a.namedAt.getTime()),
  )
}
