import { z } from 'zod'
import { endpoint, sides } from '#contract/common/endpoint.ts'
import { errorWithCode } from '#contract/common/input-errors.ts'
import { blankAsAbsent, Id, Money, pagingFields } from '#contract/common/schemas.ts'
import { Place, UserLocation } from '#contract/places.ts'
import { BookFilters, Isbn } from './book-forms.ts'
import { Book } from './books.ts'
import { conditions } from './conditions.ts'
import { Prediction, TitleKnowledge } from './pricing.ts'

const TitleId = z
  .string({ error: errorWithCode('title_not_found') })
  .regex(/^[0-9a-f]{16}$/, { error: errorWithCode('title_not_found') })

const maxSlugLength = 60

/** Returns the last part of the URL of a title's page. The id at its end identifies the title. */
export function titleSlug({ _id, title }: { _id: string; title: string }): string {
  const words = title.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  // Cut between whole characters, because half a surrogate pair can't be part of a URL.
  const name = Array.from(words.join('-')).slice(0, maxSlugLength).join('')
  return encodeURIComponent([...(name === '' ? [] : [name]), _id].join('-'))
}

export const titleIdIn = (slug: string): string => slug.slice(slug.lastIndexOf('-') + 1)

const titleSorts = ['price', 'near'] as const

/**
 * Predicted prices of used copies, best condition first, for the edition that most sellers offer.
 * `known` describes past sales of the title.
 */
export const UsedPrices = z.object({
  publication_year: z.number(),
  original_price: Money,
  conditions: z.array(Prediction.extend({ condition: z.enum(conditions) })),
  known: TitleKnowledge.pick({ sold: true, soldPrices: true, prices: true }),
})
export type UsedPrices = z.output<typeof UsedPrices>

export const Title = z.object({
  _id: z.string(),
  title: z.string(),
  author: z.string(),
  branch: z.string(),
  genre: z.string().optional(),
  isbn: z.string().optional(),
  pages: z.number().optional(),
  publication_year: z.number().optional(),
  image: z.string().optional(),
  ratings: Book.shape.ratings,
  /** Available copies of all sellers. The prices below are for these copies. */
  copies: z.number(),
  wanted: z.number().optional(),
  lowestPrice: Money.optional(),
  highestPrice: Money.optional(),
  lowestRentPrice: Money.optional(),
  /** Missing if nobody offers a used copy with a year of publication. */
  usedPrices: UsedPrices.optional(),
  /** Any book of this title, to load reviews and similar books. */
  book: Id,
})
export type Title = z.output<typeof Title>

export const readTitle = endpoint({
  method: 'GET',
  path: '/titles/{id}',
  summary: 'Returns a title with the number of copies on offer and their prices.',
  access: 'anyone',
  input: z.object({ id: TitleId }),
  response: Title,
  reads: ['blocks', 'books', 'wants'],
})

export const listTitleCopies = endpoint({
  method: 'GET',
  path: '/titles/{id}/copies',
  summary: 'Lists the books of a title that are on the market, cheapest or nearest first.',
  access: 'anyone',
  input: z.object({
    id: TitleId,
    near: blankAsAbsent(UserLocation),
    sort: blankAsAbsent(z.enum(titleSorts, { error: 'Sort by price or near.' })),
    ...pagingFields,
  }),
  response: z.array(Book),
  paged: true,
  reads: ['blocks', 'books'],
})

export const FoundTitle = z.object({
  _id: z.string(),
  /** The cheapest of the found books, or the nearest when sorted by distance. */
  book: Book,
  /** How many listings the title has. The fields below mean the same as in `Title`. */
  books: z.number(),
  copies: z.number(),
  lowestPrice: Money,
  /** The nearest book, if the search has a starting point and `book` isn't the nearest. */
  nearest: z.object({ book: Id, price: Money, place: Place }).optional(),
})
export type FoundTitle = z.output<typeof FoundTitle>

export const searchTitles = endpoint({
  method: 'GET',
  path: '/titles',
  summary:
    'Lists the titles of the books on the market, with the same search, filters, sorting and paging as the list of books. If more books match than are counted, a title may appear again on a later page.',
  access: 'anyone',
  input: BookFilters.extend(pagingFields),
  response: z.array(FoundTitle),
  paged: true,
  reads: ['blocks', 'books'],
  errorLog: 'Failed to fetch books.',
})

export const TitleFacts = Title.pick({
  title: true,
  author: true,
  pages: true,
  publication_year: true,
}).extend({
  isbn: z.string(),
  branch: z.string().optional(),
  /** The printed price. */
  original_price: Money.optional(),
})
export type TitleFacts = z.output<typeof TitleFacts>

export const findByIsbn = endpoint({
  method: 'GET',
  path: '/titles/isbn',
  summary: 'Returns what is known about the book with this ISBN, to fill in a listing.',
  access: sides,
  input: z.object({ isbn: Isbn }),
  response: TitleFacts,
  reads: ['books'],
})
