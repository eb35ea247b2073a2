// What reads of the market have in common: who may see what, and who may get the same answer.

import { marketCacheSeconds } from '#server/books/policy.ts'
import { type LookUp, lookUpFrom } from '#server/books/search/words/terms.ts'
import { findHiddenSellers } from '#server/moderation/are-blocked.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { CacheableResponse } from '#server/platform/http/responses/cached-response.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { cacheLookUps } from './cached-words.ts'

/** An answer for everybody who may see all of the market; of others each gets their own. */
export const forAll = <T>(
  hiddenSellers: readonly string[],
  compute: () => Promise<T>,
  maxAgeSeconds = marketCacheSeconds,
): Promise<T> | CacheableResponse<T> =>
  hiddenSellers.length > 0 ? compute() : new CacheableResponse({ maxAgeSeconds }, compute)

/** Who blocked whom is known to lists of books for so long where nobody blocks anybody. */
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

/** Who may see what, and what is known of the words that people search for. */
export type MarketReads = { findHidden: FindHidden; lookUp: LookUp }

export const marketReads = (context: AppContext): MarketReads => ({
  lookUp: cacheLookUps(context.cache, lookUpFrom(context.db)),
  findHidden: hiddenSellersFrom(context),
})
