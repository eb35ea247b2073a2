import { z } from 'zod'
import { endpoint } from '#contract/common/endpoint.ts'
import { handOvers } from '#contract/common/hand-overs.ts'
import { maxPredictedBooks } from '#contract/common/limits.ts'
import { imageLimits, photoLimits } from '#contract/common/photos.ts'
import {
  blankAsAbsent,
  Id,
  IsoDateTime,
  MessageResponse,
  Money,
  pagingFields,
  Search,
} from '#contract/common/schemas.ts'
import { WaitingRing } from '#contract/exchanges/waiting-ring.ts'
import { Place } from '#contract/places.ts'
import { BookFilters, BookId, BookUpdate, bookTypes, NewBook } from './book-forms.ts'
import { conditions } from './conditions.ts'
import { OwnBookFilters, OwnBookSortInput } from './manage/own-book-filters.ts'
import { Prediction, PriceBand } from './pricing.ts'

export const Book = z.object({
  _id: Id,
  title: z.string(),
  author: z.string(),
  bookType: z.enum(bookTypes),
  branch: z.string(),
  genre: z.string().optional(),
  description: z.string().optional(),
  isbn: z.string().optional(),
  original_price: Money,
  predictedPrice: Money.optional(),
  customPrice: Money.optional(),
  price: Money,
  rentPrice: Money.optional(),
  rentDeposit: Money.optional(),
  lateFee: Money.optional(),
  isRentable: z.boolean(),
  condition: z.enum(conditions),
  publicationDate: z.string().optional(),
  publication_year: z.number().optional(),
  pages: z.number().optional(),
  images: z.array(z.string()),
  recommendations: z.array(Id),
  ratings: z.object({ average: z.number().optional(), count: z.number() }),
  seller: z.object({ _id: Id, name: z.string(), shopName: z.string().optional() }),
  place: Place.optional(),
  /** How the seller hands books over. Missing until the seller has chosen. */
  handOvers: z.array(z.enum(handOvers)).optional(),
  openToExchange: z.boolean().optional(),
  copies: z.number(),
  available: z.number(),
  createdAt: IsoDateTime,
})
export type Book = z.output<typeof Book>

export const ShelfBook = Book.pick({
  _id: true,
  title: true,
  author: true,
  branch: true,
  genre: true,
  original_price: true,
  price: true,
  rentPrice: true,
  isRentable: true,
  condition: true,
  images: true,
  ratings: true,
  place: true,
  openToExchange: true,
})
export type ShelfBook = z.output<typeof ShelfBook>

export const availabilities = ['available', 'sold', 'rented'] as const

/**
 * The delivered orders of a seller are counted up to this number; for large shops more would be
 * slow.
 */
export const maxCountedDeals = 100

/** A seller, and whether the reader can open the seller's page. */
export const LinkedSeller = Book.shape.seller.extend({ hasPage: z.boolean().optional() })

export const BookDetail = Book.extend({
  seller: LinkedSeller.extend({
    sellerType: z.string().optional(),
    /** Delivered orders, counted up to `maxCountedDeals`. */
    deals: z.number().optional(),
    /** The day on which the seller is back from a holiday. */
    backOn: z.string().optional(),
    ratings: Book.shape.ratings,
  }),
  availability: z.enum(availabilities),
  /** When the first rented copy is due back, unless it is overdue. */
  rentedUntil: z.string().optional(),
  /** If no copy is free: the earliest end of a proposed order, a proposed ring or a reservation. */
  reservedUntil: IsoDateTime.optional(),
  /** When the viewer's reservation ends, if a copy is reserved for them. */
  reservedForYouUntil: IsoDateTime.optional(),
  priceBand: PriceBand.optional(),
  /** Other listings of the title, if there are any. `title` is the id of the title's page. */
  otherCopies: z.object({ title: z.string(), copies: z.number(), lowestPrice: Money }).optional(),
  /** Only for the seller: why an admin hid the listing from everybody else. */
  hiddenReason: z.string().optional(),
  /** Only for the seller: the listing is a draft, which nobody else sees until it has photos. */
  needsPhotos: z.boolean().optional(),
  /** Whether its seller hid the listing. People who already chat about it still see it. */
  isHidden: z.boolean().optional(),
  can: z.array(z.enum(['chat', 'offer', 'unblock', 'edit', 'delete'])),
})
export type BookDetail = z.output<typeof BookDetail>

export const OwnBook = Book.extend({
  can: z.array(z.enum(['edit', 'delete', 'hide', 'show', 'sell', 'restock'])),
  ...BookDetail.pick({
    availability: true,
    reservedUntil: true,
    hiddenReason: true,
    needsPhotos: true,
    isHidden: true,
  }).shape,
  shelfCode: z.string().optional(),
  /** When it was last put on the market. */
  listedAt: IsoDateTime,
  /** How many people have written about it. */
  chats: z.number(),
  reservationHours: z.number().optional(),
  isReservedForWant: z.boolean().optional(),
  ring: WaitingRing.optional(),
  /** How many people want the title and accept this condition. Missing if no copy is free. */
  wanted: z.number().optional(),
  prediction: Prediction.optional(),
})
export type OwnBook = z.output<typeof OwnBook>

