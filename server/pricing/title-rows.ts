// Which listings and orders of a title are read: a bounded number, from indexes, so that neither a
// title of ten thousand copies nor one seller's many copies of it take long or push out the others.
// They are parts of the statement of title-store.ts: `keys` and `of_work` are its.
import { type RawBuilder, sql } from 'kysely'
import { maxCountedRows, maxPricesOfSeller, maxSellersOfTitle, sameEditionYears } from './policy.ts'
import { isNamedSale } from './store.ts'

type Table = 'books' | 'orders'

/** Of the edition: by the ISBN, or by a year that doesn't say otherwise. */
export const isOfEdition = (table: Table) =>
  sql<boolean>`(${sql.ref(`${table}.title_key`)} = asked.by_isbn
    or coalesce(abs(${sql.ref(`${table}.publication_year`)} - asked.publication_year), 0)
      <= ${sameEditionYears})`

/** At a price that the seller chose, instead of the predicted one. */
export const isNamedOffer = sql`(books.custom_price is not null
  and books.price is distinct from books.predicted_price)`

const isPurchase = sql`orders.status = 'Delivered' and orders.order_type = 'purchase'`
const isOnOffer = sql`books.deleted_at is null and books.available > 0`
const hasKey = {
  orders: sql`orders.title_key = keys.title_key and ${isPurchase}`,
  books: sql`books.title_key = keys.title_key and ${isOnOffer}`,
}
const isOfWork = sql`books.isbn is not null
  and work_id(books.search_text) = (select work_id(asked.text))`

/**
 * What `rows` reads of each seller (`sellers.id`) who has rows of that condition: of so many sellers,
 * those with the oldest accounts first, whom no new ones push out.
 */
function ofEachSeller(table: Table, condition: RawBuilder<unknown>, rows: RawBuilder<unknown>) {
  const next = (after: RawBuilder<unknown>) => sql`(select seller_id from ${sql.table(table)}
    where ${condition} ${after} order by seller_id limit 1)`
  return sql`(with recursive sellers as (
      select ${next(sql``)} as id, 1 as place
      union all select ${next(sql`and seller_id > sellers.id`)}, place + 1
      from sellers where id is not null and place < ${maxSellersOfTitle})
    select own.* from sellers cross join lateral (${rows}) as own)`
}

/** The newest listings of each seller that have an ISBN and name the title and the author that are asked for. */
export const workIds = sql`select books.id, books.title, books.title_key
  from ${ofEachSeller(
    'books',
    isOfWork,
    sql`select id from books where ${isOfWork} and seller_id = sellers.id
      order by id desc limit ${maxPricesOfSeller}`,
  )} as own join books on books.id = own.id`

/** Orders of those listings that were sold as what they are called now. */
const ordersOfWork = sql`select own.id from of_work cross join lateral (
    select id from orders where book_id = of_work.id and book_title = of_work.title and ${isPurchase}
    order by created_at desc limit ${maxPricesOfSeller}) as own`

/** The newest that somebody has named, of each seller; of sales also the newest one at any price. */
export const pricedIds = {
  orders: sql`select own.id from keys cross join lateral ${ofEachSeller(
    'orders',
    hasKey.orders,
    sql`(select id from orders where ${hasKey.orders} and seller_id = sellers.id
        order by created_at desc limit 1)
      union (select id from orders
        where ${hasKey.orders} and seller_id = sellers.id and ${isNamedSale}
        order by created_at desc limit ${maxPricesOfSeller})`,
  )} as own union all ${ordersOfWork}`,
  books: sql`select own.id from keys cross join lateral ${ofEachSeller(
    'books',
    hasKey.books,
    sql`select id from books where ${hasKey.books} and seller_id = sellers.id and ${isNamedOffer}
      order by id desc limit ${maxPricesOfSeller}`,
  )} as own union all select id from of_work`,
}

const counted = (table: Table) => sql`select own.id from keys cross join lateral (
  select id from ${sql.table(table)} where ${hasKey[table]} limit ${maxCountedRows}) as own`

/** Those that are counted, at whatever price. */
export const countedIds = {
  orders: sql`${counted('orders')} union all ${ordersOfWork}`,
  books: sql`${counted('books')} union all select id from of_work`,
}
