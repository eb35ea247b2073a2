import { type SqlBool, sql } from 'kysely'
import type { AdminReview } from '#contract/admin/admin.ts'
import type { Page } from '#contract/common/endpoint.ts'
import { type Db, likePattern } from '#server/platform/database/database.ts'
import { newestFirst, readPage } from '#server/platform/http/paging.ts'
import { countAll, everything, type ListRequest, maxPageSizes } from './query.ts'

const selectReviewRows = (db: Db) =>
  db
    .selectFrom('ratings')
    .innerJoin('orders', 'orders.id', 'ratings.order_id')
    .innerJoin('accounts as author', 'author.id', 'ratings.buyer_id')
    .innerJoin('accounts as seller', 'seller.id', 'ratings.seller_id')
    .selectAll('ratings')
    .select(['orders.book_id', 'orders.book_title', 'seller.name as seller_name'])
    .select(['author.name as author_name', 'author.email', 'author.status'])
type ReviewRow = Awaited<ReturnType<ReturnType<typeof selectReviewRows>['executeTakeFirstOrThrow']>>

const toReview = (row: ReviewRow): AdminReview => ({
  _id: row.order_id,
  book: { _id: row.book_id, title: row.book_title },
  stars: { book: row.book_stars, seller: row.seller_stars },
  review: row.review ?? undefined,
  author: {
    _id: row.buyer_id,
    name: row.author_name,
    email: row.email ?? undefined,
    status: row.status,
  },
  seller: {
    _id: row.seller_id,
    name: row.seller_name,
  },
  at: row.created_at.toISOString(),
})

export async function findReviews(db: Db, request: ListRequest): Promise<Page<AdminReview>> {
  const pattern = likePattern(request.search ?? '')
  const matches = request.search
    ? sql<SqlBool>`(orders.book_title ilike ${pattern} or ratings.review ilike ${pattern}
        or (author.deleted_at is null and author.name ilike ${pattern}))`
    : everything
  const reviews = selectReviewRows(db).where('ratings.removed_at', 'is', null).where(matches)
  const newest = newestFirst('ratings.order_id', 'ratings.created_at')
  const page = await readPage(reviews, request, maxPageSizes.others, newest)
  return { ...page, rows: page.rows.map(toReview), total: await countAll(db, reviews) }
}
