import { normalize } from '#contract/books/normalize.ts'
import { findRelatedSearches, suggestSearches } from '#contract/books/suggestions.ts'
import { forAll, type MarketReads } from '#server/books/market/market-reads.ts'
import { suggestions as limits } from '#server/books/policy.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { findRelatedSearches as findRelated } from './related-searches.ts'
import { suggest } from './suggest.ts'

export function suggestionRoutes(
  mount: Mount,
  { db }: AppContext,
  { findHidden, lookUp }: MarketReads,
): void {
  mount(suggestSearches, async ({ typed = '' }) =>
    forAll(
      [],
      async () => ({ suggestions: await suggest(db, normalize(typed)) }),
      limits.cacheSeconds,
    ),
  )
  mount(findRelatedSearches, async (query, { viewer }) => {
    const hiddenSellers = await findHidden(viewer)
    return forAll(hiddenSellers, async () => ({
      searches: await findRelated(db, { ...query, hiddenSellers }, lookUp),
    }))
  })
}
