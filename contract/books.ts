import { z } from 'zod'
import { blankable, flag, Id, IsoDate, IsoTime, Money, numeric, paging, price, Said, Search, text, wholeNumber } from './common.ts'
import { endpoint } from './endpoint.ts'
import { refusals } from './errors.ts'
import { photoLimits } from './photos.ts'

export const conditions = ['new', 'good', 'average', 'poor'] as const
export type Condition = (typeof conditions)[number]
export const bookTypes = ['new', 'old'] as const
export const bookSorts = ['newest', 'price', '-price', 'rating'] as const
export type BookSort = (typeof bookSorts)[number]

/** Pictures of one book: at least 2 when it is added, never more than 5. */
export const imageLimits = { least: 2, most: 5 } as const
/** The year after this one is the latest publication year that can be entered. */
export const publicationYears = (now = new Date()) => ({ earliest: 1900, latest: now.getFullYear() + 1 })
/** A title counts among the bestsellers from this average rating on. */
export const bestsellerRating = 4

export const BookId = z.uuid({ error: refusals.book_id_required[1] })
const year = z.number().refine((value) => value <= publicationYears().latest, 'The publication year can be at most next year.')
export const PublicationYear = numeric(wholeNumber('Publication year', 1900, 2200).pipe(year))
export const Pages = numeric(wholeNumber('Pages', 1, 5000))
export const ConditionInput = z.enum(conditions, { error: 'Choose a condition: new, good, average or poor.' })

/** A book as lists, cards and the detail page show it. Prices are rupees. */
export const Book = z.object({
  _id: Id,
  title: z.string(),
  author: z.string(),
  bookType: z.enum(bookTypes),
  branch: z.string(),
  genre: z.string().optional(),
  description: z.string().optional(),
  isbn: z.string().optional(),
  /** The list price (MRP). */
  original_price: Money,
  /** What the price model said when the book was listed. */
  predictedPrice: Money.optional(),
  customPrice: Money.optional(),
  /** What the seller asks now. */
  price: Money,
  /** Rent per day; only for rentable books. */
  rentPrice: Money.optional(),
  isRentable: z.boolean(),
  condition: z.enum(conditions),
  publicationDate: z.string().optional(),
  publication_year: z.number().optional(),
  pages: z.number().optional(),
  images: z.array(z.string()),
  recommendations: z.array(Id),
  ratings: z.object({ average: z.number().optional(), count: z.number() }),
  seller: z.object({ _id: Id, name: z.string() }),
  copies: z.number(),
  available: z.number(),
  createdAt: IsoTime,
})
export type Book = z.output<typeof Book>

/** The detail page's book: also who sells it, how it stands, and what the caller may do with it. */
export const BookDetail = Book.extend({
  seller: Book.shape.seller.extend({
    sellerType: z.string().optional(),
    ratings: z.object({ average: z.number().optional(), count: z.number() }),
  }),
  availability: z.enum(['available', 'sold', 'rented']),
  /** The date on which the first rented copy is due back. */
  rentedUntil: z.string().optional(),
  can: z.array(z.enum(['chat', 'edit', 'delete'])),
})
export type BookDetail = z.output<typeof BookDetail>

const newest = { sort: blankable(z.enum(bookSorts, { error: 'Sort by newest, price, -price or rating.' })) }

/** What the public list can be narrowed by; prices compare with the asking price. */
export const BookFilters = z.object({
  search: Search,
  branch: blankable(text('Branch', 60)),
  bookType: blankable(z.enum(bookTypes, { error: 'The book type is new or old.' })),
  condition: blankable(ConditionInput),
  minPrice: blankable(numeric(z.number().min(0).max(100_000))),
  maxPrice: blankable(numeric(z.number().min(0).max(100_000))),
  rentable: blankable(flag('Rentable')),
  ...newest,
})

const shared = {
  title: text('Title', 200, refusals.book_fields_required[1]),
  author: text('Author', 200, refusals.book_fields_required[1]),
  original_price: numeric(price('Original price', refusals.book_fields_required[1])),
  branch: text('Branch', 60, refusals.branch_required[1]),
  description: blankable(text('Description', 5000)),
  genre: blankable(text('Genre', 60)),
  isbn: blankable(
    z
      .string()
      .overwrite((value) => value.replace(/[\s-]/g, ''))
      .regex(/^(?:\d{13}|\d{9}[\dXx])$/, 'An ISBN has 10 or 13 digits.'),
  ),
  isRentable: blankable(flag('Rentable')),
  rentPrice: blankable(numeric(price('Rent price per day'))),
  condition: blankable(ConditionInput),
  publicationDate: blankable(IsoDate),
  publication_year: blankable(PublicationYear),
  pages: blankable(Pages),
  copies: blankable(numeric(wholeNumber('Copies', 1, 999))),
  /** The pictures' bytes come beside the fields, as `images`. */
  images: z.array(z.custom<File>()).optional(),
}

