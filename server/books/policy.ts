import type { sellerTypes } from '#contract/accounts/auth.ts'
import type { Quota } from '#server/platform/limits/quotas.ts'

/** Books that a seller may list in a day; deleted ones count too. */
export const listingQuotas: Record<(typeof sellerTypes)[number], Quota> = {
  student: { max: 200, seconds: 86_400, code: 'too_many_listings' },
  'shop owner': { max: 2_500, seconds: 86_400, code: 'too_many_listings' },
}

/** Opening a listing to exchange asks those who wait for it, so it isn't done all the time. */
export const reopenQuota: Quota = { max: 6, seconds: 86_400, code: 'too_many_reopenings' }

export const maxListedBooks = 5000
/** A longer list of own books comes without today's predictions; pages aren't longer. */
export const maxPredictedBooks = 50
export const shelfSize = 20
/**
 * The shelves of a search that finds more than this show what it finds among the first
 * `maxBooksLookedAt` of each branch.
 */
export const maxShelvedMatches = 10_000
export const maxBooksLookedAt = 2000
export const maxReviews = 20
export const maxOtherCopies = 12

export const similarBooks = { max: 12, minScore: 0.01 } as const
/** Branch and genre alone score 0.3, which is too little to recommend a book. */
export const recommendations = { max: 8, minScore: 0.31 } as const
export const maxCandidatesPerTrait = 40
/** A title's word of more books is looked for among the newest ones. */
export const maxBooksOfOneWord = 5000
export const maxCandidateTitleWords = 3
export const recommendBatchSize = 50
export const recommendationHours = 24
export const recommendJobSeconds = 600

/** Responses that many visitors request; a write of this process deletes them earlier. */
export const marketCacheSeconds = 30
/** Long lists are large: cached for simultaneous requests only. */
export const longListCacheSeconds = 5
export const maxCachedPageSize = 60
export const sitemapCacheSeconds = 3600
/** The protocol allows 50,000: https://www.sitemaps.org/protocol.html */
export const maxPagesPerSitemap = 20_000

export const maxSearchWords = 12
/** Also those that a book needn't contain. */
export const maxTypedWords = 40
/** With fewer exact matches, a search also finds books with similar words. */
export const minExactMatches = 24
export const minFuzzyWordLength = 4
/** Where no book has all words, the search is tried without one of these. */
export const maxRelaxedSearches = 4
/** The share of a word's trigrams that must occur in a word of the book. */
export const minWordSimilarity = 0.5
export const maxSimilarWords = 30
/** Letters that may be wrong in a word, and in one of at least `longWordLength`. */
export const maxTypos = { short: 1, long: 2 } as const
export const longWordLength = 6
/** A part of more words than this is looked for in the books instead. */
export const maxWordsOfTerm = 2000
/** Words in what is cached of the words that people search for; some 10 MB beside the other caches. */
export const maxCachedWords = 100_000
/** A word of more books than this is looked for in the books that rarer words have found. */
export const maxBooksOfKey = 50_000
/** The same where another index has the books of some kilometres or prices. */
export const maxBooksBesideIndex = 10_000
/** The newest books, by which is estimated whether many books are on a list. */
export const sampledBooks = 2000
/** The index compares each book that has one of a term's words with all of these. */
export const maxKeyComparisons = 20_000_000
/** Suggestions while somebody types: of books from the market some are looked at. */
export const suggestions = {
  max: 6,
  /** Of these kinds; titles take what is left. With a class or exam there is one of each. */
  maxFilters: 2,
  maxSearches: 2,
  maxAuthors: 2,
  minLetters: 2,
  /** Beginnings of more words than this choose no books, if another word does. */
  maxWords: 40,
  maxLookedAt: 800,
  /** Where very many books have each word: the newest of all. */
  maxNewest: 2000,
  maxTitles: 200,
  cacheSeconds: 60,
} as const
/** Searches that are tried and shown where nothing is found. */
export const relatedSearches = {
  maxTried: 6,
  max: 3,
  wordsTried: 2,
  /** Looser than a search itself, which has found nothing. */
  minSimilarity: 0.3,
  /** The share of a word's letters that may be wrong; of a short one two letters. */
  maxWrong: 0.34,
} as const

/**
 * Counts of lists end here: '1,000+'. Fewer books are found by index, ranked
 * and sorted. Where there are more, a list goes through the books in its order: it soon comes to as
 * many as it shows.
 */
export const maxCountedMatches = 1000
/**
 * A list whose first page was counted is read on like that, although it may have grown. Cursors can
 * be forged, so this too is what a stranger may ask for.
 */
export const maxCountedLater = 2000
export const sumUpCountsSeconds = 60
