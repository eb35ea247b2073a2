import {
  type BookDetail,
  listBooks,
  listBranches,
  listOtherCopies,
  listShelves,
  listSimilarBooks,
  readBook,
} from '#contract/books/books.ts'
import { listReviews } from '#contract/books/reviews.ts'
import { readSeller } from '#contract/books/sellers.ts'
import { findRelatedSearches, suggestSearches } from '#contract/books/suggestions.ts'
import { indianDate } from '#contract/common/dates.ts'
import {
  marketCacheSeconds,
  maxCachedPageSize,
  suggestions as suggestionLimits,
} from '#server/books/limits.ts'
import { findRelatedSearches as findRelated } from '#server/books/suggest/related-searches.ts'
import { suggest } from '#server/books/suggest/suggest.ts'
import { titleRoutes } from '#server/books/titles/routes.ts'
import { findListedBooks, toBook } from '#server/books/views.ts'
import { readWithheldPhotos } from '#server/photos/hidden-photos.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { CacheableResponse } from '#server/platform/http/responses/cached-response.ts'
import type { Mount } from '#server/platform/http/route.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { listUsedBranches } from './branches.ts'
import { findDetail, findOtherCopies, findReviews, findSimilarBooks } from './detail.ts'
import { orderMarket } from './lists.ts'
import { isRelatedTo } from './relation.ts'
import { findSeller } from './sellers.ts'
import { forAll, type MarketReads, marketReads } from './shared-reads.ts'
import { findShelves } from './shelves.ts'

/** Long lists are large, so they are cached just long enough for concurrent requests. */
const longListCacheSeconds = 5

export function marketRoutes(mount: Mount, context: AppContext): void {
  const reads = marketReads(context)
  listRoutes(mount, context, reads)
  detailRoutes(mount, context, reads)
  similarRoutes(mount, context, reads)
  titleRoutes(mount, context, reads)
}

function listRoutes(mount: Mount, { db }: AppContext, { findHidden, lookUp }: MarketReads): void {
  mount(listBooks, async (query, { viewer }) => {
    const hiddenSellers = await findHidden(viewer)
    const isLong = query.limit === undefined || query.limit > maxCachedPageSize
    const find = async () => {
      const { ids, position } = await orderMarket(db, { ...query, hiddenSellers }, { lookUp })
      return { rows: await findListedBooks(db, ids), ...position }
    }
    return forAll(hiddenSellers, find, isLong ? longListCacheSeconds : marketCacheSeconds)
  })
  mount(listShelves, async (chosen, { viewer }) => {
    const hiddenSellers = await findHidden(viewer)
    return forAll(hiddenSellers, () => findShelves(db, { ...chosen, hiddenSellers }, lookUp))
  })
  mount(listBranches, async () => forAll([], () => listUsedBranches(db)))
  mount(suggestSearches, async ({ typed = '' }) =>
    forAll(
      [],
      async () => ({ suggestions: await suggest(db, typed) }),
      suggestionLimits.cacheSeconds,
    ),
  )
  mount(findRelatedSearches, async (query, { viewer }) => {
    const hiddenSellers = await findHidden(viewer)
    return forAll(hiddenSellers, async () => ({
      searches: await findRelated(db, { ...query, hiddenSellers }, lookUp),
    }))
  })
}

function detailRoutes(
  mount: Mount,
  { db, storage, now }: AppContext,
  { findHidden }: MarketReads,
): void {
  const withPhotos = async (book: BookDetail): Promise<BookDetail> =>
    book.hiddenReason === undefined
      ? book
      : { ...book, images: await readWithheldPhotos(storage, book.images) }
  const readDetail = async (id: string, viewer: Viewer | undefined) => {
    const hiddenSellers = await findHidden(viewer)
    const find = (viewer: Viewer | undefined) =>
      findDetail(db, { id, viewer, hiddenSellers, today: indianDate(now()) })
    if (viewer && (hiddenSellers.length > 0 || (await isRelatedTo(db, id, viewer))))
      return withPhotos(await find(viewer))
    // Viewers who have no relation to the book share a response for their role. Buyers share that
    // of guests.
    const reader = viewer?.role === 'buyer' ? undefined : viewer
    return new CacheableResponse({ maxAgeSeconds: marketCacheSeconds, readers: reader?.role }, () =>
      find(reader),
    )
  }
  mount(readBook, ({ id }, { viewer }) => readDetail(id, viewer))
  // A request without an id gets the error for a wrong id.
  mount({ ...readBook, path: '/books', alias: true }, ({ id }, { viewer }) =>
    readDetail(id, viewer),
  )
  mount(readSeller, async ({ id }, { viewer }) => {
    const hidden = await findHidden(viewer)
    return forAll(hidden, () => findSeller(db, id, hidden))
  })
  mount(listReviews, async ({ id }) => forAll([], () => findReviews(db, id)))
}

function similarRoutes(mount: Mount, { db }: AppContext, { findHidden }: MarketReads): void {
  mount(listSimilarBooks, async ({ id }, { viewer }) => {
    const hidden = await findHidden(viewer)
    const find = (reader: Viewer | undefined) => findSimilarBooks(db, id, reader, hidden)
    return viewer?.role === 'seller' ? find(viewer) : forAll(hidden, () => find(undefined))
  })
  mount(listOtherCopies, async ({ id }, { viewer }) => {
    const hidden = await findHidden(viewer)
    return forAll(hidden, async () => (await findOtherCopies(db, id, hidden)).map(toBook))
  })
}
