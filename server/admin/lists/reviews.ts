import { type SqlBool, sql } from 'kysely'
import type { AdminReview } from '#contract/admin/admin.ts'
import { displayName } from '#contract/common/display-names.ts'
import type { Page } from '#contract/common/endpoint.ts'
import { maxCountedMatches, maxPageSizes } from '#server/admin/limits.ts'
import { type Db, likePattern } from '#server/platform/database/database.ts'
import { newestFirst, readPage, sortPage } from '#server/platform/http/paging.ts'
import { countAll, countFound, type ListRequest } from './query.ts'

const newest = newestFirst('ratings.order_id', 'ratings.created_at')

const newestIds = (db: Db, request: ListRequest) =>
  sortPage(
    db.selectFrom('ratings').select('ratings.order_id').where('ratings.removed_at', 'is', null),
    request,
    maxPageSizes.others,
    newest,
  )

/**
 * Finds the ids of matching reviews. Searches each text separately, so that each search uses its
 * own index. May return more ids than a page has.
 */
function findIds(db: Db, { search = '', ...page }: ListRequest) {
  const pattern = likePattern(search)
  const reviews = newestIds(db, page)
  const byBook = reviews
    .innerJoin('orders', 'orders.id', 'ratings.order_id')
    .where('orders.book_title', 'ilike', pattern)
  const byAuthor = reviews
    .innerJoin('accounts', 'accounts.id', 'ratings.buyer_id')
    .where('accounts.deleted_at', 'is', null)
    .where('accounts.name', 'ilike', pattern)
  const byReview = reviews.where('ratings.review', 'ilike', pattern)
  return sql<{ order_id: string }>`(${byBook} union ${byAuthor} union ${byReview})`
}

const selectReviewRows = (db: Db) =>
  db
    .selectFrom('ratings')
    .innerJoin('orders', 'orders.id', 'ratings.order_id')
    .innerJoin('accounts as author', 'author.id', 'ratings.buyer_id')
    .innerJoin('accounts as seller', 'seller.id', 'ratings.seller_id')
    .select([
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
  const ids = request.search ? findIds(db, request) : newestIds(db, request)
  const found = selectReviewRows(db).where(sql<SqlBool>`ratings.order_id in ${ids}`)
  const page = await readPage(found, { limit: request.limit }, maxPageSizes.others, newest)
  const { search } = request
  const total = search
    ? await countFound(
        db,
        db.selectFrom(findIds(db, { search, limit: maxCountedMatches }).as('found')),
      )
    : { total: await countAll(db, db.selectFrom('ratings').where('removed_at', 'is', null)) }
  return { ...page, rows: page.rows.map(toReview), ...total }
}
