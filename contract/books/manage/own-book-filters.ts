import { z } from 'zod'
import { bookTypes } from '#contract/books/book-forms.ts'
import { maxLength } from '#contract/common/limits.ts'
import {
  blankAsAbsent,
  booleanInput,
  integer,
  numberInput,
  Search,
  singleLine,
} from '#contract/common/schemas.ts'

/** Each of a seller's books is in one of these states. A hidden book may also be sold out. */
export const ownBookStates = ['for-sale', 'sold-out', 'hidden'] as const
export type OwnBookState = (typeof ownBookStates)[number]

/**
 * '-' sorts in descending order. `listed` is when a book was last put on the market. Without a sort,
 * the books that were added last come first.
 */
export const ownBookSorts = [
  'newest',
  'listed',
  '-listed',
  'title',
  '-title',
  'price',
  '-price',
  'stock',
  '-stock',
  'chats',
  '-chats',
] as const
export type OwnBookSort = (typeof ownBookSorts)[number]

const maxDaysListed = 10_000

/**
 * `search` finds words of title and author as in the public list, part of an ISBN, and part of a
 * shelf code. `minDays` finds books that were put on the market at least this many days ago.
 */
export const OwnBookFilters = z.object({
  search: Search,
  state: blankAsAbsent(
    z.enum(ownBookStates, { error: `The state is one of ${ownBookStates.join(', ')}.` }),
  ),
  bookType: blankAsAbsent(z.enum(bookTypes, { error: 'The book type is new or old.' })),
  branch: blankAsAbsent(singleLine('Branch', maxLength.branch)),
  withoutPhotos: blankAsAbsent(booleanInput('Without photos')),
  minDays: blankAsAbsent(numberInput(integer('Days listed', 0, maxDaysListed))),
})

export const OwnBookSortInput = blankAsAbsent(
  z.enum(ownBookSorts, { error: `Sort by one of ${ownBookSorts.join(', ')}.` }),
)
