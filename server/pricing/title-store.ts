// Reads what is known of titles, in one statement: each prediction of a named title does it.
import { type RawBuilder, sql } from 'kysely'
import type { Condition } from '#contract/books/book-forms.ts'
import { isbn13, titleKey, titleText } from '#contract/books/title-key.ts'
import type { Db } from '#server/platform/database/database.ts'
import { daysBefore } from './days.ts'
import type { Offers, TitlePrice } from './known-prices.ts'
import { comparableDays, maxKnownPrices, sameEditionYears } from './policy.ts'
import { selectTrustedSales } from './store.ts'

/** A copy by its ISBN, or by title and author, or by both. */
export type TitleQuestion = {
  title?: string | undefined
  author?: string | undefined
  isbn?: string | undefined
  publicationYear?: number | undefined
}

/**
 * The keys under which copies of a title stand: its ISBN, and its title and author, for copies without
 * one. Where the copy itself has none, also those (`text`) of all ISBNs with that title and author;
 * which of them are of its edition is decided by the year.
 */
function keysOf({ title, author, isbn }: TitleQuestion) {
  const byIsbn =
    isbn === undefined ? undefined : titleKey({ title: '', author: '', isbn: isbn13(isbn) })
  const name = title !== undefined && author !== undefined ? { title, author } : undefined
  return {
    byIsbn,
    byName: name && titleKey(name),
    text: name && byIsbn === undefined ? titleText(name) : undefined,
  }
}

const keys = sql`array(select title_key from keys)`

/** Of the title, and of its edition: by the ISBN, or by a year that doesn't say otherwise. */
const isOfTitle = (table: 'books' | 'orders') =>
  sql<boolean>`(${sql.ref(`${table}.title_key`)} = any(${keys})
    and (${sql.ref(`${table}.title_key`)} = asked.by_isbn
      or coalesce(abs(${sql.ref(`${table}.publication_year`)} - asked.publication_year), 0)
        <= ${sameEditionYears}))`

/** Not of the person who asks, by whichever of their accounts. */
const isAnothers = (personId: string, accountId: string | undefined) =>
  sql<boolean>`${sql.ref(personId)} is distinct from
    (select person_id from accounts as asking where asking.id = ${accountId ?? null}::uuid)`

/** The newest sale of each seller, so that nobody crowds out the others. */
const newestSales = (db: Db, accountId: string | undefined, now: Date) =>
  selectTrustedSales(db, daysBefore(now, comparableDays))
    .where(isOfTitle('orders'))
    .where('orders.condition', 'is not', null)
    .where(isAnothers('seller.person_id', accountId))
    .where(isAnothers('buyer.person_id', accountId))
    .distinctOn('seller.person_id')
    .select(['seller.person_id as seller_id', 'buyer.person_id as buyer_id'])
    .select('orders.predicted_price')
    .orderBy('seller.person_id')
    .orderBy('orders.created_at', 'desc')

/** Used copies that others offer. */
const offered = (accountId: string | undefined) => sql`
  select books.title_key, books.price, books.available, books.condition, books.publication_year,
    books.original_price, books.created_at, accounts.person_id, accounts.created_at as known_since,
    books.custom_price is not null and books.price is distinct from books.predicted_price as is_named
  from books join accounts on accounts.id = books.seller_id
  where ${isOfTitle('books')} and books.book_type = 'old' and books.available > 0
    and books.deleted_at is null and books.hidden_at is null
    and accounts.status = 'active' and accounts.deleted_at is null
    and ${isAnothers('accounts.person_id', accountId)}`

type PriceRow = {
  kind: 'sale' | 'asking'
  price: number
  condition: Condition
  publication_year: number | null
  original_price: number
  named_at: Date
  people: string[]
  is_named: boolean
  account_days: number
}
/** For each of the title's pages: how many copies, and the lowest price. */
type OffersRow = { kind: 'offers'; price: number; page: string; copies: number }
type KeyRow = { kind: 'key'; page: string }
type FoundRow = { number: number } & (PriceRow | OffersRow | KeyRow)

