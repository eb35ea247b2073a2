// Titles that a job counts again for the public page. A change adds a row and never waits for others
// who want the same.
import { sql } from 'kysely'
import { insertWantArrivals } from '#server/exchanges/rings/arrivals.ts'
import type { Db } from '#server/platform/database/database.ts'

type Want = { id: string; work: string }

export async function noteTitles(db: Db, wants: readonly Pick<Want, 'work'>[]): Promise<void> {
  if (wants.length === 0) return
  const titles = wants.map(({ work }) => ({ work }))
  await db.insertInto('wanted_changes').values(titles).execute()
}

/** Wants that are new, wait again, or are at another place. */
export async function noteNewWants(db: Db, wants: readonly Want[]): Promise<void> {
  await noteTitles(db, wants)
  await insertWantArrivals(
    db,
    wants.map(({ id }) => id),
  )
}

/**
 * A listing that leaves the market or is edited may take a title off the public page, and one that
 * comes back may put it there; a job finds those that have become old enough.
 */
export async function noteListings(db: Db, bookIds: readonly string[]): Promise<void> {
  if (bookIds.length === 0) return
  await sql`insert into wanted_changes (work)
    select work from wanted_titles where book_id = any(${bookIds}::uuid[])
    union select named.work
    from (select work_id(search_text) as work from books where id = any(${bookIds}::uuid[])) as named
    where exists (select from wants where wants.work = named.work)`.execute(db)
}

/** The wants and listings of somebody whom an admin has blocked don't count. */
export async function noteTitlesOf(
  db: Db,
  { id, person_id }: { id: string; person_id: string },
): Promise<void> {
  await sql`insert into wanted_changes (work)
    select work from wants where person_id = ${person_id}
    union select work from books join wanted_titles on book_id = books.id where seller_id = ${id}`.execute(
    db,
  )
}

/**
 * A title that a person gets is no longer wanted. Only what its buyer agreed to counts, or anybody
 * could take others out of a queue by proposing or delivering an order. `gaveBook` says whether the
 * order counted before, if that is known.
 */
export async function setOrderOfWants(db: Db, orderId: string, gaveBook?: boolean): Promise<void> {
  const { rows } = await sql<{ gives: boolean }>`
    select gives_book(orders) as gives from orders where id = ${orderId}`.execute(db)
  const gives = rows[0]?.gives === true
  if (gives === gaveBook) return
  if (gives) {
    const wants = await sql<Want>`
      update wants set order_id = ${orderId} where id in (
        select wants.id from orders join accounts on accounts.id = orders.buyer_id
          join wants on wants.person_id = accounts.person_id
          join books on books.id = orders.book_id
        where orders.id = ${orderId} and wants.order_id is null
          and (wants.isbn = books.isbn or wants.work = work_id(books.search_text))
        order by wants.id for no key update of wants)
      returning id, work`.execute(db)
    return noteTitles(db, wants.rows)
  }
  const freed = await sql<Want & { order_id: string | null }>`
    update wants as want set order_id = (
      select orders.id from accounts join orders on orders.buyer_id = accounts.id
        join books on books.id = orders.book_id
      where accounts.person_id = want.person_id and orders.created_at >= want.created_at
        and (books.isbn = want.isbn or work_id(books.search_text) = want.work) and gives_book(orders)
      order by orders.id limit 1)
    where want.order_id = ${orderId} returning id, work, order_id`.execute(db)
  await noteTitles(db, freed.rows)
  const waiting = freed.rows.filter(({ order_id }) => order_id === null)
  await insertWantArrivals(
    db,
    waiting.map(({ id }) => id),
  )
}