export const listOwnBooks = endpoint({
  method: 'GET',
  path: '/books/seller/books',
  summary: `Lists the seller’s own books, with search, filters, sorting and paging. Used books have a \`prediction\` if the page has at most ${maxPredictedBooks} books.`,
  access: ['seller'],
  apiTokens: true,
  input: OwnBookFilters.extend({ sort: OwnBookSortInput, ...pagingFields }),
  response: z.array(OwnBook),
  paged: true,
  reads: ['books', 'orders', 'wants'],
  errorLog: 'Failed to fetch books.',
})

export const readOwnBook = endpoint({
  method: 'GET',
  path: '/books/seller/books/{id}',
  summary: 'Returns one of the seller’s own books for editing.',
  access: ['seller'],
  apiTokens: true,
  input: z.object({ id: BookId }),
  response: OwnBook,
  reads: ['books', 'orders', 'wants'],
  versioned: true,
})

/** Fields that clients send back with a book and that writing ignores. */
const ignoredBookFields = [
  ...Object.keys(OwnBook.omit({ images: true }).shape),
  ...['predicted_price', 'acceptPredictedPrice', 'existingImages'],
]

export const addBook = endpoint({
  method: 'POST',
  path: '/books/seller/books',
  summary: `Adds a book to the market, with ${imageLimits.min} to ${imageLimits.max} pictures.`,
  access: ['seller'],
  apiTokens: true,
  input: NewBook,
  ignores: ignoredBookFields,
  response: z.object({ message: z.string(), book: Book }),
  files: { fields: ['images'], maxCount: imageLimits.max, maxBytes: photoLimits.bytes },
  status: 201,
  creates: true,
  changes: ['books', 'chats', 'reports'],
})

export const updateBook = endpoint({
  method: 'PUT',
  path: '/books/seller/books/{id}',
  summary: "Changes one of the seller's own books.",
  access: ['seller'],
  apiTokens: true,
  input: BookUpdate,
  ignores: ignoredBookFields,
  response: z.object({
    message: z.string(),
    book: Book.extend(OwnBook.pick({ needsPhotos: true }).shape),
  }),
  files: { fields: ['images'], maxCount: imageLimits.max, maxBytes: photoLimits.bytes },
  changes: ['books', 'chats'],
  versioned: true,
})

export const deleteBook = endpoint({
  method: 'DELETE',
  path: '/books/seller/books/{id}',
  summary: "Takes one of the seller's own books off the market.",
  access: ['seller'],
  apiTokens: true,
  input: z.object({ id: BookId }),
  response: MessageResponse,
  changes: ['books', 'chats', 'reports', 'removals'],
})

export const listBooks = endpoint({
  method: 'GET',
  path: '/books/buyer/books',
  summary:
    'Lists the books on the market, or those of one seller, with search, filters, sorting and paging.',
  access: 'anyone',
  input: BookFilters.extend({ seller: blankAsAbsent(Id), ...pagingFields }),
  response: z.array(Book),
  paged: true,
  reads: ['blocks', 'books'],
  errorLog: 'Failed to fetch books.',
})

export const readBook = endpoint({
  method: 'GET',
  path: '/books/{id}',
  summary: 'Returns one book with all its details.',
  access: 'anyone',
  input: z.object({ id: BookId }),
  response: BookDetail,
  reads: ['blocks', 'books', 'orders'],
})

export const listSimilarBooks = endpoint({
  method: 'GET',
  path: '/books/similar/{id}',
  summary:
    'Lists up to 12 available books that are similar in branch, title, author, genre and description.',
  access: 'anyone',
  input: z.object({ id: BookId }),
  response: z.array(Book),
  errorLog: 'Failed to fetch similar books.',
  reads: ['blocks', 'books'],
})

export const listOtherCopies = endpoint({
  method: 'GET',
  path: '/books/{id}/copies',
  summary:
    'Lists up to 12 other available listings of the same title from any seller, cheapest first.',
  access: 'anyone',
  input: z.object({ id: BookId }),
  response: z.array(Book),
  reads: ['blocks', 'books'],
})

export const listBranches = endpoint({
  method: 'GET',
  path: '/books/branches',
  summary: 'Lists the branches that a book can be in. `used` has those with books on the market.',
  access: 'anyone',
  input: z.object({}),
  response: z.object({ branches: z.array(z.string()), used: z.array(z.string()) }),
  reads: ['books'],
})

export const listOwnBranches = endpoint({
  method: 'GET',
  path: '/books/seller/branches',
  summary: 'Lists the branches of the seller’s own books.',
  access: ['seller'],
  apiTokens: true,
  input: z.object({}),
  response: z.array(z.string()),
  reads: ['books'],
})

export const listShelves = endpoint({
  method: 'GET',
  path: '/books/shelves',
  summary:
    'Returns the shelves of Explore Books: recommended books, bestsellers and one shelf per branch, with at most 20 books each. If a branch has more books than its `total`, `isMinimum` is true.',
  access: 'anyone',
  input: z.object({ search: Search, branch: BookFilters.shape.branch }),
  response: z.object({
    recommended: z.array(ShelfBook),
    bestsellers: z.array(ShelfBook),
    branches: z.array(
      z.object({
        branch: z.string(),
        total: z.number(),
        isMinimum: z.boolean().optional(),
        books: z.array(ShelfBook),
      }),
    ),
  }),
  errorLog: 'Failed to fetch books.',
  reads: ['blocks', 'books'],
})