/** `text` null finds nothing more, so that the statement is the same for all. */
const readTitle = (db: Db, accountId: string | undefined, now: Date) => sql`
  with keys as materialized (
    select title_key from unnest(array[asked.by_isbn, asked.by_name]) as given(title_key)
    where title_key is not null
    union select title_key from books
    where isbn is not null and work_id(search_text) = work_id(asked.text)),
  sales as ${newestSales(db, accountId, now)},
  offered as materialized (${offered(accountId)}),
  asking as (select distinct on (person_id) * from offered where is_named
    order by person_id, created_at desc)
  (select 'sale' as kind, price, condition, publication_year, original_price, created_at as named_at,
    array[seller_id, buyer_id]::text[] as people,
    is_custom_price and price is distinct from predicted_price as is_named,
    age_days as account_days, null as page, null::integer as copies
  from sales order by created_at desc limit ${maxKnownPrices})
  union all
  (select 'asking', price, condition, publication_year, original_price, created_at,
    array[person_id]::text[], true,
    (extract(epoch from ${now}::timestamptz - known_since) / 86400)::float8, null, null
  from asking order by created_at desc limit ${maxKnownPrices})
  union all
  select 'offers', min(price), null, null, null, null, null, null, null, title_id(title_key),
    sum(available)::integer
  from offered group by title_key
  union all
  select 'key', null, null, null, null, null, null, null, null, title_key, null from keys`

type Keys = ReturnType<typeof keysOf> & Pick<TitleQuestion, 'publicationYear'>

/**
 * The arrays are in a `select` each, so that PostgreSQL plans the statement once. Seeing how long they
 * are, it would plan it for each length, which takes longer than running it.
 */
function readTitles(
  db: Db,
  asked: readonly Keys[],
  accountId: string | undefined,
  now: Date,
): RawBuilder<FoundRow> {
  const all = (name: keyof Keys) => asked.map((keys) => keys[name] ?? null)
  return sql`
  select asked.number::integer, found.* from unnest(
    (select ${all('byIsbn')}::text[]), (select ${all('byName')}::text[]),
    (select ${all('text')}::text[]), (select ${all('publicationYear')}::integer[])
  ) with ordinality as asked(by_isbn, by_name, text, publication_year, number)
  cross join lateral (${readTitle(db, accountId, now)}) as found`
}

const toTitlePrice = (row: PriceRow): TitlePrice => ({
  kind: row.kind,
  price: row.price,
  copy: {
    condition: row.condition,
    publicationYear: row.publication_year,
    originalPrice: row.original_price,
  },
  namedAt: row.named_at,
  people: row.people,
  isNamed: row.is_named,
  accountDays: row.account_days,
})

/** Links to the page that shows most of them. */
function toOffers(rows: readonly OffersRow[]): Offers | undefined {
  const [first, ...others] = rows.toSorted(
    (a, b) => b.copies - a.copies || (a.page < b.page ? -1 : 1),
  )
  return (
    first && {
      count: others.reduce((total, { copies }) => total + copies, first.copies),
      lowest: Math.min(...rows.map(({ price }) => price)),
      page: first.page,
    }
  )
}

/** What is known of a title; `titleKeys` are of all its pages. */
export type TitlePrices = { prices: TitlePrice[]; offers: Offers | undefined; titleKeys: string[] }
const nothing: TitlePrices = { prices: [], offers: undefined, titleKeys: [] }

const toTitlePrices = (rows: readonly FoundRow[]): TitlePrices => ({
  prices: rows.flatMap((row) =>
    row.kind === 'sale' || row.kind === 'asking' ? [toTitlePrice(row)] : [],
  ),
  offers: toOffers(rows.filter((row) => row.kind === 'offers')),
  titleKeys: rows.flatMap((row) => (row.kind === 'key' ? [row.page] : [])),
})

/**
 * What is known of each of some titles, without what the person who asks has named: one's own copies
 * don't price one's next.
 */
export async function findPricesOfTitles(
  db: Db,
  questions: readonly TitleQuestion[],
  accountId: string | undefined,
  now: Date,
): Promise<TitlePrices[]> {
  const asked = questions.map((question) => ({ ...question, ...keysOf(question) }))
  if (asked.every(({ byIsbn, byName }) => byIsbn === undefined && byName === undefined))
    return questions.map(() => nothing)
  const { rows } = await readTitles(db, asked, accountId, now).execute(db)
  const found = Map.groupBy(rows, ({ number }) => number)
  return questions.map((_, index) => toTitlePrices(found.get(index + 1) ?? []))
}

/** As `findPricesOfTitles`, of one. */
export async function findTitlePrices(
  db: Db,
  question: TitleQuestion,
  accountId: string | undefined,
  now: Date,
): Promise<TitlePrices> {
  const [found = nothing] = await findPricesOfTitles(db, [question], accountId, now)
  return found
}
