// Queues new and changed copies and wants. A job looks for rings that contain them.
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

export async function insertCopyArrivals(db: Db, bookIds: readonly string[]): Promise<void> {
  if (bookIds.length === 0) return
  const copies = bookIds.map((book_id) => ({ book_id }))
  await db.insertInto('exchange_arrivals').values(copies).execute()
}

type WantId = { id: string }
export async function insertWantArrivals(db: Db, wants: readonly WantId[]): Promise<void> {
  if (wants.length === 0) return
  const ids = wants.map(({ id }) => id)
  // Skips wants that another transaction removes.
  await sql`insert into exchange_arrivals (want_id)
    select id from wants where id = any(${ids}::uuid[]) for key share`.execute(db)
}

export async function insertArrivalsOf(db: Db, personId: string): Promise<void> {
  await sql`insert into exchange_arrivals (book_id, want_id)
    select books.id, null::uuid from books join accounts on accounts.id = books.seller_id
    where accounts.person_id = ${personId} and open_to_exchange and available > 0
      and books.deleted_at is null and not is_hidden
    union all select null, id from wants where person_id = ${personId}`.execute(db)
}
