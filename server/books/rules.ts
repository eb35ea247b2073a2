import type { sellerTypes } from '#contract/auth.ts'
import type { BookUpdate, Condition, NewBook } from '#contract/book-forms.ts'
import { toPaise, toRupees } from '#contract/common.ts'
import { AppError, type FieldErrors } from '#contract/errors.ts'
import { photoHash } from '#contract/photos.ts'
import { imageLimits } from '#contract/policy.ts'
import type { Quota } from '#server/platform/limits/quotas.ts'

/** A rule of several fields is broken: the first sentence is what the person reads. */
const refuseFields = (fields: FieldErrors) =>
  new AppError('malformed', { message: Object.values(fields)[0], fields })

/** How many books a seller lists in a day, those taken down again included. */
export const listingQuotas: Record<(typeof sellerTypes)[number], Quota> = {
  student: { max: 200, seconds: 86_400, code: 'too_many_listings' },
  'shop owner': { max: 2_500, seconds: 86_400, code: 'too_many_listings' },
}

/** Refuses a new book's pictures unless they are 2 to 5. */
export function rejectImageCount(count: number): void {
  if (count < imageLimits.min)
    throw new AppError('too_few_images', {
      fields: { images: new AppError('too_few_images').message },
    })
  rejectTooManyImages(count)
}

/** Refuses more pictures than a book may have. */
export function rejectTooManyImages(count: number): void {
  if (count > imageLimits.max)
    throw new AppError('too_many_images', {
      fields: { images: new AppError('too_many_images').message },
    })
}

/**
 * The pictures of a changed book, in order: those of its own that are kept, then the new ones. `kept` are addresses, and
 * 'new' where the next of the new ones goes; absent, all are kept.
 */
export function imagesAfter(own: string[], kept: string[] | undefined, added: string[]): string[] {
  const rest = [...added]
  const hashes =
    kept === undefined
      ? own
      : kept.flatMap((url) => (url === 'new' ? (rest.shift() ?? []) : (photoHash(url) ?? '')))
  if (hashes.some((hash) => !own.includes(hash) && !added.includes(hash)))
    throw refuseFields({ existingImages: "Only the book's own pictures can be kept." })
  const images = [...new Set([...hashes, ...rest])]
  rejectTooManyImages(images.length)
  if (images.length === 0 && own.length > 0)
    throw refuseFields({ existingImages: 'A book needs at least one picture.' })
  return images
}

/** Only a shop has several new copies of one book to sell. */
export function rejectCopies(
  copies: number,
  bookType: 'new' | 'old',
  sellerType: string | null | undefined,
): void {
  if (copies > 1 && (bookType !== 'new' || sellerType !== 'shop owner'))
    throw refuseFields({
      copies: 'Only shop owners can list several copies, and only of new books.',
    })
}

/** Refuses fewer copies than are sold or rented. */
export function rejectHeldCopies(
  copies: number,
  book: { copies: number; available: number },
): void {
  if (copies < book.copies - book.available)
    throw new AppError('copies_in_use', {
      fields: { copies: new AppError('copies_in_use').message },
    })
}

/** Prices in paise. */
export type ListingPrices = {
  original_price: number
  predicted_price: number | null
  custom_price: number | null
  price: number
  is_rentable: boolean
  rent_price: number | null
}

const rentMissing: FieldErrors = { rentPrice: 'Rent price per day is required.' }
const aboveOriginal = "An old book's price can be at most its original price."

/** What a used copy's price is predicted from; `originalPrice` in paise. */
export type Predictable = { condition: Condition; publicationYear: number; originalPrice: number }

/**
 * What a new listing costs. An old book takes the server's own prediction, or the seller's price when that is declined;
 * `predict` gives paise. Throws prediction_missing where the one asked for can't be had.
 */
export function listingPrices(
  form: NewBook,
  predict: (copy: Predictable) => number,
): ListingPrices {
  const original = toPaise(form.original_price)
  const is_rentable = form.isRentable ?? false
  if (is_rentable && form.rentPrice === undefined) throw refuseFields(rentMissing)
  const rent = {
    is_rentable,
    rent_price: is_rentable && form.rentPrice !== undefined ? toPaise(form.rentPrice) : null,
  }
  if (form.bookType === 'new') {
    const price = form.price === undefined ? original : toPaise(form.price)
    return { original_price: original, predicted_price: null, custom_price: null, price, ...rent }
  }
  const { condition, publication_year: publicationYear } = form
  const predicted =
    condition !== undefined && publicationYear !== undefined
      ? predict({ condition, publicationYear, originalPrice: original })
      : null
  const accepted = form.acceptPredictedPrice !== 'no' && form.acceptPredictedPrice !== 'false'
  const custom = accepted || form.customPrice === undefined ? null : toPaise(form.customPrice)
  const price = accepted ? predicted : custom
  if (price === null)
    throw new AppError('prediction_missing', {
      fields: accepted ? {} : { customPrice: new AppError('prediction_missing').message },
    })
  if (price > original) throw refuseFields({ customPrice: aboveOriginal })
  return {
    original_price: original,
    predicted_price: predicted,
    custom_price: custom,
    price,
    ...rent,
  }
}

type Facts = { condition: Condition; publication_year: number | null; branch: string }

/**
 * What a changed listing costs; a new book that asked its original price goes on asking it. An old book whose facts have
 * changed is another copy to the prediction, which is made anew; what it asks stays, and whose price it was. So is it where
 * another price is asked, beside which today's prediction stood: to ask that is to take it.
 */
export function updatedPrices(
  book: ListingPrices & Facts & { book_type: 'new' | 'old' },
  change: BookUpdate,
  facts: Facts,
  predict: (copy: Predictable) => number,
): ListingPrices {
  const original_price =
    change.original_price === undefined ? book.original_price : toPaise(change.original_price)
  const follows = book.book_type === 'new' && book.price === book.original_price
  const price =
    change.price === undefined ? (follows ? original_price : book.price) : toPaise(change.price)
  if (book.book_type === 'old' && price > original_price)
    throw refuseFields(
      change.price === undefined
        ? {
            original_price: `The original price can't be below the asking price of ₹${toRupees(price)}.`,
          }
        : { price: aboveOriginal },
    )
  const is_rentable = change.isRentable ?? book.is_rentable
  const rent_price = change.rentPrice === undefined ? book.rent_price : toPaise(change.rentPrice)
  if (is_rentable && rent_price === null) throw refuseFields(rentMissing)
  const { condition, publication_year: publicationYear } = facts
  const isSame =
    price === book.price &&
    original_price === book.original_price &&
    (['condition', 'publication_year', 'branch'] as const).every(
      (name) => facts[name] === book[name],
    )
  const anew = () =>
    publicationYear === null
      ? null
      : predict({ condition, publicationYear, originalPrice: original_price })
  const predicted_price = book.book_type === 'new' || isSame ? book.predicted_price : anew()
  const isNamed = book.book_type === 'old' && price !== book.price
  const isTaken = price === predicted_price || price === book.predicted_price
  const custom_price = isNamed ? (isTaken ? null : price) : book.custom_price
  return { original_price, predicted_price, custom_price, price, is_rentable, rent_price }
}

/** How a book stands; `rented` tells whether a copy that is gone will come back. */
export const availabilityOf = (book: {
  available: number
  rented: boolean
}): 'available' | 'sold' | 'rented' =>
  book.available > 0 ? 'available' : book.rented ? 'rented' : 'sold'

/** What an owner may do with a book. */
export const ownerActions = (openOrders: boolean): ('edit' | 'delete')[] =>
  openOrders ? ['edit'] : ['edit', 'delete']