export const NewBook = z.object({
  ...shared,
  bookType: z.enum(bookTypes, { error: 'Choose a new or an old book.' }),
  price: blankable(numeric(price('Price'))),
  acceptPredictedPrice: blankable(z.enum(['yes', 'no', 'true', 'false'], { error: "Accepting the predicted price is 'yes' or 'no'." })),
  customPrice: blankable(numeric(price('Custom price'))),
})
export type NewBook = z.output<typeof NewBook>

export const BookChange = z
  .object({ ...shared, price: blankable(numeric(price('Asking price'))) })
  .omit({ genre: true, isbn: true })
  .partial()
  .extend({
    id: BookId,
    /** The pictures to keep, in order, as JSON or repeated fields; absent: all are kept. */
    existingImages: z
      .preprocess((value) => {
        if (typeof value !== 'string') return value
        try {
          return value === '' ? [] : value.startsWith('[') ? JSON.parse(value) : [value]
        } catch {
          return value
        }
      }, z.array(z.string(), { error: 'existingImages is a list of addresses.' }).optional())
      .optional(),
  })
export type BookChange = z.output<typeof BookChange>

export const listOwnBooks = endpoint({
  method: 'GET',
  path: '/books/seller/books',
  summary: "The seller's own books, newest first.",
  access: ['seller'],
  input: z.object({ search: Search, ...paging }),
  reply: z.array(Book.extend({ can: z.array(z.enum(['edit', 'delete'])), availability: BookDetail.shape.availability })),
  paged: true,
  reads: ['books', 'orders'],
})

export const addBook = endpoint({
  method: 'POST',
  path: '/books/seller/books',
  summary: 'Lists a book with 2 to 5 pictures.',
  access: ['seller'],
  input: NewBook,
  reply: z.object({ message: z.string(), book: Book }),
  files: { fields: ['images'], bytes: photoLimits.bytes },
  status: 201,
  changes: ['books', 'reports'],
})

export const updateBook = endpoint({
  method: 'PUT',
  path: '/books/seller/books/{id}',
  summary: "Changes one of the seller's own books.",
  access: ['seller'],
  input: BookChange,
  reply: z.object({ message: z.string(), book: Book }),
  files: { fields: ['images'], bytes: photoLimits.bytes },
  changes: ['books', 'chats'],
})

export const deleteBook = endpoint({
  method: 'DELETE',
  path: '/books/seller/books/{id}',
  summary: "Takes one of the seller's own books off the market.",
  access: ['seller'],
  input: z.object({ id: BookId }),
  reply: Said,
  changes: ['books', 'reports'],
})

export const listBooks = endpoint({
  method: 'GET',
  path: '/books/buyer/books',
  summary: 'The books on the market: searched, filtered, sorted, paged.',
  access: 'anyone',
  input: BookFilters.extend(paging),
  reply: z.array(Book),
  paged: true,
  reads: ['books'],
})

export const readBook = endpoint({
  method: 'GET',
  path: '/books/{id}',
  summary: 'One book, whole.',
  access: 'anyone',
  input: z.object({ id: BookId }),
  reply: BookDetail,
  reads: ['books', 'orders'],
})

export const listSimilarBooks = endpoint({
  method: 'GET',
  path: '/books/similar/{id}',
  summary: 'Up to 12 available books near this one in branch, title, author, genre and description.',
  access: 'anyone',
  input: z.object({ id: BookId }),
  reply: z.array(Book),
  reads: ['books'],
})

export const listBranches = endpoint({
  method: 'GET',
  path: '/books/branches',
  summary: 'The branches a book can stand in; `used` are those with books on the market.',
  access: 'anyone',
  input: z.object({}),
  reply: z.object({ branches: z.array(z.string()), used: z.array(z.string()) }),
  reads: ['books'],
})

export const listShelves = endpoint({
  method: 'GET',
  path: '/books/shelves',
  summary: 'What Explore Books shows: recommended, bestsellers and one shelf per branch, at most 20 books each.',
  access: 'anyone',
  input: z.object({ search: Search, branch: BookFilters.shape.branch }),
  reply: z.object({
    recommended: z.array(Book),
    bestsellers: z.array(Book),
    branches: z.array(z.object({ branch: z.string(), total: z.number(), books: z.array(Book) })),
  }),
  reads: ['books'],
})
