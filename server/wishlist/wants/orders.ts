// Marks a want as fulfilled by the order that gives its person the title.
import { sql } from 'kysely'
import { insertWantArrivals } from '#server/exchanges/rings/arrivals.ts'
import type { Db } from '#server/platform/database/database.ts'

/**
 * Updates the wants that an order fulfills. An order counts only once its buyer has agreed to it;
 * otherwise sellers could remove people from a queue by creating or delivering an order. `gaveBook`
 * says whether the order counted before, if that is known.
 */
export async function setOrderOfWants(db: Db, orderId: string, gaveBook?: boolean): Promise<void> {
  const { rows } = await sql<{ gives: boolean }>`
    select gives_book(orders) as gives from orders where id = ${orderId}`.execute(db)
  const gives = rows[0]?.gives === true
  if (gives === gaveBook) return
  if (gives) {
    await sql`update wants set order_id = ${orderId} where id in (
        select wants.id from orders join accounts on accounts.id = orders.buyer_id
          join wants on wants.person_id = accounts.person_id
          join books on books.id = orders.book_id
        where orders.id = ${orderId} and wants.order_id is null
          and (wants.isbn = books.isbn or wants.work = work_id(books.search_text))
        order by wants.id for no key update of wants)`.execute(db)
    return
  }
  const freed = await sql<{ id: string; order_id: string | null }>`
    update wants as want set order_id = (
      select orders.id from accounts join orders on orders.buyer_id = accounts.id
        join books on books.id = orders.book_id
      where accounts.person_id = want.person_id and orders.created_at >= want.created_at
        and (books.isbn = want.isbn or work_id(books.search_text) = want.work) and gives_book(orders)
      order by orders.id limit 1)
    where want.order_id = ${orderId} returning id, order_id`.execute(db)
  const waiting = freed.rows.filter(({ order_id }) => order_id === null)
  await insertWantArrivals(db, waiting)
}
