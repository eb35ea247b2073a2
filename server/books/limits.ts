import type { sellerTypes } from '#contract/accounts/auth.ts'
import type { Quota } from '#server/platform/limits/quotas.ts'

/** Maximum books that a seller can list per day, including deleted ones. */
export const listingQuotas: Record<(typeof sellerTypes)[number], Quota> = {
  student: { max: 200, seconds: 86_400, code: 'too_many_listings' },
  'shop owner': { max: 2_500, seconds: 86_400, code: 'too_many_listings' },
}
export const maxListedBooks = 5000
/** How long responses for many visitors are cached, unless a write invalidates them earlier. */
export const marketCacheSeconds = 30
export const maxCachedPageSize = 60
/** A word in more books than this is checked only in the books that rarer words find. */
export const maxBooksOfKey = 50_000
/** Limits of suggestions while typing. For common words, only some of the books are read. */
export const suggestions = {
  max: 6,
  /**
   * Filters, searches and authors come first, and titles fill the rest. If there is a filter, at
   * most one search and one author are suggested.
   */
  maxFilters: 2,
  maxSearches: 2,
  maxAuthors: 2,
  maxShops: 2,
  minLetters: 2,
  /**
   * If a typed beginning matches more words than this, it is checked only in the books that the
   * other words find or, if there are none, in the newest.
   */
  maxWords: 200,
  maxLookedAt: 800,
  /**
   * If each word is in too many books for the index, only this many of the newest books are read.
   */
  maxNewest: 2000,
  maxTitles: 200,
  cacheSeconds: 60,
} as const
/**
 * Lists count up to this number ('1,000+'). Up to this number, books are found by an index, ranked
 * and sorted. If there are more, books are read in the list's order until the page is full.
 */
export const maxCountedMatches = 1000
