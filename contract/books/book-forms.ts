import { z } from 'zod'
import { indianYear } from '#contract/common/dates.ts'
import { handOvers } from '#contract/common/hand-overs.ts'
import { errorWithCode } from '#contract/common/input-errors.ts'
import { maxLength, priceRange } from '#contract/common/limits.ts'
import {
  blankAsAbsent,
  booleanInput,
  formatRupees,
  IsoDate,
  idAsWritten,
  integer,
  listInput,
  multiLine,
  numberInput,
  priceInput,
  Search,
  singleLine,
  toPaise,
} from '#contract/common/schemas.ts'
import { UserLocation } from '#contract/places.ts'
import { bookClasses, examNames, languageNames } from './book-tags.ts'
import { isAllBranches } from './branches.ts'
import { ConditionInput } from './conditions.ts'
import { type IsbnFault, isbn13, readIsbn } from './isbn.ts'

export const maxCopies = 999

const maxBookPages = 5000

const earliestPublicationYear = 1900

export const bookTypes = ['new', 'old'] as const
export const bookSorts = ['newest', 'price', '-price', 'rating'] as const
export type BookSort = (typeof bookSorts)[number]
export const listSorts = [...bookSorts, 'near'] as const
export type ListSort = (typeof listSorts)[number]
export const radiiKm = [5, 10, 25] as const

export const publicationYears = (now = new Date()) => ({
  earliest: earliestPublicationYear,
  latest: indianYear(now) + 1,
})

export const BookId = z.uuid({ error: errorWithCode('book_id_required') }).overwrite(idAsWritten)
// The year is computed at each check, because a server keeps running past New Year.
const upToNextYear = z.number().refine((year) => year <= publicationYears().latest, {
  error: () => `Publication year can be at most ${publicationYears().latest}.`,
})
export const PublicationYear = numberInput(
  integer('Publication year', publicationYears().earliest, Number.MAX_SAFE_INTEGER).pipe(
    upToNextYear,
  ),
)
const PublicationDate = IsoDate.refine(
  (date) => {
    const { earliest, latest } = publicationYears()
    return Number(date.slice(0, 4)) >= earliest && Number(date.slice(0, 4)) <= latest
  },
  {
    error: () =>
      `Publication date must be in the years ${publicationYears().earliest} to ${publicationYears().latest}.`,
  },
)
export const Pages = numberInput(integer('Pages', 1, maxBookPages))

const priceBound = (label: string) => {
  const params = {
    error: () => `${label} is a number of rupees, up to ${formatRupees(toPaise(priceRange.max))}.`,
  }
  return z.number(params).min(0, params).max(priceRange.max, params)
}

const withinMessage = `Books are found within ${radiiKm.join(', ')} kilometres.`
const Within = z
  .number({ error: withinMessage })
  .refine((km) => radiiKm.some((radius) => radius === km), withinMessage)

const classMessage = `A class is a number from ${bookClasses.lowest} to ${bookClasses.highest}.`
const Class = z
  .number({ error: classMessage })
  .int(classMessage)
  .min(bookClasses.lowest, classMessage)
  .max(bookClasses.highest, classMessage)

/** Accepts a key of `names` in any case, such as 'jee' or 'JEE'. */
function oneOf<Key extends string>(kind: string, names: Readonly<Record<Key, string>>) {
  const message = `${kind} is one of ${Object.keys(names).join(', ')}.`
  return z
    .string({ error: message })
    .overwrite((text) => text.trim().toLowerCase())
    .refine((text) => Object.hasOwn(names, text), message)
}

/**
 * Prices are asking prices in rupees. `within` is a distance in kilometres from `near`; sorting by
 * distance also starts there. `city` may include its state: 'Pune, Maharashtra'. Class, exam and
 * language are recognized in a book's texts.
 */
