// What everybody may look at, kept while it stays the same.
import {
  listBooks,
  listBranches,
  listReviews,
  listShelves,
  listSimilarBooks,
  readBook,
} from '#contract/books.ts'
import { indianDate } from '#contract/dates.ts'
import { marketTopics } from '#contract/endpoint.ts'
import { findMatchStep } from '#server/books/search/search.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Mount } from '#server/platform/http/route.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { findDetail, findReviews, findSimilarBooks } from './detail.ts'
import { listMarket, listMarketShelves, listUsedBranches } from './lists.ts'

/** How many seconds the answers that every visitor asks for may be old, when nothing here changed them. */
const fresh = 30
/** Searches and whole lists are dear, many and large: kept only while several people may be asking for the same. */
const brief = 5

export function marketRoutes(mount: Mount, { db, cache, now }: AppContext): void {
  mount(listBooks, async (ask) => {
    const { cursor, limit, sort, ...filters } = ask
    const find = async () =>
      listMarket(
        db,
        ask,
        await cache.getOrCompute(`reach ${JSON.stringify(filters)}`, marketTopics, fresh, () =>
          findMatchStep(db, filters),
        ),
      )
    if (cursor !== undefined) return find()
    // What the home page and the first look at a list ask for, and a list asked for whole; other pages are too many to keep.
    const common =
      !filters.search && filters.minPrice === undefined && filters.maxPrice === undefined
    const seconds = limit === undefined ? brief : common && limit <= 60 ? fresh : undefined
    return seconds === undefined
      ? find()
      : cache.getOrCompute(
          `books ${JSON.stringify([limit, sort, filters])}`,
          marketTopics,
          seconds,
          find,
        )
  })

  mount(listShelves, (filters) =>
    cache.getOrCompute(
      `shelves ${JSON.stringify(filters)}`,
      marketTopics,
      filters.search ? brief : fresh,
      () => listMarketShelves(db, filters),
    ),
  )

  mount(listBranches, () =>
    cache.getOrCompute('branches', marketTopics, fresh, () => listUsedBranches(db)),
  )
  // What every visitor sees of a book is kept; who is signed in sees what they may do with it.
  const detail = (id: string, viewer: Viewer | undefined) => {
    const find = () => findDetail(db, id, viewer, indianDate(now()))
    return viewer ? find() : cache.getOrCompute(`book ${id}`, marketTopics, fresh, find)
  }
  mount(readBook, ({ id }, { viewer }) => detail(id, viewer))
  // An address without an id is refused like one with a wrong id.
  mount({ ...readBook, path: '/books', alias: true }, ({ id }, { viewer }) => detail(id, viewer))
  mount(listSimilarBooks, ({ id }, { viewer }) =>
    viewer?.role === 'seller'
      ? findSimilarBooks(db, id, viewer)
      : cache.getOrCompute(`similar ${id}`, marketTopics, fresh, () =>
          findSimilarBooks(db, id, undefined),
        ),
  )
  mount(listReviews, ({ id }) =>
    cache.getOrCompute(`reviews ${id}`, marketTopics, fresh, () => findReviews(db, id)),
  )
}
