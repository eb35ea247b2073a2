// Reads what is known of titles, in one statement: each prediction of a named title does it.
import { type RawBuilder, sql } from 'kysely'
import type { Condition } from '#contract/books/book-forms.ts'
import { areBlocked } from '#server/blocks/are-blocked.ts'
import { arrayOf, type Db } from '#server/platform/database/database.ts'
import { daysBefore } from '#server/pricing/days.ts'
import {
  comparableDays,
  maxCountedRows,
  maxKnownPrices,
  maxPricesOfSeller,
  maxSellersOfTitle,
  sameEditionYears,
} from '#server/pricing/policy.ts'
import { isNamedAsking, selectTrustedSales } from '#server/pricing/store.ts'
import { keysOf, type TitleKeys, type TitleReference } from './keys.ts'
import type { Offers, TitlePrice } from './known-prices.ts'

type Kind = 'order' | 'book'
const tables = { order: 'orders', book: 'books' } as const

/** Of the edition too: by the ISBN, or by a year that doesn't say otherwise. */
const isOfTitle = (kind: Kind) => {
  const column = (name: string) => sql.ref(`${tables[kind]}.${name}`)
  return sql<boolean>`(${column('id')} = any(array(select id from found where kind = ${kind}))
    and (${column('title_key')} = asked.by_isbn
      or coalesce(abs(${column('publication_year')} - asked.publication_year), 0)
        <= ${sameEditionYears}))`
}

const mayTeach = (kind: Kind) =>
  sql<boolean>`id = any(array(select id from found where kind = ${kind} and is_priced))`

/**
 * In a `select`, as the arrays of `readTitles`: nobody's id would have a cheaper plan of its own.
 */
const personOf = (accountId: string | undefined) =>
  sql`(select person_id from accounts as asking
    where asking.id = (select ${accountId ?? null}::uuid))`

/** Not of the person who asks, by whichever of their accounts. */
const isAnothers = (personId: string, accountId: string | undefined) =>
  sql<boolean>`${sql.ref(personId)} is distinct from ${personOf(accountId)}`

/** Of others, in any condition and at any price. */
const sales = (db: Db, accountId: string | undefined, since: Date) =>
  selectTrustedSales(db, since)
    .where(isOfTitle('order'))
    .where('orders.condition', 'is not', null)
    .where(isAnothers('seller.person_id', accountId))
    .where(isAnothers('buyer.person_id', accountId))
    .select(['orders.id', 'seller.person_id as seller_id', 'buyer.person_id as buyer_id'])

/** Used copies that others offer; people who have blocked each other don't see theirs. */
const offered = (accountId: string | undefined) => sql`
  select books.id, books.title_key, books.price, books.available, books.condition,
    books.publication_year, books.original_price, books.created_at, accounts.person_id,
    accounts.created_at as known_since,
    ${isNamedAsking} as is_named
  from books join accounts on accounts.id = books.seller_id
  where ${isOfTitle('book')} and books.book_type = 'old' and books.available > 0
    and books.deleted_at is null and books.hidden_at is null
    and accounts.status = 'active' and accounts.deleted_at is null
    and ${isAnothers('accounts.person_id', accountId)}
    and not ${areBlocked(sql.ref('accounts.person_id'), personOf(accountId))}`

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
type SoldRow = { kind: 'sold'; copies: number }
/** For each of the title's pages: how many copies, and the lowest price. */
type OffersRow = { kind: 'offers'; price: number; page: string; copies: number }
type KeyRow = { kind: 'key'; page: string }
type FoundRow = { number: number } & (PriceRow | SoldRow | OffersRow | KeyRow)

/**
 * The rows of a title are found by a function of the database
 * (db/migrations/0013_prices.sql).
 */
