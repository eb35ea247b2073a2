import { sql } from 'kysely'
import type { SavedBook } from '#contract/books/saved.ts'
import { indianDate } from '#contract/common/dates.ts'
import type { Page } from '#contract/common/endpoint.ts'
import { toRupees } from '#contract/common/schemas.ts'
import { findHiddenSellers } from '#server/blocks/are-blocked.ts'
import { rentedUntil, visibleTo } from '#server/books/market/detail.ts'
import { availabilityOf, reservationOf } from '#server/books/rules.ts'
import { findOfferedTitles, titleIdOf } from '#server/books/titles/offered.ts'
import { isRented, reservedUntil, selectBooks, toBook } from '#server/books/views.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  cursorId,
  cursorTime,
  type PageRequest,
  readCursor,
  rowLimit,
  toPage,
} from '#server/platform/http/paging.ts'
import { maxPageSize } from './policy.ts'

async function readRows(db: Db, accountId: string, request: PageRequest, today: string) {
  let saved = db
    .selectFrom('saved_books')
    .select(['book_id', 'price as saved_price', 'created_at as saved_at'])
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('book_id', 'desc')
    .limit(rowLimit(request, maxPageSize))
  const cursor = readCursor(request.cursor, 2)
  if (cursor)
    saved = saved.where(
      sql<boolean>`(created_at, book_id)
        < (${cursorTime(cursor[0])}::timestamptz, ${cursorId(cursor[1])}::uuid)`,
    )
  return selectBooks(db)
    .innerJoin(saved.as('saved'), 'saved.book_id', 'books.id')
    .select(['books.title_key', 'saved_price', 'saved_at'])
    .select([
      isRented.as('rented'),
      reservedUntil.as('reserved_until'),
      rentedUntil(today).as('rented_until'),
      visibleTo(undefined).as('is_visible'),
    ])
    .orderBy('saved_at', 'desc')
    .orderBy('books.id', 'desc')
    .execute()
}
type Row = Awaited<ReturnType<typeof readRows>>[number]

function viewRow(row: Row, isSeen: boolean): Omit<SavedBook, 'otherCopies'> {
  const { _id, title, author, branch, bookType, condition, place, price, rentPrice, images } =
    toBook(row)
  const availability = isSeen ? availabilityOf(row) : 'removed'
  return {
    ...{ _id, title, author, branch, bookType, condition, place, price, rentPrice },
    // A photo of a listing that nobody may see isn't shown here either.
    image: isSeen ? images[0] : undefined,
    savedPrice: toRupees(row.saved_price),
    savedAt: row.saved_at.toISOString(),
    availability,
    rentedUntil: availability === 'rented' ? (row.rented_until ?? undefined) : undefined,
    ...(isSeen && reservationOf(row)),
  }
}

/** A page of what a buyer has saved, the last saved first. */
export async function findSavedBooks(
  db: Db,
  accountId: string,
  request: PageRequest,
  now: Date,
): Promise<Page<SavedBook>> {
  const hiddenSellers = await findHiddenSellers(db, accountId)
  const found = await readRows(db, accountId, request, indianDate(now))
  const page = toPage(found, request, maxPageSize, (row) => [row.saved_at.getTime(), row.id])
  const views = page.rows.map((row) => ({
    row,
    view: viewRow(row, row.is_visible === true && !hiddenSellers.includes(row.seller_id)),
  }))
  const gone = views.filter(({ view }) => view.availability !== 'available')
  const titleKeys = gone.map(({ row }) => row.title_key)
  const offered = await findOfferedTitles(db, titleKeys, hiddenSellers)
  return {
    rows: views.map(({ row, view }) => {
      const others = view.availability === 'available' ? undefined : offered.get(row.title_key)
      return {
        ...view,
        otherCopies: others && {
          title: titleIdOf(row.title_key),
          copies: others.copies,
          lowestPrice: others.lowestPrice,
        },
      }
    }),
    next: page.next,
  }
}
