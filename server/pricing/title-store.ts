import { sql } from 'kysely'
import { isbn13, titleKey, titleText } from '#contract/books/title-key.ts'
import type { Db } from '#server/platform/database/database.ts'
import { daysBefore, daysBetween } from './days.ts'
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

const isbnKey = ({ isbn }: TitleQuestion) =>
  isbn === undefined ? undefined : titleKey({ title: '', author: '', isbn: isbn13(isbn) })

/**
 * The keys under which copies of a title stand: its ISBN, and its title and author, for copies without
 * one. Where the copy itself has none, those of all ISBNs with that title and author; which of them
 * are of its edition is decided by the year.
 */
async function findKeys(db: Db, question: TitleQuestion): Promise<string[]> {
  const { title, author } = question
  const byIsbn = isbnKey(question)
  const name = title !== undefined && author !== undefined ? { title, author } : undefined
  const keys = [byIsbn, name && titleKey(name)].filter((key) => key !== undefined)
  if (byIsbn !== undefined || name === undefined) return keys
  const { rows } = await sql<{ title_key: string }>`
    select distinct title_key from books
    where isbn is not null and work_id(search_text) = work_id(${titleText(name)})`.execute(db)
  return [...keys, ...rows.map((row) => row.title_key)]
}

/** Of the same edition: by its ISBN, or by a year that doesn't say otherwise. */
const isSameEdition = (question: TitleQuestion, table: 'books' | 'orders') =>
  sql<boolean>`(${sql.ref(`${table}.title_key`)} is not distinct from ${isbnKey(question) ?? null}
    or coalesce(abs(${sql.ref(`${table}.publication_year`)} - ${question.publicationYear ?? null}::integer), 0)
      <= ${sameEditionYears})`

/** Not of the person who asks, by whichever of their accounts. */
const isAnothers = (personId: string, accountId: string | undefined) =>
  sql<boolean>`${sql.ref(personId)} is distinct from
    (select person_id from accounts as asking where asking.id = ${accountId ?? null}::uuid)`

type Asked = {
  keys: readonly string[]
  question: TitleQuestion
  accountId: string | undefined
  now: Date
}

/** The newest of each seller, so that nobody crowds out the others. */
async function findSales(db: Db, { keys, question, accountId, now }: Asked): Promise<TitlePrice[]> {
  const newestOfSellers = selectTrustedSales(db, daysBefore(now, comparableDays))
    .where('orders.title_key', 'in', keys)
    .where(isSameEdition(question, 'orders'))
    .where('orders.condition', 'is not', null)
    .where(isAnothers('seller.person_id', accountId))
    .where(isAnothers('buyer.person_id', accountId))
    .distinctOn('seller.person_id')
    .select(['seller.person_id as seller_id', 'buyer.person_id as buyer_id'])
    .select('orders.predicted_price')
    .orderBy('seller.person_id')
    .orderBy('orders.created_at', 'desc')
  const rows = await db
    .selectFrom(newestOfSellers.as('sales'))
    .selectAll()
    .orderBy('created_at', 'desc')
    .limit(maxKnownPrices)
    .execute()
  return rows.flatMap(({ condition, ...row }) =>
    condition === null
      ? []
      : [
          {
            kind: 'sale',
            price: row.price,
            copy: {
              condition,
              publicationYear: row.publication_year,
              originalPrice: row.original_price,
            },
            namedAt: row.created_at,
            people: [row.seller_id, row.buyer_id],
            isNamed: row.is_custom_price && row.price !== row.predicted_price,
            accountDays: row.age_days,
          },
        ],
  )
}

/** Used copies that others offer. */
const selectOffers = (db: Db, { keys, question, accountId }: Asked) =>
  db
    .selectFrom('books')
    .innerJoin('accounts', 'accounts.id', 'books.seller_id')
    .where('books.title_key', 'in', keys)
    .where(isSameEdition(question, 'books'))
    .where('books.book_type', '=', 'old')
    .where('books.available', '>', 0)
    .where('books.deleted_at', 'is', null)
    .where('books.hidden_at', 'is', null)
    .where('accounts.status', '=', 'active')
    .where('accounts.deleted_at', 'is', null)
    .where(isAnothers('accounts.person_id', accountId))

/** Prices that sellers have named themselves: the newest of each. */
async function findAskingPrices(db: Db, asked: Asked): Promise<TitlePrice[]> {
  const newestOfSellers = selectOffers(db, asked)
    .where('books.custom_price', 'is not', null)
    .where(sql<boolean>`books.price is distinct from books.predicted_price`)
    .distinctOn('accounts.person_id')
    .select([
      'books.price',
      'books.condition',
      'books.publication_year',
      'books.original_price',
      'books.created_at',
      'accounts.person_id',
      'accounts.created_at as known_since',
    ])
    .orderBy('accounts.person_id')
    .orderBy('books.created_at', 'desc')
  const rows = await db
    .selectFrom(newestOfSellers.as('offers'))
    .selectAll()
    .orderBy('created_at', 'desc')
    .limit(maxKnownPrices)
    .execute()
  return rows.map((row) => ({
    kind: 'asking',
    price: row.price,
    copy: {
      condition: row.condition,
      publicationYear: row.publication_year,
      originalPrice: row.original_price,
    },
    namedAt: row.created_at,
    people: [row.person_id],
    isNamed: true,
    accountDays: daysBetween(row.known_since, asked.now),
  }))
}

async function findOffers(db: Db, asked: Asked): Promise<Offers | undefined> {
  const pages = await selectOffers(db, asked)
    .select([
      sql<string>`title_id(books.title_key)`.as('page'),
      sql<number>`sum(books.available)::integer`.as('count'),
      sql<number>`min(books.price)`.as('lowest'),
    ])
    .groupBy('books.title_key')
    .orderBy('count', 'desc')
    .orderBy('page')
    .execute()
  const [first] = pages
  return (
    first && {
      count: pages.reduce((total, { count }) => total + count, 0),
      lowest: Math.min(...pages.map(({ lowest }) => lowest)),
      page: first.page,
    }
  )
}

/**
 * What is known of a title, without what the person who asks has named: one's own copies don't price
 * one's next.
 */
export async function findTitlePrices(
  db: Db,
  question: TitleQuestion,
  accountId: string | undefined,
  now: Date,
): Promise<{ prices: TitlePrice[]; offers: Offers | undefined }> {
  const asked = { keys: await findKeys(db, question), question, accountId, now }
  if (asked.keys.length === 0) return { prices: [], offers: undefined }
  const [sales, asking, offers] = await Promise.all([
    findSales(db, asked),
    findAskingPrices(db, asked),
    findOffers(db, asked),
  ])
  return { prices: [...sales, ...asking], offers }
}
