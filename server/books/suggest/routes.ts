import { normalize } from '#contract/books/normalize.ts'
import { findRelatedSearches, suggestSearches } from '#contract/books/suggestions.ts'
import { movesInOrOut, titleTag } from '#server/books/market/dependencies.ts'
import { suggestions as limits, marketCacheSeconds } from '#server/books/policy.ts'
import type { LookUp } from '#server/books/search/words/known-words.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { CachedResponse } from '#server/platform/http/responses/cached-response.ts'
import type { Mount } from '#server/platform/http/route.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { findRelatedSearches as findRelated } from './related-searches.ts'
import { suggest } from './suggest.ts'

type Options = {
  lookUp: LookUp
  /** Sellers whose books the viewer doesn't see: one of the two has blocked the other. */
  findHidden: (viewer: Viewer | undefined) => Promise<readonly string[]> | readonly string[]
}

export function suggestionRoutes(
  mount: Mount,
  { db }: AppContext,
  { findHidden, lookUp }: Options,
): void {
  mount(suggestSearches, async ({ typed = '' }) => {
    const text = normalize(typed)
    return new CachedResponse(`suggestions ${text}`, limits.cacheSeconds, async () => {
      const { suggestions, titleKeys } = await suggest(db, text)
      // What changes goes at once; what comes may wait until the response is old.
      return { value: { suggestions }, dependencies: { tags: titleKeys.map(titleTag) } }
    })
  })

  mount(findRelatedSearches, async (query, { viewer }) => {
    const hidden = await findHidden(viewer)
    const filters = hidden.length === 0 ? query : { ...query, hiddenSellers: hidden }
    const key = `related searches ${JSON.stringify(filters)}`
    return new CachedResponse(key, marketCacheSeconds, async () => ({
      value: { searches: await findRelated(db, filters, lookUp) },
      dependencies: { tags: [], isChangedBy: movesInOrOut(filters) },
    }))
  })
}
