// What is entered about books: to find them, to list one, to change one.
import { z } from 'zod'
import {
  blankable,
  flag,
  IsoDate,
  lines,
  numeric,
  price,
  Search,
  text,
  wholeNumber,
} from './common.ts'
import { indianYear } from './dates.ts'
import { errorWithCode } from './errors.ts'

export const conditions = ['new', 'good', 'average', 'poor'] as const
export type Condition = (typeof conditions)[number]
export const bookTypes = ['new', 'old'] as const
export const bookSorts = ['newest', 'price', '-price', 'rating'] as const
export type BookSort = (typeof bookSorts)[number]

/** Pictures of one book: at least 2 when it is added, never more than 5. */
export const imageLimits = { least: 2, most: 5 } as const
/** The publication years that can be entered: up to next year, as the calendar stands in India. */
export const publicationYears = (now = new Date()) => ({
  earliest: 1900,
  latest: indianYear(now) + 1,
})

export const BookId = z.uuid({ error: errorWithCode('book_id_required') })
/** What the latest year is, is asked at each entry: a server runs past New Year. */
const upToNextYear = z.number().refine((year) => year <= publicationYears().latest, {
  error: () => `Publication year can be at most ${publicationYears().latest}.`,
})
export const PublicationYear = numeric(
  wholeNumber('Publication year', publicationYears().earliest, Number.MAX_SAFE_INTEGER).pipe(
    upToNextYear,
  ),
)
/** A publication date in the same years. */
export const PublicationDate = IsoDate.refine(
  (date) => {
    const { earliest, latest } = publicationYears()
    return Number(date.slice(0, 4)) >= earliest && Number(date.slice(0, 4)) <= latest
  },
  {
    error: () =>
      `Publication date must be in the years ${publicationYears().earliest} to ${publicationYears().latest}.`,
  },
)
export const Pages = numeric(wholeNumber('Pages', 1, 5000))
export const ConditionInput = z.enum(conditions, {
  error: 'Choose a condition: new, good, average or poor.',
})

const newest = {
  sort: blankable(z.enum(bookSorts, { error: 'Sort by newest, price, -price or rating.' })),
}

const priceBound = (label: string) => {
  const error = `${label} is a number of rupees, up to ₹1,00,000.`
  return z.number({ error }).min(0, error).max(100_000, error)
}

/** What the public list can be narrowed by; prices compare with the asking price. */
export const BookFilters = z.object({
  search: Search,
  branch: blankable(text('Branch', 60)),
  bookType: blankable(z.enum(bookTypes, { error: 'The book type is new or old.' })),
  condition: blankable(ConditionInput),
  minPrice: blankable(numeric(priceBound('The lowest price'))),
  maxPrice: blankable(numeric(priceBound('The highest price'))),
  rentable: blankable(flag('Rentable')),
  ...newest,
})

const shared = {
  title: text('Title', 200, errorWithCode('book_fields_required')),
  author: text('Author', 200, errorWithCode('book_fields_required')),
  original_price: numeric(price('Original price', errorWithCode('book_fields_required'))),
  branch: text('Branch', 60, errorWithCode('branch_required')),
  description: blankable(lines('Description', 5000)),
  genre: blankable(text('Genre', 60)),
  isbn: blankable(
    z
      .string({ error: 'An ISBN has 10 or 13 digits.' })
      .overwrite((value) => value.replace(/[\s-]/g, ''))
      .regex(/^(?:\d{13}|\d{9}[\dXx])$/, 'An ISBN has 10 or 13 digits.'),
  ),
  isRentable: blankable(flag('Rentable')),
  rentPrice: blankable(numeric(price('Rent price per day'))),
  condition: blankable(ConditionInput),
  publicationDate: blankable(PublicationDate),
  publication_year: blankable(PublicationYear),
  pages: blankable(Pages),
  copies: blankable(numeric(wholeNumber('Copies', 1, 999))),
  /** The pictures' bytes come beside the fields, as `images`. */
  images: z.array(z.custom<File>(), { error: 'Pictures are sent as files.' }).optional(),
}

export const NewBook = z.object({
  ...shared,
  bookType: z.enum(bookTypes, { error: 'Choose a new or an old book.' }),
  price: blankable(numeric(price('Price'))),
  acceptPredictedPrice: blankable(
    z.enum(['yes', 'no', 'true', 'false'], {
      error: "Accepting the predicted price is 'yes' or 'no'.",
    }),
  ),
  customPrice: blankable(numeric(price('Custom price'))),
})
export type NewBook = z.output<typeof NewBook>

const notImages = 'existingImages is a list of addresses.'

export const BookChange = z
  .object({ ...shared, price: blankable(numeric(price('Asking price'))) })
  .omit({ genre: true, isbn: true })
  .partial()
  .extend({
    id: BookId,
    /** The pictures to keep, in order, as JSON or repeated fields, and 'new' where a new one goes; absent: all are kept. */
    existingImages: z
      .preprocess((value) => {
        if (typeof value !== 'string') return value
        try {
          return value === '' ? [] : value.startsWith('[') ? JSON.parse(value) : [value]
        } catch {
          return value
        }
      }, z.array(z.string({ error: notImages }), { error: notImages }).optional())
      .optional(),
  })
export type BookChange = z.output<typeof BookChange>