export const BookFilters = z.object({
  search: Search,
  branch: blankAsAbsent(singleLine('Branch', maxLength.branch)),
  bookType: blankAsAbsent(z.enum(bookTypes, { error: 'The book type is new or old.' })),
  condition: blankAsAbsent(ConditionInput),
  minPrice: blankAsAbsent(numberInput(priceBound('The lowest price'))),
  maxPrice: blankAsAbsent(numberInput(priceBound('The highest price'))),
  rentable: blankAsAbsent(booleanInput('Rentable')),
  class: blankAsAbsent(numberInput(Class)),
  exam: blankAsAbsent(oneOf('An exam', examNames)),
  language: blankAsAbsent(oneOf('A language', languageNames)),
  near: blankAsAbsent(UserLocation),
  within: blankAsAbsent(numberInput(Within)),
  city: blankAsAbsent(singleLine('City', maxLength.branch)),
  handOver: blankAsAbsent(
    z.enum(handOvers, "The hand-over is in person ('meet') or by post ('post')."),
  ),
  openToExchange: blankAsAbsent(booleanInput('Open to swap')),
  sort: blankAsAbsent(
    z.enum(listSorts, { error: 'Sort by newest, price, -price, rating or near.' }),
  ),
})

export const isbnFaults: Record<IsbnFault, string> = {
  length: 'An ISBN has 10 or 13 digits.',
  'check digit': 'A digit of this ISBN is wrong. Compare it with the book.',
  'no book': 'This is not the ISBN of a book. Leave it empty if the book has none.',
  several: 'These are ISBNs of different books. Enter one.',
}
/** Accepts any spelling of an ISBN and converts it to 13 digits. */
export const Isbn = z
  .string({ error: isbnFaults.length })
  .overwrite((typed) => isbn13(typed) ?? typed)
  .superRefine((typed, context) => {
    const read = readIsbn(typed)
    if ('fault' in read) context.addIssue({ code: 'custom', message: isbnFaults[read.fault] })
  })

export const reservationHours = [2, 48] as const
const ReservationHours = z.literal(
  reservationHours,
  `A copy is kept for ${reservationHours.join(' or for ')} hours.`,
)

export const Branch = singleLine(
  'Branch',
  maxLength.branch,
  errorWithCode('branch_required'),
).refine((name) => !isAllBranches(name), { error: errorWithCode('branch_required') })

const sharedFields = {
  title: singleLine('Title', maxLength.title, errorWithCode('book_fields_required')),
  author: singleLine('Author', maxLength.author, errorWithCode('book_fields_required')),
  original_price: numberInput(priceInput('Original price', errorWithCode('book_fields_required'))),
  branch: Branch,
  description: blankAsAbsent(multiLine('Description', maxLength.description)),
  genre: blankAsAbsent(singleLine('Genre', maxLength.genre)),
  isbn: blankAsAbsent(Isbn),
  /** Where the seller keeps the book. Only the seller sees it. */
  shelfCode: blankAsAbsent(singleLine('Shelf code', maxLength.shelfCode)),
  isRentable: blankAsAbsent(booleanInput('Rentable')),
  rentPrice: blankAsAbsent(numberInput(priceInput('Rent price per day'))),
  /**
   * The deposit for one copy, paid back when the copy is returned. `lateFee` is for each day
   * overdue.
   */
  rentDeposit: blankAsAbsent(numberInput(priceInput('Deposit'))),
  lateFee: blankAsAbsent(numberInput(priceInput('Late fee per day'))),
  condition: blankAsAbsent(ConditionInput),
  publicationDate: blankAsAbsent(PublicationDate),
  publication_year: blankAsAbsent(PublicationYear),
  pages: blankAsAbsent(Pages),
  copies: blankAsAbsent(numberInput(integer('Copies', 1, maxCopies))),
  openToExchange: blankAsAbsent(booleanInput('Open to swap')),
  /** How many hours a copy is reserved for each waiting person: 2, unless the seller chooses 48. */
  reservationHours: blankAsAbsent(numberInput(ReservationHours)),
  images: z.array(z.custom<File>(), { error: 'Pictures are sent as files.' }).optional(),
}

export const NewBook = z.object({
  ...sharedFields,
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

const existingImagesError = 'existingImages is a list of addresses.'

export const BookUpdate = z
  .object({ ...sharedFields, price: blankAsAbsent(numberInput(priceInput('Asking price'))) })
  .omit({ genre: true })
  .partial()
  .extend({
    id: BookId,
    /** None if the book is sold out. */
    copies: blankAsAbsent(numberInput(integer('Copies', 0, maxCopies))),
    /**
     * URLs of the pictures to keep, in order, with 'new' in place of each uploaded file. Sent as
     * JSON or as repeated fields. If the field is missing, all pictures stay.
     */
    existingImages: listInput(
      z.array(z.string({ error: existingImagesError }), { error: existingImagesError }),
    ).optional(),
  })
export type BookUpdate = z.output<typeof BookUpdate>
