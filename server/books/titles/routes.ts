import { titleSearchText } from '#contract/books/title-key.ts'
import { findByIsbn, listTitleCopies, readTitle, searchTitles } from '#contract/books/titles.ts'
import { marketTopics } from '#contract/common/endpoint.ts'
import { marketCacheSeconds, maxCachedPageSize } from '#server/books/limits.ts'
import { forAll, type MarketReads } from '#server/books/market/shared-reads.ts'
import { findListedBooks } from '#server/books/views.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { CacheableResponse } from '#server/platform/http/responses/cached-response.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { countPeople } from '#server/wishlist/wants/counts.ts'
import { findFactsByIsbn } from './facts-by-isbn.ts'
import { findFirst, findTitle, orderCopies } from './find-title.ts'
import { findTitles } from './search-titles.ts'
import { findUsedPrices } from './used-prices.ts'

export function titleRoutes(
  mount: Mount,
  context: AppContext,
  { findHidden, lookUp }: MarketReads,
): void {
  const { db } = context
  mount(readTitle, async ({ id }, { viewer }) => {
    const hidden = await findHidden(viewer)
    const find = async () => {
      const { row, title, edition } = await findTitle(db, id, hidden)
      const wanted = await countPeople(db, { isbn: row.isbn, searchText: titleSearchText(row) })
      return {
        ...title,
        wanted,
        usedPrices: edition && (await findUsedPrices(context, title, edition)),
      }
    }
    if (hidden.length > 0) return find()
    const topics = [...marketTopics, 'wants'] as const
    return new CacheableResponse({ maxAgeSeconds: marketCacheSeconds, topics }, find)
  })

  mount(listTitleCopies, async ({ id, ...query }, { viewer }) => {
    const hidden = await findHidden(viewer)
    const request = { ...query, limit: query.limit ?? maxCachedPageSize }
    return forAll(hidden, async () => {
      const { title_key: titleKey } = await findFirst(db, id)
      const { ids, position } = await orderCopies(db, titleKey, request, hidden)
      return { rows: await findListedBooks(db, ids), ...position }
    })
  })

  mount(findByIsbn, ({ isbn }) => findFactsByIsbn(db, isbn))

  mount(searchTitles, async (query, { viewer }) => {
    const hiddenSellers = await findHidden(viewer)
    const request = { ...query, limit: query.limit ?? maxCachedPageSize, hiddenSellers }
    return forAll(hiddenSellers, () => findTitles(db, request, lookUp))
  })
}
