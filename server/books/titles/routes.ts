import { titleSearchText } from '#contract/books/title-key.ts'
import { listTitleCopies, readTitle, searchTitles } from '#contract/books/titles.ts'
import { type createCachedBooks, writeBooks } from '#server/books/market/cached-books.ts'
import {
  bookTags,
  orderDependencies,
  titlePriceTags,
  titleTag,
} from '#server/books/market/dependencies.ts'
import { marketCacheSeconds, maxCachedPageSize } from '#server/books/policy.ts'
import type { LookUp } from '#server/books/search/words/known-words.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { CachedResponse, WrittenJson } from '#server/platform/http/responses/cached-response.ts'
import type { Mount } from '#server/platform/http/route.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { countPeople } from '#server/wants/wanted-counts.ts'
import { findFirst, findTitle, orderCopies } from './find-title.ts'
import { orderTitles, writeTitles } from './search-titles.ts'
import { findUsedPrices } from './used-prices.ts'

type Options = {
  cachedBooks: ReturnType<typeof createCachedBooks>
  lookUp: LookUp
  /** Sellers whose books the viewer doesn't see: one of the two has blocked the other. */
  findHidden: (viewer: Viewer | undefined) => Promise<readonly string[]> | readonly string[]
}

export function titleRoutes(
  mount: Mount,
  context: AppContext,
  { cachedBooks, findHidden, lookUp }: Options,
): void {
  const { db } = context
  mount(readTitle, async ({ id }, { viewer }) => {
    const hidden = await findHidden(viewer)
    const key = `title ${JSON.stringify([id, hidden])}`
    return new CachedResponse(key, marketCacheSeconds, async () => {
      const { row, title, titleKey, edition } = await findTitle(db, id, hidden)
      const used = edition && (await findUsedPrices(context, title, edition))
      const wanted = await countPeople(db, {
        isbn: row.isbn,
        searchText: titleSearchText(row),
      })
      const tags = [
        ...[titleTag(titleKey), ...bookTags([row]), ...wanted.tags],
        ...titlePriceTags(used?.titleKeys),
      ]
      const value = { ...title, wanted: wanted.people, usedPrices: used?.prices }
      return { value, dependencies: { tags } }
    })
  })

  mount(listTitleCopies, async ({ id, ...query }, { viewer }) => {
    const hidden = await findHidden(viewer)
    const request = { ...query, limit: query.limit ?? maxCachedPageSize }
    return cachedBooks.list(`copies ${JSON.stringify([id, request, hidden])}`, {
      findOrder: async () => {
        const { title_key: titleKey } = await findFirst(db, id)
        return { titleKey, ...(await orderCopies(db, titleKey, request, hidden)) }
      },
      dependenciesOf: ({ titleKey }) => ({ tags: [titleTag(titleKey)] }),
      idsOf: ({ ids }) => ids,
      write: (books, { position }) => new WrittenJson(writeBooks(books), position),
    })
  })

  mount(searchTitles, async (query, { viewer }) => {
    const hidden = await findHidden(viewer)
    const request = { ...query, limit: query.limit ?? maxCachedPageSize }
    const filters = hidden.length === 0 ? request : { ...request, hiddenSellers: hidden }
    return cachedBooks.list(`titles ${JSON.stringify(filters)}`, {
      findOrder: () => orderTitles(db, filters, lookUp),
      dependenciesOf: (order) => {
        const { tags, ...dependencies } = orderDependencies(filters, order)
        return { ...dependencies, tags: [...tags, ...order.titleKeys.map(titleTag)] }
      },
      idsOf: ({ ids }) => ids,
      write: (books, order) => new WrittenJson(writeTitles(books, order), order.position),
    })
  })
}
