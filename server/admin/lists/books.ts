import { type SqlBool, sql } from 'kysely'
import type { AdminBook } from '#contract/admin/admin.ts'
import type { Page } from '#contract/common/endpoint.ts'
import { selectBooks, toBook } from '#server/books/views.ts'
import { type Db, likePattern } from '#server/platform/database/database.ts'
import { newestFirst, readPage } from '#server/platform/http/paging.ts'
import { countAll, everything, type ListRequest, maxPageSizes, undeletedBooks } from './query.ts'

export async function findBooks(db: Db, request: ListRequest): Promise<Page<AdminBook>> {
  const pattern = likePattern(request.search ?? '')
  const matches = request.search
    ? sql<SqlBool>`(books.title ilike ${pattern} or books.branch ilike ${pattern})`
    : everything
  const listed = selectBooks(db)
    .select(['accounts.status as seller_status', 'books.hidden_reason', 'books.shelf_code'])
    .select('books.needs_photos')
    .where('books.deleted_at', 'is', null)
    .where(matches)
  const page = await readPage(listed, request, maxPageSizes.books, newestFirst('books.id'))
  const total = await countAll(db, undeletedBooks(db).where(matches))
  const books = page.rows.map((row) => {
    const book = toBook(row)
    const seller = { ...book.seller, status: row.seller_status }
    return {
      ...book,
      seller,
      hiddenReason: row.hidden_reason ?? undefined,
      needsPhotos: row.needs_photos || undefined,
      shelfCode: row.shelf_code ?? undefined,
    }
  })
  return { rows: books, next: page.next, total }
}
