// A book's copies, and the orders, accepted rings and reservations that hold them. A hold is a
// range of dates on a copy.
import { type SqlBool, sql } from 'kysely'
import { AppError } from '#contract/common/error-catalog.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { changeBooks } from './changed-books.ts'
import { rejectReservedCopies } from './rules.ts'

type NewCopies = { bookId: string; firstNumber: number; count: number }

export async function insertCopies(db: Db, books: readonly NewCopies[]): Promise<void> {
  const rows = books.flatMap(({ bookId, firstNumber, count }) =>
    Array.from({ length: count }, (_, index) => ({
      id: newId(),
      book_id: bookId,
      number: firstNumber + index,
    })),
  )
  if (rows.length > 0) await db.insertInto('copies').values(rows).execute()
}

/**
 * Whether nothing holds the copy. The hold of a returned rental has an end, so it doesn't count.
 */
const isFree = sql<SqlBool>`not exists (select from holds
  where holds.copy_id = copies.id and upper_inf(holds.during))`

/** Sets the number of a locked book's copies. Throws copies_in_use if more are held. */
export async function saveCopies(
  db: Db,
  book: { id: string; copies: number; available: number },
  copies: number,
): Promise<void> {
  if (copies === book.copies) return
  rejectReservedCopies(copies, book)
  await setCopies(db, [{ id: book.id, before: book.copies, copies }])
}

/** Sets the numbers of locked books' copies. `copies` must be at least those that are held. */
export async function setCopies(
  db: Db,
  books: readonly { id: string; before: number; copies: number }[],
): Promise<void> {
  const rows = JSON.stringify(books.map(({ id, before, copies }) => ({ id, by: copies - before })))
  const changed = sql`jsonb_to_recordset(${rows}::jsonb) as changed(id uuid, by integer)`
  await sql`insert into copies (id, book_id, number)
    select gen_random_uuid(), changed.id, last.number + added.n
    from ${changed}
    cross join lateral (select coalesce(max(number), 0) as number from copies
      where book_id = changed.id) as last
    cross join lateral generate_series(1, changed.by) as added (n)`.execute(db)
  const { rows: removed } = await sql<{ id: string }>`select free.id from ${changed}
    cross join lateral (select id from copies where book_id = changed.id and ${isFree}
      order by number desc limit greatest(0, -changed.by)) as free`.execute(db)
  if (removed.length > 0) {
    const isRemoved = (column: string) =>
      sql<SqlBool>`${sql.ref(column)} = any(${removed.map(({ id }) => id)}::uuid[])`
    // Deletes the holds of returned rentals. Their orders also store the dates.
    await db.deleteFrom('holds').where(isRemoved('copy_id')).execute()
    await db.deleteFrom('copies').where(isRemoved('id')).execute()
  }
  const ids = books.map(({ id }) => id)
  await changeBooks(db, ids, () =>
    sql`update books set copies = copies + changed.by, available = available + changed.by
      from ${changed} where books.id = changed.id`.execute(db),
  )
}

type HoldOwner = { orderId: string } | { exchangeId: string } | { reservationId: string }

function ownerColumns(owner: HoldOwner) {
  if ('orderId' in owner) return { order_id: owner.orderId }
  if ('exchangeId' in owner) return { exchange_id: owner.exchangeId }
  return { reservation_id: owner.reservationId }
}

/**
 * Reserves a copy for an order, ring or reservation that the transaction has inserted. `from` is a
 * date in India. Throws book_gone if no copy is free. Locks the book before it inserts the hold, as
 * all code does.
 */
export async function reserveCopy(
  db: Db,
  { bookId, from, ...owner }: { bookId: string; from: string } & HoldOwner,
): Promise<void> {
  const book = await changeBooks(db, [bookId], () =>
    db
      .updateTable('books')
      .set((set) => ({ available: set('available', '-', 1) }))
      .where('id', '=', bookId)
      .where('available', '>', 0)
      .where('deleted_at', 'is', null)
      .where('hidden_at', 'is', null)
      .returning('id')
      .executeTakeFirst(),
  )
  if (!book) throw new AppError('book_gone')
  const during = sql<string>`daterange(${from}::date, null)`
  const copy = await db
    .selectFrom('copies')
    .select('id')
    .where('book_id', '=', bookId)
    .where(
      sql<SqlBool>`not exists (select from holds
        where holds.copy_id = copies.id and holds.during && ${during})`,
    )
    .orderBy('number')
    .executeTakeFirst()
  if (!copy) throw new AppError('book_gone')
  await db
    .insertInto('holds')
    .values({ ...ownerColumns(owner), copy_id: copy.id, during })
    .execute()
}

const addFreeCopy = (db: Db, bookId: string) =>
  changeBooks(db, [bookId], () =>
    db
      .updateTable('books')
      .set((set) => ({ available: set('available', '+', 1) }))
      .where('id', '=', bookId)
      .execute(),
  )

/** Frees the copies held by a ring or a reservation. The books must be locked. */
async function releaseHolds(
  db: Db,
  owner: 'exchange_id' | 'reservation_id',
  id: string,
): Promise<void> {
  const released = await db
    .deleteFrom('holds')
    .using('copies')
    .whereRef('copies.id', '=', 'holds.copy_id')
    .where(`holds.${owner}`, '=', id)
    .returning('copies.book_id')
    .execute()
  for (const { book_id } of released) await addFreeCopy(db, book_id)
}

/** Locks books in the order of their ids, as all code does. */
export async function lockBooks(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .selectFrom('books')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Frees the copies held by a ring. `bookIds` are all of its books. */
export async function releaseCopiesOfRing(
  db: Db,
  exchangeId: string,
  bookIds: readonly string[],
): Promise<void> {
  await lockBooks(db, bookIds)
  await releaseHolds(db, 'exchange_id', exchangeId)
}

/** Frees the copy of an ended reservation. Its book must be locked. */
export const releaseReservedCopy = (db: Db, reservationId: string): Promise<void> =>
  releaseHolds(db, 'reservation_id', reservationId)

/**
 * Releases an order's copy, in the order's transaction. A returned rental's hold ends on
 * `returnedOn` (a date in India); other holds are deleted. Does nothing if the order no longer
 * holds a copy.
 */
export async function releaseCopy(
  db: Db,
  { orderId, returnedOn }: { orderId: string; returnedOn?: string | undefined },
): Promise<void> {
  const book = await db
    .selectFrom('books')
    .innerJoin('copies', 'copies.book_id', 'books.id')
    .innerJoin('holds', 'holds.copy_id', 'copies.id')
    .select('books.id')
    .where('holds.order_id', '=', orderId)
    .forNoKeyUpdate('books')
    .executeTakeFirst()
  if (!book) return
  const isOpen = sql<SqlBool>`upper_inf(during)`
  const ended = sql<string>`daterange(lower(during), greatest(lower(during), ${returnedOn ?? null}::date))`
  const released =
    returnedOn === undefined
      ? await db
          .deleteFrom('holds')
          .where('order_id', '=', orderId)
          .where(isOpen)
          .returning('order_id')
          .executeTakeFirst()
      : await db
          .updateTable('holds')
          .set({ during: ended })
          .where('order_id', '=', orderId)
          .where(isOpen)
          .returning('order_id')
          .executeTakeFirst()
  if (released) await addFreeCopy(db, book.id)
}