const readTitle = (db: Db, accountId: string | undefined, now: Date, since: Date) => sql`
  with found as materialized (
    select * from title_rows(asked.by_isbn, asked.by_name, asked.text, ${since},
      ${maxSellersOfTitle}, ${maxPricesOfSeller}, ${maxCountedRows})),
  sales as materialized (${sales(db, accountId, since)}),
  offered as materialized (${offered(accountId)})
  (select 'sale' as kind, price, condition, publication_year, original_price, created_at as named_at,
    array[seller_id, buyer_id]::text[] as people, is_named, age_days as account_days,
    null as page, null::integer as copies
  from sales where ${mayTeach('order')}
  order by is_named desc, created_at desc limit ${maxKnownPrices})
  union all
  (select 'asking', price, condition, publication_year, original_price, created_at,
    array[person_id]::text[], true,
    (extract(epoch from ${now}::timestamptz - known_since) / 86400)::float8, null, null
  from offered where is_named and price <= original_price and ${mayTeach('book')}
  order by created_at desc limit ${maxKnownPrices})
  union all
  select 'sold', null, null, null, null, null, null, null, null, null, count(*)::integer from sales
  union all
  select 'offers', min(price), null, null, null, null, null, null, null, title_id(title_key),
    sum(available)::integer
  from offered group by title_key
  union all
  select distinct 'key', null::integer, null, null::integer, null::integer, null::timestamptz,
    null::text[], null::boolean, null::float8, title_key, null::integer from found`

type Asked = TitleKeys & Pick<TitleReference, 'publicationYear'>

function readTitles(
  db: Db,
  asked: readonly Asked[],
  accountId: string | undefined,
  now: Date,
): RawBuilder<FoundRow> {
  const all = (name: keyof Asked) => asked.map((keys) => keys[name] ?? null)
  return sql`
  select asked.number::integer, read.* from unnest(
    ${arrayOf('text', all('byIsbn'))}, ${arrayOf('text', all('byName'))},
    ${arrayOf('text', all('text'))}, ${arrayOf('integer', all('publicationYear'))}
  ) with ordinality as asked(by_isbn, by_name, text, publication_year, number)
  cross join lateral (${readTitle(db, accountId, now, daysBefore(now, comparableDays))}) as read`
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

function toOffers(rows: readonly OffersRow[]): Offers | undefined {
  const [first] = rows.toSorted(
    (a, b) => b.copies - a.copies || a.price - b.price || (a.page < b.page ? -1 : 1),
  )
  return first && { count: first.copies, lowest: first.price, page: first.page }
}

/**
 * What is known of a title: its newest prices, how many copies were `sold` and are on offer, and
 * the `titleKeys` of all its pages.
 */
export type TitlePrices = {
  prices: TitlePrice[]
  sold: number
  offers: Offers | undefined
  titleKeys: string[]
}
const nothing: TitlePrices = { prices: [], sold: 0, offers: undefined, titleKeys: [] }

const toTitlePrices = (rows: readonly FoundRow[]): TitlePrices => ({
  prices: rows.flatMap((row) =>
    row.kind === 'sale' || row.kind === 'asking' ? [toTitlePrice(row)] : [],
  ),
  sold: rows.reduce((total, row) => (row.kind === 'sold' ? total + row.copies : total), 0),
  offers: toOffers(rows.filter((row) => row.kind === 'offers')),
  titleKeys: rows.flatMap((row) => (row.kind === 'key' ? [row.page] : [])),
})

/**
 * What is known of each of some titles, without what the person who asks has named: one's own
 * copies don't price one's next. A title that is there several times is read once.
 */
export async function findPricesOfTitles(
  db: Db,
  titles: readonly TitleReference[],
  accountId: string | undefined,
  now: Date,
): Promise<TitlePrices[]> {
  const asked = new Map<string, Asked>()
  const names = titles.map(({ publicationYear, ...title }) => {
    const keys = keysOf(title)
    if (keys.byIsbn === undefined && keys.byName === undefined) return undefined
    const name = JSON.stringify([keys.byIsbn, keys.byName, keys.text, publicationYear])
    asked.set(name, { ...keys, publicationYear })
    return name
  })
  if (asked.size === 0) return titles.map(() => nothing)
  const { rows } = await readTitles(db, [...asked.values()], accountId, now).execute(db)
  const byNumber = Map.groupBy(rows, ({ number }) => number)
  const found = new Map(
    [...asked.keys()].map((name, index) => [name, toTitlePrices(byNumber.get(index + 1) ?? [])]),
  )
  return names.map((name) => (name && found.get(name)) || nothing)
}

export async function findTitlePrices(
  db: Db,
  title: TitleReference,
  accountId: string | undefined,
  now: Date,
): Promise<TitlePrices> {
  const [found = nothing] = await findPricesOfTitles(db, [title], accountId, now)
  return found
}
