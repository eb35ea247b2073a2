// Shared by reads of the market: who may see what, and who gets the same response.
import { LRUCache } from 'lru-cache'
import { marketTopics } from '#contract/common/endpoint.ts'
import { marketCacheSeconds } from '#server/books/limits.ts'
import type { TypedWord } from '#server/books/search/words/read-search.ts'
import { type KnownWord, type LookUp, lookUpFrom } from '#server/books/search/words/terms.ts'
import { findHiddenSellers } from '#server/moderation/are-blocked.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Cache } from '#server/platform/cache/cache.ts'
import { CacheableResponse } from '#server/platform/http/responses/cached-response.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'

/** Maximum words in the cache of lookups, which takes about 10 MB in addition to other caches. */
export const maxCachedWords = 100_000

/** Shares one cached response among all viewers without hidden sellers. Others get their own. */
export const forAll = <T>(
  hiddenSellers: readonly string[],
  compute: () => Promise<T>,
  maxAgeSeconds = marketCacheSeconds,
): Promise<T> | CacheableResponse<T> =>
  hiddenSellers.length > 0 ? compute() : new CacheableResponse({ maxAgeSeconds }, compute)

/** How many words an entry counts for, in addition to its own words. */
const entryWeight = 10
const countWords = ({ words, sounds, similar_words }: KnownWord) =>
  entryWeight + words.length + sounds.length + similar_words.length

const createKnownWords = () =>
  new LRUCache<string, KnownWord>({ maxSize: maxCachedWords, sizeCalculation: countWords })

/**
 * Caches each word's lookup until a book changes, because people often search for the same words.
 */
export function cacheLookUps(cache: Cache, lookUp: LookUp): LookUp {
  const findKnownWords = () =>
    cache.getOrCompute(
      'known words',
      { topics: marketTopics, maxAgeSeconds: marketCacheSeconds },
      async () => createKnownWords(),
    )
  return async (asked, few) => {
    // Fetched before the lookup: if words change in the meantime, the result goes into a discarded
    // cache.
    const known = await findKnownWords()
    const keyOf = ({ word, tags }: TypedWord) => JSON.stringify([word, tags, few])
    const found = asked.map((one) => known.get(keyOf(one)))
    const missing = asked.filter((_, at) => !found[at])
    const rows = missing.length > 0 ? await lookUp(missing, few) : []
    for (const [at, row] of rows.entries()) known.set(keyOf(missing[at] as TypedWord), row)
    const lookedUp = rows.values()
    return found.map((row) => row ?? (lookedUp.next().value as KnownWord))
  }
}

type FindHidden = (viewer: Viewer | undefined) => Promise<readonly string[]>

const hiddenSellersFrom =
  ({ db }: AppContext): FindHidden =>
  async (viewer) =>
    viewer && viewer.role !== 'admin' ? findHiddenSellers(db, viewer.accountId) : []

export type MarketReads = { findHidden: FindHidden; lookUp: LookUp }

export const marketReads = (context: AppContext): MarketReads => ({
  lookUp: cacheLookUps(context.cache, lookUpFrom(context.db)),
  findHidden: hiddenSellersFrom(context),
})
