// What reads of the market have in common: who may see what, and who may get the same answer.

import { marketCacheSeconds } from '#server/books/limits.ts'
import { type LookUp, lookUpFrom } from '#server/books/search/words/terms.ts'
import { findHiddenSellers } from '#server/moderation/are-blocked.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { CacheableResponse } from '#server/platform/http/responses/cached-response.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { cacheLookUps } from './cached-words.ts'

/**
 * Shares one cached response among all viewers to whom no seller is hidden. Others get their own.
 */
export const forAll = <T>(
  hiddenSellers: readonly string[],
  compute: () => Promise<T>,
  maxAgeSeconds = marketCacheSeconds,
): Promise<T> | CacheableResponse<T> =>
  hiddenSellers.length > 0 ? compute() : new CacheableResponse({ maxAgeSeconds }, compute)

/** The sellers hidden from a viewer are cached for this long; a block clears the cache. */
const hiddenSellersCacheSeconds = 300

type FindHidden = (viewer: Viewer | undefined) => Promise<readonly string[]> | readonly string[]

const hiddenSellersFrom =
  ({ db, cache }: AppContext): FindHidden =>
  (viewer) =>
    viewer && viewer.role !== 'admin'
      ? cache.getOrCompute(
          `hidden sellers ${viewer.accountId}`,
          { topics: ['blocks', 'profiles'], maxAgeSeconds: hiddenSellersCacheSeconds },
          () => findHiddenSellers(db, viewer.accountId),
        )
      : []

/** Finds the sellers hidden from a viewer, and looks up searched words. */
export type MarketReads = { findHidden: FindHidden; lookUp: LookUp }

export const marketReads = (context: AppContext): MarketReads => ({
  lookUp: cacheLookUps(context.cache, lookUpFrom(context.db)),
  findHidden: hiddenSellersFrom(context),
})
