// What a page of a list is asked for by, and what is found for it.

import type { LookUp } from '#server/books/search/words/known-words.ts'
import type { TypedWord } from '#server/books/search/words/read-search.ts'
import type { Condition } from './conditions.ts'
import type { SortedPage } from './read-books.ts'
import type { SortableRow, Sorting } from './sorting.ts'

/**
 * `all`: there is no search. `exact`: books that contain every word. `similar`: with similar words
 * too, where exact matches are few. `broad`, `similar-broad`: more than are counted, not ranked.
 */
export const matchSteps = ['all', 'broad', 'exact', 'similar', 'similar-broad'] as const
export type MatchStep = (typeof matchSteps)[number]

/** `after` and `step` are those of the cursor: the last row, and how its page was found. */
export type PageQuery = Omit<SortedPage, 'sorting'> & {
  step: MatchStep | undefined
  /** Only books that have all words; not where a place chooses some of them. */
  isStrict?: boolean | undefined
  /** Without it the database is asked for each word; not in a transaction, as it reads beside it. */
  lookUp?: LookUp | undefined
}
/** Asks which books there are, and how many, for none of them. */
export const countOnly: PageQuery = { limit: 0, after: undefined, step: undefined }

export type FoundBooks = {
  step: MatchStep
  sorting: Sorting
  rows: SortableRow[]
  total: number
  isMinimum: boolean
  /** No book has all words: these have all of these. */
  relaxedTo?: readonly TypedWord[]
  condition: Condition
  areVeryMany: boolean
  /** The same of very many books, to be asked of each: without the index of words. */
  rowCondition?: Condition
  /** Where others have words like those typed, those few that have the words themselves. */
  exactCondition?: Condition
}
