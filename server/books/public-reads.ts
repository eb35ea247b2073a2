// Public reads of the market. Their answers are kept until something that they show changes.
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
import type { Filters } from '#server/books/search/filters.ts'
import { findMatches } from '#server/books/search/search.ts'
import { readWithheldPhotos } from '#server/photos/withheld.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Shows } from '#server/platform/cache/cache.ts'
import { Kept } from '#server/platform/http/kept-answer.ts'
import type { Mount } from '#server/platform/http/route.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { findDetail, findOtherCopies, findReviews, findSimilarBooks } from './detail.ts'
import { listMarket, listMarketShelves, listUsedBranches } from './lists.ts'
import { marketCacheSeconds, maxCachedPageSize, searchCacheSeconds } from './policy.ts'
import {
  bookTags,
  detailShows,
  listShows,
  marketShows,
  movesInOrOut,
  shelvesShow,
  titleShows,
} from './shows.ts'

/** Of a whole list, which is too long to say each of its books. */
const anyChange: Shows = { tags: [], isChangedBy: () => true }

const keep = <T>(
  key: string,
  find: () => Promise<T>,
  shows: (value: T) => Shows,
  maxAgeSeconds = marketCacheSeconds,
) =>
  new Kept(key, maxAgeSeconds, async () => {
    const value = await find()
    return { value, shows: shows(value) }
  })

export function marketRoutes(mount: Mount, { db, cache, storage, now }: AppContext): void {
  const findHidden = (
    viewer: Viewer | undefined,
  ): Promise<readonly string[]> | readonly string[] =>
    viewer && viewer.role !== 'admin'
      ? cache.getOrCompute(
          `hidden sellers ${viewer.accountId}`,
          { topics: ['blocks', 'profiles'], maxAgeSeconds: hiddenSellersCacheSeconds },
          () => findHiddenSellers(db, viewer.accountId),
        )
      : []
  const forViewer = async <T extends object>(filters: T, viewer: Viewer | undefined) => {
    const hiddenSellers = await findHidden(viewer)
    return hiddenSellers.length === 0 ? filters : { ...filters, hiddenSellers }
  }
  const matchesOf = (filters: Filters) =>
    cache.getOrCompute(
      `matches ${JSON.stringify(filters)}`,
      {
        topics: marketTopics,
        maxAgeSeconds: marketCacheSeconds,
        shows: () => ({ tags: [], isChangedBy: movesInOrOut(filters) }),
      },
      () => findMatches(db, filters),
    )

  mount(listBooks, async (query, { viewer }) => {
    const { cursor, limit, sort, ...chosen } = query
    const filters: Filters = await forViewer(chosen, viewer)
    const find = async () => listMarket(db, { ...query, ...filters }, await matchesOf(filters))
    // Kept are first pages, as the home page requests them, and whole lists; there are too many
    // other pages.
    if (cursor !== undefined) return find()
    const key = `books ${JSON.stringify([limit, sort, filters])}`
    if (limit === undefined) return keep(key, find, () => anyChange, searchCacheSeconds)
    const isCommon =
      !filters.search && filters.minPrice === undefined && filters.maxPrice === undefined
    return isCommon && limit <= maxCachedPageSize
      ? keep(key, find, (page) => listShows({ sort, ...filters }, page))
      : find()
  })

  mount(listShelves, async (chosen, { viewer }) => {
    const filters: Filters = await forViewer(chosen, viewer)
    return keep(
      `shelves ${JSON.stringify(filters)}`,
      () => listMarketShelves(db, filters),
      (shelves) => shelvesShow(filters, shelves),
      chosen.search ? searchCacheSeconds : marketCacheSeconds,
    )
  })
  mount(listBranches, async () =>
    keep(
      'branches',
      () => listUsedBranches(db),
      () => ({ tags: [], isChangedBy: ({ before, after }) => before?.branch !== after?.branch }),
    ),
  )

  // For a signed-in viewer the answer also holds what they may do, so it isn't shared.
  const withPhotos = async (book: BookDetail): Promise<BookDetail> =>
    book.hiddenReason === undefined
      ? book
      : { ...book, images: await readWithheldPhotos(storage, book.images) }
  const readDetail = async (id: string, viewer: Viewer | undefined) => {
    const find = () => findDetail(db, id, viewer, indianDate(now()))
    return viewer ? withPhotos(await find()) : keep(`book ${id}`, find, detailShows)
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
      : keep(
          `similar ${id}`,
          () => findSimilarBooks(db, id, undefined),
          (books) => marketShows([{ _id: id }, ...books]),
        )
  })
  mount(listOtherCopies, async ({ id }, { viewer }) => {
    const hidden = await findHidden(viewer)
    return hidden.length > 0
      ? (await findOtherCopies(db, id, hidden)).books
      : new Kept(`copies of ${id}`, marketCacheSeconds, async () => {
          const { books, titleKey } = await findOtherCopies(db, id)
          return { value: books, shows: titleShows(id, titleKey, bookTags(books)) }
        })
  })
  mount(
    listReviews,
    async ({ id }) =>
      new Kept(`reviews ${id}`, marketCacheSeconds, async () => {
        const { reviews, titleKey } = await findReviews(db, id)
        return { value: reviews, shows: titleShows(id, titleKey, ['reviewers']) }
      }),
  )
}
