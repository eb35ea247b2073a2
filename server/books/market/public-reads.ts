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
import { indianDate } from '#contract/common/dates.ts'
import { findHiddenSellers } from '#server/blocks/are-blocked.ts'
import { hiddenSellersCacheSeconds } from '#server/blocks/policy.ts'
import {
  longListCacheSeconds,
  marketCacheSeconds,
  maxCachedPageSize,
} from '#server/books/policy.ts'
import { cacheNewest, readNewestFrom } from '#server/books/recommend/candidates.ts'
import { cacheUncompared } from '#server/books/recommend/saved-similar.ts'
import type { Filters } from '#server/books/search/filters.ts'
import { type LookUp, lookUpFrom } from '#server/books/search/words/known-words.ts'
import { suggestionRoutes } from '#server/books/suggest/routes.ts'
import { titleRoutes } from '#server/books/titles/routes.ts'
import { findListedBooks, toBook } from '#server/books/views.ts'
import { readWithheldPhotos } from '#server/photos/withheld.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Dependencies } from '#server/platform/cache/dependencies.ts'
import { CachedResponse, WrittenJson } from '#server/platform/http/responses/cached-response.ts'
import type { Mount } from '#server/platform/http/route.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { listUsedBranches } from './branches.ts'
import { createCachedBooks, idsOfShelves, writeBooks, writeShelves } from './cached-books.ts'
import { cacheLookUps } from './cached-words.ts'
import {
  bookTags,
  detailDependencies,
  orderDependencies,
  shelfDependencies,
  similarDependencies,
  titleDependencies,
} from './dependencies.ts'
import { findDetail, findOtherCopies, findReviews, orderSimilar } from './detail.ts'
import { orderMarket } from './lists.ts'
import { isRelatedTo } from './relation.ts'
import { orderShelves } from './shelves.ts'

/** Of a long list, which can't say each of its books. */
const anyChange: Dependencies = { tags: [], isChangedBy: () => true }

const toCachedResponse = <T>(
  key: string,
  find: () => Promise<{ value: T; dependencies: Dependencies }>,
) => new CachedResponse(key, marketCacheSeconds, find)

const hiddenSellersFrom =
  ({ db, cache }: AppContext) =>
  (viewer: Viewer | undefined): Promise<readonly string[]> | readonly string[] =>
    viewer && viewer.role !== 'admin'
      ? cache.getOrCompute(
          `hidden sellers ${viewer.accountId}`,
          { topics: ['blocks', 'profiles'], maxAgeSeconds: hiddenSellersCacheSeconds },
          () => findHiddenSellers(db, viewer.accountId),
        )
      : []

type Shared = {
  cachedBooks: ReturnType<typeof createCachedBooks>
  lookUp: LookUp
  findHidden: ReturnType<typeof hiddenSellersFrom>
}

export function marketRoutes(mount: Mount, context: AppContext): void {
  const shared = {
    cachedBooks: createCachedBooks(context),
    lookUp: cacheLookUps(context.cache, lookUpFrom(context.db)),
    findHidden: hiddenSellersFrom(context),
  }
  listRoutes(mount, context, shared)
  detailRoutes(mount, context, shared)
  similarRoutes(mount, context, shared)
  titleRoutes(mount, context, shared)
  suggestionRoutes(mount, context, shared)
}

