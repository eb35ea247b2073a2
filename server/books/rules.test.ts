import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BookUpdate, NewBook } from '#contract/books/book-forms.ts'
import { canonicalBranch } from '#contract/books/branches.ts'
import { photoAddress } from '#contract/common/photos.ts'
import {
  availabilityOf,
  changedAmounts,
  imagesAfter,
  listingPrices,
  rejectCopies,
  updatedPrices,
} from './rules.ts'

const hash = (letter: string) => letter.repeat(64)
const [a, b, c, d, e, f] = ['a', 'b', 'c', 'd', 'e', 'f'].map(hash) as [
  string,
  string,
  string,
  string,
  string,
  string,
]
const url = (hash: string) => photoAddress(hash)

test.each([
  ['all are kept', [a, b], undefined, [c], [a, b, c]],
  ['the kept ones in their new order', [a, b, c], [url(c), url(a)], [], [c, a]],
  ['each once', [a, b], [url(a), url(a)], [], [a]],
  ['new ones alone', [a, b], [], [c], [c]],
  ['a book that never had any', [], undefined, [], []],
])('pictures after a change: %s', (_, own, keep, added, after) => {
  expect(imagesAfter(own, keep, added)).toEqual(after)
})

test.each([
  ['too many', [a, b, c], undefined, [d, e, f], 'too_many_images'],
  ['none left', [a, b], [], [], 'malformed'],
  ['another book’s', [a], [url(b)], [], 'malformed'],
  ['no picture at all', [a], ['/default-book.jpg'], [], 'malformed'],
])('rejected pictures: %s', (_, own, keep, added, code) => {
  expect(() => imagesAfter(own, keep, added)).toThrow(expect.objectContaining({ code }))
})

test.each([
  ['computer  SCIENCE', 'Computer Science'],
  ['Ayurveda  and Yoga', 'Ayurveda and Yoga'],
])('the branch %s is spelled %s', (input, expected) => {
  expect(canonicalBranch(input)).toBe(expected)
})

test.each([
  [1, 'old', 'student', true],
  [2, 'new', 'shop owner', true],
  [2, 'old', 'shop owner', true],
  [2, 'old', 'student', true],
  [2, 'new', 'student', false],
  [2, 'new', undefined, false],
] as const)('%i copies of a(n) %s book of a %s: %s', (copies, bookType, sellerType, isAllowed) => {
  const check = () => rejectCopies(copies, bookType, sellerType)
  if (isAllowed) expect(check).not.toThrow()
  else expect(check).toThrow('Only shop owners')
})

test.each([
  [1, true, 'available'],
  [0, true, 'rented'],
  [0, false, 'sold'],
] as const)('%i available, rented %s: %s', (available, rented, expected) => {
  expect(availabilityOf({ available, rented })).toBe(expected)
})

const rupees = fc.integer({ min: 100, max: 10_000_000 }).map((paise) => paise / 100)

const oldForm = {
  title: 'T',
  author: 'A',
  branch: 'Law',
  bookType: 'old',
  condition: 'good',
  publication_year: 2015,
  original_price: 500,
} as const

test.each([
  [{}, 12_300],
  [{ customPrice: 300 }, 30_000],
  [{ customPrice: 300, acceptPredictedPrice: 'no' }, 30_000],
  [{ customPrice: 123, acceptPredictedPrice: 'yes' }, 12_300],
  [{ customPrice: '₹300/-' }, 30_000],
] as const)('with %o an old book that is predicted at ₹123 costs %i paise', (given, price) => {
  expect(listingPrices(NewBook.parse({ ...oldForm, ...given }), 12_300).price).toBe(price)
})

test('rejects accepting the predicted price together with another price', () => {
  const form = NewBook.parse({ ...oldForm, customPrice: 300, acceptPredictedPrice: 'yes' })
  expect(() => listingPrices(form, 12_300)).toThrow(
    'Accept the predicted price, or send a price of your own.',
  )
})

