// Public reads of the market. Their answers are cached until the market changes.
import {
  type BookDetail,
  listBooks,
  listBranches,
  listOtherCopies,
  listReviews,
  listShelves,
  listSimilarBooks,
  readBook,
} from '#contract/books/books.ts'
import { indianDate } from '#contract/common/dates.ts'
import { marketTopics } from '#contract/common/endpoint.ts'
import { findHiddenSellers } from '#server/blocks/are-blocked.ts'
import { hiddenSellersCacheSeconds } from '#server/blocks/policy.ts'
import { findMatchStep } from '#server/books/search/search.ts'
import { readWithheldPhotos } from '#server/photos/withheld.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Mount } from '#server/platform/http/route.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { findDetail, findOtherCopies, findReviews, findSimilarBooks } from './detail.ts'
import { listMarket, listMarketShelves, listUsedBranches } from './lists.ts'
import { marketCacheSeconds, maxCachedPageSize, searchCacheSeconds } from './policy.ts'

export function marketRoutes(mount: Mount, { db, cache, storage, now }: AppContext): void {
  const cached = <T>(key: string, find: () => Promise<T>, seconds = marketCacheSeconds) =>
    cache.getOrCompute(key, marketTopics, seconds, find)

  const findHidden = (
    viewer: Viewer | undefined,
  ): Promise<readonly string[]> | readonly string[] =>
    viewer && viewer.role !== 'admin'
      ? cache.getOrCompute(
          `hidden sellers ${viewer.accountId}`,
          ['blocks', 'profiles'],
          hiddenSellersCacheSeconds,
          () => findHiddenSellers(db, viewer.accountId),
        )
      : []
  const forViewer = async <T extends object>(filters: T, viewer: Viewer | undefined) => {
    const hiddenSellers = await findHidden(viewer)
    return hiddenSellers.length === 0 ? filters : { ...filters, hiddenSellers }
  }

  mount(listBooks, async (query, { viewer }) => {
    const { cursor, limit, sort, ...chosen } = query
    const filters = await forViewer(chosen, viewer)
    const find = async () =>
      listMarket(
        db,
        { ...query, ...filters },
        await cached(`matches ${JSON.stringify(filters)}`, () => findMatchStep(db, filters)),
      )
    // Cached are first pages, as the home page requests them, and whole lists; there are too many
    // other pages.
    if (cursor !== undefined) return find()
    const key = `books ${JSON.stringify([limit, sort, filters])}`
    if (limit === undefined) return cached(key, find, searchCacheSeconds)
    const isCommon =
      !filters.search && filters.minPrice === undefined && filters.maxPrice === undefined
    return isCommon && limit <= maxCachedPageSize ? cached(key, find) : find()
  })

  mount(listShelves, async (chosen, { viewer }) => {
    const filters = await forViewer(chosen, viewer)
    return cached(
      `shelves ${JSON.stringify(filters)}`,
      () => listMarketShelves(db, filters),
      chosen.search ? searchCacheSeconds : marketCacheSeconds,
    )
  })
  mount(listBranches, () => cached('branches', () => listUsedBranches(db)))

  // For a signed-in viewer the answer also holds what they may do, so it isn't shared.
  const withPhotos = async (book: BookDetail): Promise<BookDetail> =>
    book.hiddenReason === undefined
      ? book
      : { ...book, images: await readWithheldPhotos(storage, book.images) }
  const readDetail = async (id: string, viewer: Viewer | undefined) => {
    const find = () => findDetail(db, id, viewer, indianDate(now()))
    return viewer ? withPhotos(await find()) : cached(`book ${id}`, find)
  }
  mount(readBook, ({ id }, { viewer }) => readDetail(id, viewer))
  // Without an id the answer is the same error as for a wrong id.
  mount({ ...readBook, path: '/books', alias: true }, ({ id }, { viewer }) =>
    readDetail(id, viewer),
  )
  mount(listSimilarBooks, async ({ id }, { viewer }) => {
    const hidden = await findHidden(viewer)
    return viewer?.role === 'seller' || hidden.length > 0
      ? findSimilarBooks(db, id, viewer, hidden)
      : cached(`similar ${id}`, () => findSimilarBooks(db, id, undefined))
  })
  mount(listOtherCopies, async ({ id }, { viewer }) => {
    const hidden = await findHidden(viewer)
    return hidden.length > 0
      ? findOtherCopies(db, id, hidden)
      : cached(`copies of ${id}`, () => findOtherCopies(db, id))
  })
  mount(listReviews, ({ id }) => cached(`reviews ${id}`, () => findReviews(db, id)))
}
