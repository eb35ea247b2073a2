import type { sellerTypes } from '#contract/accounts/auth.ts'
import type { Quota } from '#server/platform/limits/quotas.ts'

/** How many books a seller may list per day, including deleted ones. */
export const listingQuotas: Record<(typeof sellerTypes)[number], Quota> = {
  student: { max: 200, seconds: 86_400, code: 'too_many_listings' },
  'shop owner': { max: 2_500, seconds: 86_400, code: 'too_many_listings' },
}

/** Opening a listing to exchange makes proposals to people who wait for it, so it is limited. */
export const reopenQuota: Quota = { max: 6, seconds: 86_400, code: 'too_many_reopenings' }

export const maxListedBooks = 5000
/** A longer list of the seller's own books has no predictions. No page is longer. */
export const maxPredictedBooks = 50
export const shelfSize = 20
/**
 * The shelves of a search with more matches than this show only those among the first
 * `maxBooksLookedAt` books of each branch.
 */
export const maxShelvedMatches = 10_000
export const maxBooksLookedAt = 2000
export const maxReviews = 20
export const maxOtherCopies = 12

export const similarBooks = { max: 12, minScore: 0.01 } as const
/** Branch and genre alone score 0.3, which is too little to recommend a book. */
export const recommendations = { max: 8, minScore: 0.31 } as const
export const maxCandidatesPerTrait = 40
/** If more books than this contain a title word, only the newest of them are candidates. */
export const maxBooksOfOneWord = 5000
export const maxCandidateTitleWords = 3
export const recommendBatchSize = 50
export const recommendationHours = 24
export const recommendJobSeconds = 600

/** How long responses for many visitors are cached, unless a write invalidates them earlier. */
export const marketCacheSeconds = 30
/** Long lists are large, so they are cached only for concurrent requests. */
export const longListCacheSeconds = 5
export const maxCachedPageSize = 60
export const sitemapCacheSeconds = 3600
/** The protocol allows 50,000: https://www.sitemaps.org/protocol.html */
export const maxPagesPerSitemap = 20_000

export const maxSearchWords = 12
/** Includes words that a book needn't contain. */
export const maxTypedWords = 40
/** With fewer exact matches, a search also finds books with similar words. */
export const minExactMatches = 24
export const minFuzzyWordLength = 4
/** How many searches without one word are tried if no book has all words. */
export const maxRelaxedSearches = 4
/** The share of a word's trigrams that must occur in a word of the book. */
export const minWordSimilarity = 0.5
export const maxSimilarWords = 30
/** Letters that may be wrong in a word, and in one of at least `longWordLength`. */
export const maxTypos = { short: 1, long: 2 } as const
export const longWordLength = 6
/**
 * A term with more matching words than this is compared with each book instead of using the index.
 */
export const maxWordsOfTerm = 2000
/** The number of words in the cache of lookups, about 10 MB in addition to the other caches. */
export const maxCachedWords = 100_000
/** A word that more books have is checked only in the books that rarer words have found. */
export const maxBooksOfKey = 50_000
/** The limit if another index can find the books by distance or price. */
export const maxBooksBesideIndex = 10_000
/** How many of the newest books are sampled to estimate whether a list has many books. */
export const sampledBooks = 2000
/** The index compares each book that has one of a term's words with all of them. */
export const maxKeyComparisons = 20_000_000
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
  /** A word that begins more words than this isn't used to find books if another word can be. */
  maxWords: 40,
  maxLookedAt: 800,
  /** If very many books have each word, only this many of the newest books are read. */
  maxNewest: 2000,
  maxTitles: 200,
  cacheSeconds: 60,
} as const
/** Limits of the searches that are tried and shown if a search finds nothing. */
export const relatedSearches = {
  maxTried: 6,
  max: 3,
  wordsTried: 2,
  /** Lower than `minWordSimilarity`, because the search itself has found nothing. */
  minSimilarity: 0.3,
  /** The share of a word's letters that may be wrong. In a short word, two letters may be. */
  maxWrong: 0.34,
} as const

/**
 * Counts of lists end here: '1,000+'. Up to this number, books are found by index, ranked and
 * sorted. If there are more, books are read in list order until the page is full.
 */
export const maxCountedMatches = 1000
/**
 * The limit for later pages of a ranked list, which may have grown since its first page. Cursors
 * can be forged, so anyone can request this.
 */
export const maxCountedLater = 2000
export const sumUpCountsSeconds = 60