test('an old book costs at most its original price, to the paisa, for any input', () => {
  fc.assert(
    fc.property(
      rupees,
      rupees,
      fc.constantFrom('yes', 'no', 'true', 'false'),
      fc.double({ min: 0.01, max: 1, noNaN: true }),
      (original, custom, accept, share) => {
        const form = NewBook.parse({
          title: 'T',
          author: 'A',
          branch: 'Law',
          bookType: 'old',
          condition: 'good',
          publication_year: 2015,
          pages: 10,
          original_price: original,
          customPrice: accept === 'yes' || accept === 'true' ? undefined : custom,
          acceptPredictedPrice: accept,
        })
        const predicted = Math.ceil(Math.round(original * 100) * share)
        const isAccepted = accept === 'yes' || accept === 'true'
        if (!isAccepted && custom > original)
          return void expect(() => listingPrices(form, predicted)).toThrow()
        const prices = listingPrices(form, predicted)
        expect(prices.price).toBeLessThanOrEqual(prices.original_price)
        expect(prices.price).toBe(isAccepted ? prices.predicted_price : Math.round(custom * 100))
        expect(prices.original_price).toBe(Math.round(original * 100))
      },
    ),
  )
})

const details = {
  title: 'Torts',
  author: 'A',
  isbn: null,
  branch: 'Law',
  condition: 'good' as const,
  publication_year: 2015,
}
const book = {
  book_type: 'old' as const,
  original_price: 50_000,
  predicted_price: 20_000,
  custom_price: null,
  price: 20_000,
  is_rentable: false,
  rent_price: null,
  rent_deposit: null,
  late_fee: null,
  ...details,
}
const update = (before: Parameters<typeof updatedPrices>[0], given: object, changed = {}) => {
  const change: Omit<BookUpdate, 'id'> = given
  const amounts = changedAmounts(before, change)
  return updatedPrices(before, change, { ...details, ...changed, ...amounts }, 12_345)
}

test.each([
  ['nothing', book, {}, { price: 20_000, custom_price: null }],
  [
    'the price of an old book',
    book,
    { price: 300 },
    { price: 30_000, custom_price: 30_000, predicted_price: 12_345 },
  ],
  [
    'the price to today’s prediction',
    book,
    { price: 123.45 },
    { price: 12_345, custom_price: null, predicted_price: 12_345 },
  ],
  ['the same price', book, { price: 200 }, { price: 20_000, custom_price: null }],
  [
    'the price of a new book',
    { ...book, book_type: 'new' as const },
    { price: 400 },
    { price: 40_000, custom_price: null },
  ],
  [
    'the original price of a new book at a discount',
    { ...book, book_type: 'new' as const },
    { original_price: 600 },
    { price: 20_000 },
  ],
  [
    'the original price of a new book at that price',
    { ...book, book_type: 'new' as const, price: 50_000 },
    { original_price: 600 },
    { price: 60_000 },
  ],
  ['rent', book, { isRentable: true, rentPrice: 5 }, { is_rentable: true, rent_price: 500 }],
  [
    'rent, priced before',
    { ...book, rent_price: 700 },
    { isRentable: true },
    { is_rentable: true, rent_price: 700 },
  ],
])('a change of %s', (_, before, change, after) => {
  expect(update(before, change)).toMatchObject({ predicted_price: 20_000, ...after })
})

test.each<[object, object, object]>([
  [{ condition: 'poor' }, {}, { predicted_price: 12_345, price: 20_000, custom_price: null }],
  [{ author: 'C' }, { price: 200 }, { predicted_price: 12_345, price: 20_000, custom_price: null }],
  [
    { author: 'C' },
    { price: 199 },
    { predicted_price: 12_345, price: 19_900, custom_price: 19_900 },
  ],
  [{ title: 'Contracts' }, {}, { predicted_price: 12_345, price: 20_000, custom_price: null }],
  [{ author: 'B' }, { price: 200 }, { predicted_price: 12_345, price: 20_000 }],
  [
    { publication_year: 1999 },
    { price: 123.45 },
    { predicted_price: 12_345, price: 12_345, custom_price: null },
  ],
])(
  'a copy with other details (%o) is predicted again and keeps its price: %o',
  (changed, change, after) => {
    expect(update(book, change, changed)).toMatchObject(after)
  },
)