function listRoutes(
  mount: Mount,
  { db }: AppContext,
  { cachedBooks, findHidden, lookUp }: Shared,
): void {
  const forViewer = async <T extends object>(filters: T, viewer: Viewer | undefined) => {
    const hiddenSellers = await findHidden(viewer)
    return hiddenSellers.length === 0 ? filters : { ...filters, hiddenSellers }
  }
  mount(listBooks, async (query, { viewer }) => {
    const { cursor, limit, sort, ...chosen } = query
    const filters: Filters = await forViewer(chosen, viewer)
    const findOrder = () => orderMarket(db, { ...query, ...filters }, { lookUp })
    const key = `books ${JSON.stringify([limit, cursor, sort, filters])}`
    if (limit === undefined || limit > maxCachedPageSize)
      return new CachedResponse(key, longListCacheSeconds, async () => {
        const { ids, position } = await findOrder()
        const rows = await findListedBooks(db, ids)
        return { value: { rows, ...position }, dependencies: anyChange }
      })
    return cachedBooks.list(key, {
      findOrder,
      dependenciesOf: (order) => orderDependencies({ sort, ...filters }, order),
      idsOf: ({ ids }) => ids,
      write: (books, { position }) => new WrittenJson(writeBooks(books), position),
    })
  })

  mount(listShelves, async (chosen, { viewer }) => {
    const filters: Filters = await forViewer(chosen, viewer)
    const key = `shelves ${JSON.stringify(filters)}`
    return cachedBooks.list(key, {
      findOrder: () => orderShelves(db, filters, lookUp),
      dependenciesOf: () => shelfDependencies(filters),
      idsOf: idsOfShelves,
      write: (books, order) => new WrittenJson(writeShelves(books, order)),
    })
  })
  mount(listBranches, async () =>
    toCachedResponse('branches', async () => ({
      value: await listUsedBranches(db),
      dependencies: {
        tags: [],
        isChangedBy: ({ before, after }) => before?.branch !== after?.branch,
      },
    })),
  )
}

function detailRoutes(
  mount: Mount,
  { db, storage, now }: AppContext,
  { findHidden }: Shared,
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
      return withPhotos((await find(viewer)).detail)
    // Others of a role may do the same; a buyer what a stranger may.
    const reader = viewer?.role === 'buyer' ? undefined : viewer
    const key = reader ? `book ${id} for a ${reader.role}` : `book ${id}`
    return toCachedResponse(key, async () => {
      const { row, titleKey, detail } = await find(reader)
      return { value: detail, dependencies: detailDependencies(row, titleKey) }
    })
  }
  mount(readBook, ({ id }, { viewer }) => readDetail(id, viewer))
  // Without an id the response is the same error as for a wrong id.
  mount({ ...readBook, path: '/books', alias: true }, ({ id }, { viewer }) =>
    readDetail(id, viewer),
  )
  mount(listReviews, async ({ id }) =>
    toCachedResponse(`reviews ${id}`, async () => {
      const { reviews, titleKey } = await findReviews(db, id)
      return { value: reviews, dependencies: titleDependencies(id, titleKey, ['reviewers']) }
    }),
  )
}

function similarRoutes(
  mount: Mount,
  { db, cache }: AppContext,
  { cachedBooks, findHidden }: Shared,
): void {
  const readNewest = cacheNewest(cache, readNewestFrom(db))
  const readUncompared = cacheUncompared(cache, db)
  mount(listSimilarBooks, async ({ id }, { viewer }) => {
    const hidden = await findHidden(viewer)
    if (viewer?.role === 'seller' || hidden.length > 0)
      return findListedBooks(db, await orderSimilar(db, id, viewer, readNewestFrom(db, hidden)))
    return cachedBooks.list(`similar ${id}`, {
      findOrder: () => orderSimilar(db, id, undefined, readNewest, readUncompared),
      dependenciesOf: () => similarDependencies(id),
      idsOf: (ids) => ids,
      write: (books) => new WrittenJson(writeBooks(books)),
    })
  })
  mount(listOtherCopies, async ({ id }, { viewer }) => {
    const hidden = await findHidden(viewer)
    if (hidden.length > 0) return (await findOtherCopies(db, id, hidden)).rows.map(toBook)
    return toCachedResponse(`copies of ${id}`, async () => {
      const { rows, titleKey } = await findOtherCopies(db, id)
      return {
        value: rows.map(toBook),
        dependencies: titleDependencies(id, titleKey, bookTags(rows)),
      }
    })
  })
}
