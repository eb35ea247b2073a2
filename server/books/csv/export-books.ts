import { type SqlBool, sql } from 'kysely'
import { byteOrderMark, toCsv } from '#contract/common/csv.ts'
import { photoAddress } from '#contract/common/photos.ts'
import { toRupees } from '#contract/common/schemas.ts'
import { isOf } from '#server/books/manage/own-filters.ts'
import { images } from '#server/books/views.ts'
import { arrayOf, type Db } from '#server/platform/database/database.ts'
import { newestFirst, readPage } from '#server/platform/http/paging.ts'
import { type Field, fields, labels } from './columns.ts'

const pageSize = 1000

const selectById = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('books')
    .selectAll()
    .select(images.as('images'))
    .where(sql<SqlBool>`id = any(${arrayOf('uuid', ids)})`)
    .orderBy('id', 'desc')
type OwnRow = Awaited<ReturnType<ReturnType<typeof selectById>['executeTakeFirstOrThrow']>>

const rupees = (paise: number | null) => (paise === null ? '' : toRupees(paise))
const yesNo = (value: boolean) => (value ? 'yes' : 'no')

const cellsOf = (book: OwnRow, publicUrl: string): Record<Field, string | number> => ({
  title: book.title,
  author: book.author,
  // Excel would shorten a plain number.
  isbn: book.isbn === null ? '' : `${book.isbn.slice(0, 3)}-${book.isbn.slice(3)}`,
  bookType: book.book_type,
  condition: book.condition,
  price: toRupees(book.price),
  original_price: toRupees(book.original_price),
  copies: book.available,
  publication_year: book.publication_year ?? '',
  publicationDate: book.publication_date ?? '',
  pages: book.pages ?? '',
  branch: book.branch,
  genre: book.genre ?? '',
  description: book.description ?? '',
  isRentable: yesNo(book.is_rentable),
  rentPrice: rupees(book.rent_price),
  rentDeposit: rupees(book.rent_deposit),
  lateFee: rupees(book.late_fee),
  openToExchange: yesNo(book.open_to_exchange),
  reservationHours: book.reservation_hours,
  shelfCode: book.shelf_code ?? '',
  photos: book.images.map((hash) => `${publicUrl}${photoAddress(hash, 1200)}`).join('; '),
})

/** Returns up to 1,000 of the seller's books as CSV, newest first. The first page has the headers. */
export async function exportBooksPage(
  db: Db,
  sellerId: string,
  cursor: string | undefined,
  publicUrl: string,
) {
  // The ids come first, or the planner may read the books of all sellers.
  const own = db.selectFrom('books').select('id').where(isOf(sellerId))
  const page = await readPage(own, { cursor }, pageSize, newestFirst('books.id'))
  const ids = page.rows.map(({ id }) => id)
  const rows = (await selectById(db, ids).execute()).map((book) => {
    const cells = cellsOf(book, publicUrl)
    return fields.map((field) => cells[field])
  })
  const start =
    cursor === undefined ? `${byteOrderMark}${toCsv([fields.map((field) => labels[field])])}` : ''
  return { csv: start + toCsv(rows), next: page.next }
}
