import { type SqlBool, sql } from 'kysely'
import type { AdminReview } from '#contract/admin/admin.ts'
import { displayName } from '#contract/common/display-names.ts'
import type { Page } from '#contract/common/endpoint.ts'
import { maxPageSizes } from '#server/admin/policy.ts'
import { type Db, likePattern } from '#server/platform/database/database.ts'
import { rowLimit, toPage } from '#server/platform/http/paging.ts'
import { afterTimeCursor, countFound, everything, type ListRequest, totalOf } from './query.ts'

const newestIds = (db: Db, request: ListRequest) =>
  db
    .selectFrom('ratings')
    .select('ratings.order_id')
    .where('ratings.removed_at', 'is', null)
    .where(afterTimeCursor('ratings.created_at', 'ratings.order_id', request))
    .orderBy('ratings.created_at', 'desc')
    .orderBy('ratings.order_id', 'desc')
    .limit(rowLimit(request, maxPageSizes.others))

/** Those of a page; a search finds some more, by each text by itself, so that each has its index. */
function isOfPage(db: Db, request: ListRequest) {
  const newest = newestIds(db, request)
  if (!request.search) return sql<SqlBool>`ratings.order_id in ${newest}`
  const pattern = likePattern(request.search)
  const byBook = newest
    .innerJoin('orders', 'orders.id', 'ratings.order_id')
    .where('orders.book_title', 'ilike', pattern)
  const byAuthor = newest
    .innerJoin('accounts', 'accounts.id', 'ratings.buyer_id')
    .where('accounts.deleted_at', 'is', null)
    .where('accounts.name', 'ilike', pattern)
  const byReview = newest.where('ratings.review', 'ilike', pattern)
  return sql<SqlBool>`ratings.order_id in (${byBook} union ${byAuthor} union ${byReview})`
}

function selectRatings(db: Db, search: string | undefined) {
  const pattern = likePattern(search ?? '')
  const matches = sql<SqlBool>`(orders.book_title ilike ${pattern}
    or author.name ilike ${pattern} or ratings.review ilike ${pattern})`
  return db
    .selectFrom('ratings')
    .innerJoin('orders', 'orders.id', 'ratings.order_id')
    .innerJoin('accounts as author', 'author.id', 'ratings.buyer_id')
    .innerJoin('accounts as seller', 'seller.id', 'ratings.seller_id')
    .where('ratings.removed_at', 'is', null)
    .where(search ? matches : everything)
}

const selectReviewRows = (db: Db) =>
  selectRatings(db, undefined).select([
    'ratings.order_id',
    'ratings.book_stars',
    'ratings.seller_stars',
    'ratings.review',
    'ratings.created_at',
    'orders.book_id',
    'orders.book_title',
    'ratings.buyer_id',
    'ratings.seller_id',
    'author.name as author_name',
    'author.email',
    'author.status',
    'author.deleted_at as author_deleted_at',
    'seller.name as seller_name',
    'seller.deleted_at as seller_deleted_at',
  ])
type ReviewRow = Awaited<ReturnType<ReturnType<typeof selectReviewRows>['executeTakeFirstOrThrow']>>

const toReview = (row: ReviewRow): AdminReview => ({
  _id: row.order_id,
  book: { _id: row.book_id, title: row.book_title },
  stars: { book: row.book_stars, seller: row.seller_stars },
  review: row.review ?? undefined,
  author: {
    _id: row.buyer_id,
    name: displayName('buyer', { name: row.author_name, deletedAt: row.author_deleted_at }),
    email: row.email ?? undefined,
    status: row.status,
  },
  seller: {
    _id: row.seller_id,
    name: displayName('seller', { name: row.seller_name, deletedAt: row.seller_deleted_at }),
  },
  at: row.created_at.toISOString(),
})

export async function findReviews(db: Db, request: ListRequest): Promise<Page<AdminReview>> {
  const rows = await selectReviewRows(db)
    .where(isOfPage(db, request))
    .orderBy('ratings.created_at', 'desc')
    .orderBy('ratings.order_id', 'desc')
    .limit(rowLimit(request, maxPageSizes.others))
    .execute()
  const page = toPage(rows, request, maxPageSizes.others, (row) => [
    row.created_at.getTime(),
    row.order_id,
  ])
  const total = request.search
    ? await countFound(db, selectRatings(db, request.search))
    : await totalOf(db, 'review')
  return { ...page, rows: page.rows.map(toReview), ...total }
}
