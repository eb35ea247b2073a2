// What is entered about books: to find them, to list one, to change one.
import { z } from 'zod'
import {
  blankAsAbsent,
  booleanInput,
  IsoDate,
  integer,
  multiLine,
  numberInput,
  priceInput,
  Search,
  singleLine,
} from './common.ts'
import { indianYear } from './dates.ts'
import { errorWithCode } from './errors.ts'

export const conditions = ['new', 'good', 'average', 'poor'] as const
export type Condition = (typeof conditions)[number]
export const bookTypes = ['new', 'old'] as const
export const bookSorts = ['newest', 'price', '-price', 'rating'] as const
export type BookSort = (typeof bookSorts)[number]

/** Pictures of one book: at least 2 when it is added, never more than 5. */
export const imageLimits = { min: 2, max: 5 } as const
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
export const PublicationYear = numberInput(
  integer('Publication year', publicationYears().earliest, Number.MAX_SAFE_INTEGER).pipe(
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
export const Pages = numberInput(integer('Pages', 1, 5000))
export const ConditionInput = z.enum(conditions, {
  error: 'Choose a condition: new, good, average or poor.',
})

const newest = {
  sort: blankAsAbsent(z.enum(bookSorts, { error: 'Sort by newest, price, -price or rating.' })),
}

const priceBound = (label: string) => {
  const error = `${label} is a number of rupees, up to ₹1,00,000.`
  return z.number({ error }).min(0, error).max(100_000, error)
}

/** What the public list can be narrowed by; prices compare with the asking price. */
export const BookFilters = z.object({
  search: Search,
  branch: blankAsAbsent(singleLine('Branch', 60)),
  bookType: blankAsAbsent(z.enum(bookTypes, { error: 'The book type is new or old.' })),
  condition: blankAsAbsent(ConditionInput),
  minPrice: blankAsAbsent(numberInput(priceBound('The lowest price'))),
  maxPrice: blankAsAbsent(numberInput(priceBound('The highest price'))),
  rentable: blankAsAbsent(booleanInput('Rentable')),
  ...newest,
})

const shared = {
  title: singleLine('Title', 200, errorWithCode('book_fields_required')),
  author: singleLine('Author', 200, errorWithCode('book_fields_required')),
  original_price: numberInput(priceInput('Original price', errorWithCode('book_fields_required'))),
  branch: singleLine('Branch', 60, errorWithCode('branch_required')),
  description: blankAsAbsent(multiLine('Description', 5000)),
  genre: blankAsAbsent(singleLine('Genre', 60)),
  isbn: blankAsAbsent(
    z
      .string({ error: 'An ISBN has 10 or 13 digits.' })
      .overwrite((value) => value.replace(/[\s-]/g, ''))
      .regex(/^(?:\d{13}|\d{9}[\dXx])$/, 'An ISBN has 10 or 13 digits.'),
  ),
  isRentable: blankAsAbsent(booleanInput('Rentable')),
  rentPrice: blankAsAbsent(numberInput(priceInput('Rent price per day'))),
  condition: blankAsAbsent(ConditionInput),
  publicationDate: blankAsAbsent(PublicationDate),
  publication_year: blankAsAbsent(PublicationYear),
  pages: blankAsAbsent(Pages),
  copies: blankAsAbsent(numberInput(integer('Copies', 1, 999))),
  /** The pictures' bytes come beside the fields, as `images`. */
  images: z.array(z.custom<File>(), { error: 'Pictures are sent as files.' }).optional(),
}

export const NewBook = z.object({
  ...shared,
  bookType: z.enum(bookTypes, { error: 'Choose a new or an old book.' }),
  price: blankAsAbsent(numberInput(priceInput('Price'))),
  acceptPredictedPrice: blankAsAbsent(
    z.enum(['yes', 'no', 'true', 'false'], {
      error: "Accepting the predicted price is 'yes' or 'no'.",
    }),
  ),
  customPrice: blankAsAbsent(numberInput(priceInput('Custom price'))),
})
export type NewBook = z.output<typeof NewBook>

const notImages = 'existingImages is a list of addresses.'

export const BookUpdate = z
  .object({ ...shared, price: blankAsAbsent(numberInput(priceInput('Asking price'))) })
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
export type BookUpdate = z.output<typeof BookUpdate>
