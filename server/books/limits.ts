import type { sellerTypes } from '#contract/accounts/auth.ts'
import type { Quota } from '#server/platform/limits/quotas.ts'

/** A seller may list at most this many books per day, including deleted ones. */
export const listingQuotas: Record<(typeof sellerTypes)[number], Quota> = {
  student: { max: 200, seconds: 86_400, code: 'too_many_listings' },
  'shop owner': { max: 2_500, seconds: 86_400, code: 'too_many_listings' },
}
export const maxListedBooks = 5000
export const similarBooks = { max: 12, minScore: 0.01 } as const
export const recommendBatchSize = 50
/** How long responses for many visitors are cached, unless a write invalidates them earlier. */
export const marketCacheSeconds = 30
export const maxCachedPageSize = 60
/** A word that more books have is checked only in the books that rarer words have found. */
export const maxBooksOfKey = 50_000
/** Limits of suggestions while typing. For common words only some books on the market are read. */
export const suggestions = {
  max: 6,
  /**
   * Titles fill what these kinds leave free. With a class or exam, there is at most one of each.
   */
  maxFilters: 2,
  maxSearches: 2,
  maxAuthors: 2,
  minLetters: 2,
  /** The beginning of more words than this is checked only in the newest books. */
  maxWords: 200,
  maxLookedAt: 800,
  /** If very many books have each word, only this many of the newest books are read. */
  maxNewest: 2000,
  maxTitles: 200,
  cacheSeconds: 60,
} as const
/**
 * Counts of lists end here: '1,000+'. Up to this number, books are found by index, ranked and
 * sorted. If there are more, books are read in list order until the page is full.
 */
export const maxCountedMatches = 1000
