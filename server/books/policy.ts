// Limits, cache lifetimes and thresholds of books.
import type { sellerTypes } from '#contract/accounts/auth.ts'
import type { Quota } from '#server/platform/limits/quotas.ts'

/** Books that a seller may list in a day; deleted ones count too. */
export const listingQuotas: Record<(typeof sellerTypes)[number], Quota> = {
  student: { max: 200, seconds: 86_400, code: 'too_many_listings' },
  'shop owner': { max: 2_500, seconds: 86_400, code: 'too_many_listings' },
}

/** Of a list that is requested without a limit. */
export const maxListedBooks = 5000
export const shelfSize = 20
export const maxBranchShelves = 60
export const maxReviews = 20
/** Other copies of a title that the page of a copy shows. */
export const maxOtherCopies = 12

export const similarBooks = { max: 12, minScore: 0.01 } as const
/** Branch and genre alone score 0.3, which is too little to recommend a book. */
export const recommendations = { max: 8, minScore: 0.31 } as const
export const maxCandidatesPerTrait = 40
export const recommendBatchSize = 50
export const recommendationHours = 24
export const recommendJobSeconds = 600

/** Answers that many visitors request; a write of this process deletes them earlier. */
export const marketCacheSeconds = 30
/** Searches and whole lists are expensive and large: cached for simultaneous requests only. */
export const searchCacheSeconds = 5
export const maxCachedPageSize = 60
export const sitemapCacheSeconds = 3600
/** The protocol allows 50,000: https://www.sitemaps.org/protocol.html */
export const maxBooksPerSitemap = 20_000

export const maxSearchWords = 12
/** With fewer exact matches, a search also finds books with similar words. */
export const minExactMatches = 24
/** With more matches, ranking them by similarity would cost too much. */
export const maxRankedMatches = 1000
export const minFuzzyWordLength = 4
/** The share of a word's trigrams that must occur in the book's words. */
export const minWordSimilarity = 0.5
/** A title and an author of this length fit into an index entry in any script. */
export const maxTitleKeyLength = 200

/** Counts of lists by a search or a price end here: '1,000+'. */
export const maxCountedMatches = 1000
/** Rows that counts of listed books are read from, before they are summed up. */
export const maxListedCountRows = 2000
export const sumUpCountsSeconds = 60
