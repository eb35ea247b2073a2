import type { BookUpdate, NewBook } from '#contract/books/book-forms.ts'
import type { Condition } from '#contract/books/conditions.ts'
import { mayExceedListPrice } from '#contract/books/pricing.ts'
import { AppError, errorOn, fieldError } from '#contract/common/error-catalog.ts'
import { imageLimits, photoHash } from '#contract/common/photos.ts'
import { toPaise, toRupees } from '#contract/common/schemas.ts'

export function rejectImageCount(count: number): void {
  if (count < imageLimits.min) throw errorOn('images', 'too_few_images')
  rejectTooManyImages(count)
}

export function rejectTooManyImages(count: number): void {
  if (count > imageLimits.max) throw errorOn('images', 'too_many_images')
}

/**
 * Returns a changed book's picture hashes, in order. `keep` contains URLs of the book's own
 * pictures, and 'new' for the next added one; without `keep`, all own pictures stay. Other added
 * pictures come last.
 */
export function imagesAfter(own: string[], keep: string[] | undefined, added: string[]): string[] {
  const unplaced = [...added]
  const hashes =
    keep === undefined
      ? own
      : keep.flatMap((url) => (url === 'new' ? (unplaced.shift() ?? []) : (photoHash(url) ?? '')))
  if (hashes.some((hash) => !own.includes(hash) && !added.includes(hash)))
    throw fieldError('existingImages', "Only the book's own pictures can be kept.")
  const images = [...new Set([...hashes, ...unplaced])]
  rejectTooManyImages(images.length)
  if (images.length === 0 && own.length > 0)
    throw fieldError('existingImages', 'A book needs at least one picture.')
  return images
}

export function rejectCopies(
  copies: number,
  bookType: 'new' | 'old',
  sellerType: string | null | undefined,
): void {
  if (copies > 1 && bookType === 'new' && sellerType !== 'shop owner')
    throw fieldError('copies', 'Only shop owners can list several copies of a new book.')
}

export function rejectReservedCopies(
  copies: number,
  book: { copies: number; available: number },
): void {
  if (copies < book.copies - book.available) throw errorOn('copies', 'copies_in_use')
}

/** Prices are in paise. */
type ListingPrices = {
  original_price: number
  predicted_price: number | null
  custom_price: number | null
  price: number
  is_rentable: boolean
  rent_price: number | null
  rent_deposit: number | null
  late_fee: number | null
}

const optionalPaise = (rupees: number | undefined) =>
  rupees === undefined ? null : toPaise(rupees)

const rentPriceMissing = () => fieldError('rentPrice', 'Rent price per day is required.')
const originalPriceTooLow = (price: number) =>
  `The original price can't be below the asking price of ₹${toRupees(price)}.`
const aboveOriginalPrice = (bookType: 'new' | 'old') =>
  `${bookType === 'old' ? 'An old' : 'A new'} book's price can be at most its original price.`

/** Whether a book costs more than its original price, which only very old ones may. */
const isAboveOriginal = (
  bookType: 'new' | 'old',
  { price, original_price }: { price: number; original_price: number },
  publicationYear: number | null | undefined,
): boolean => price > original_price && !(bookType === 'old' && mayExceedListPrice(publicationYear))

/**
 * Whether a used book gets its predicted price. If the form doesn't say, it does unless the form
 * has a `customPrice`.
 */
function isPredictionAccepted({ acceptPredictedPrice, customPrice }: NewBook): boolean {
  if (acceptPredictedPrice === undefined) return customPrice === undefined
  return acceptPredictedPrice === 'yes' || acceptPredictedPrice === 'true'
}

/**
 * Returns the prices of a new listing. A used book gets `predicted`, the server's prediction in
 * paise, or the seller's own price if they decline it. Throws prediction_missing if the price that
 * applies is missing, and field errors if prices contradict each other.
 */
export function listingPrices(
  form: NewBook,
  predicted: number | null,
  publicationYear = form.publication_year,
): ListingPrices {
  const original = toPaise(form.original_price)
  const is_rentable = form.isRentable ?? false
  if (is_rentable && form.rentPrice === undefined) throw rentPriceMissing()
  const rent = {
    is_rentable,
    rent_price: is_rentable && form.rentPrice !== undefined ? toPaise(form.rentPrice) : null,
    rent_deposit: is_rentable ? optionalPaise(form.rentDeposit) : null,
    late_fee: is_rentable ? optionalPaise(form.lateFee) : null,
  }
  if (form.bookType === 'new') {
    const price = form.price === undefined ? original : toPaise(form.price)
    if (isAboveOriginal('new', { price, original_price: original }, publicationYear))
      throw fieldError('original_price', originalPriceTooLow(price))
    return { original_price: original, predicted_price: null, custom_price: null, price, ...rent }
  }
  const isAccepted = isPredictionAccepted(form)
  const own = form.customPrice === undefined ? null : toPaise(form.customPrice)
  const custom = isAccepted ? null : own
  const price = isAccepted ? predicted : custom
  if (price === null)
    throw isAccepted
      ? new AppError('prediction_missing')
      : errorOn('customPrice', 'prediction_missing')
  if (isAccepted && own !== null && own !== price)
    throw fieldError('customPrice', 'Accept the predicted price, or send a price of your own.')
  if (isAboveOriginal('old', { price, original_price: original }, publicationYear))
    throw fieldError('customPrice', aboveOriginalPrice('old'))
  return {
    original_price: original,
    predicted_price: predicted,
    custom_price: custom,
    price,
    ...rent,
  }
}

/** The columns of a listing on which a used copy's predicted price depends. Prices are in paise. */
type CopyDetails = {
  title: string
  author: string
  isbn: string | null
  branch: string
  condition: Condition
  publication_year: number | null
  original_price: number
  price: number
}
const predictedBy = [
  ...(['title', 'author', 'isbn', 'condition', 'publication_year'] as const),
  ...(['original_price', 'price'] as const),
]

export type ListedBook = ListingPrices & CopyDetails & { book_type: 'new' | 'old' }

/**
 * Whether a used book is predicted again, because a column changes on which the prediction depends.
 */
export const isPredictedAgain = (book: ListedBook, details: CopyDetails): boolean =>
  book.book_type === 'old' && predictedBy.some((name) => details[name] !== book[name])

/**
 * Returns the original and asking prices of a changed listing. If a new book costs its original
 * price, both change together. Any other asking price stays, unless the change names one.
 */
export function changedAmounts(
  book: ListedBook,
  change: Pick<BookUpdate, 'original_price' | 'price'>,
): Pick<CopyDetails, 'original_price' | 'price'> {
  const original_price =
    change.original_price === undefined ? book.original_price : toPaise(change.original_price)
  const followsOriginal = book.book_type === 'new' && book.price === book.original_price
  const unchangedPrice = followsOriginal ? original_price : book.price
  const price = change.price === undefined ? unchangedPrice : toPaise(change.price)
  return { original_price, price }
}

/**
 * Returns the prices of a changed listing with `details`, including `predicted` if it was predicted
 * again. A price that equals a prediction isn't the seller's own.
 */
export function updatedPrices(
  book: ListedBook,
  change: Omit<BookUpdate, 'id'>,
  details: CopyDetails,
  predicted: number | null,
): ListingPrices {
  const { original_price, price } = details
  if (isAboveOriginal(book.book_type, details, details.publication_year))
    throw change.price === undefined
      ? fieldError('original_price', originalPriceTooLow(price))
      : fieldError('price', aboveOriginalPrice(book.book_type))
  const is_rentable = change.isRentable ?? book.is_rentable
  const rent_price = change.rentPrice === undefined ? book.rent_price : toPaise(change.rentPrice)
  if (is_rentable && rent_price === null) throw rentPriceMissing()
  const predicted_price = isPredictedAgain(book, details) ? predicted : book.predicted_price
  const hasNewPrice = book.book_type === 'old' && price !== book.price
  const isPredicted = price === predicted_price || price === book.predicted_price
  const custom_price = hasNewPrice ? (isPredicted ? null : price) : book.custom_price
  const rent = {
    is_rentable,
    rent_price,
    rent_deposit: Object.hasOwn(change, 'rentDeposit')
      ? optionalPaise(change.rentDeposit)
      : book.rent_deposit,
    late_fee: Object.hasOwn(change, 'lateFee') ? optionalPaise(change.lateFee) : book.late_fee,
  }
  return { original_price, predicted_price, custom_price, price, ...rent }
}

export const availabilityOf = (book: {
  available: number
  rented: boolean
}): 'available' | 'sold' | 'rented' =>
  book.available > 0 ? 'available' : book.rented ? 'rented' : 'sold'

/**
 * Returns until when the last copies are reserved for other people. Responses show this together
 * with `availabilityOf`.
 */
export const reservationOf = ({ reserved_until }: { reserved_until: Date | null }) =>
  reserved_until === null ? {} : { reservedUntil: reserved_until.toISOString() }

export const ownerActions = (hasOpenOrders: boolean): ('edit' | 'delete')[] =>
  hasOpenOrders ? ['edit'] : ['edit', 'delete']

/**
 * Returns what a seller can do with a book in Manage Books. Sellers can't undo an admin's hiding.
 * Drafts can't be hidden, because nobody else sees them.
 */
export const ownBookActions = (book: {
  available: number
  has_open_order: boolean
  hidden_by_seller: boolean
  needs_photos: boolean
}): ('edit' | 'delete' | 'hide' | 'show' | 'sell' | 'restock')[] => [
  ...ownerActions(book.has_open_order),
  ...(book.hidden_by_seller ? (['show'] as const) : book.needs_photos ? [] : (['hide'] as const)),
  book.available > 0 ? 'sell' : 'restock',
]

type PageOwner = {
  status: 'active' | 'blocked' | null
  deletedAt: Date | null
  /** Whether there is a block between the seller and the reader. */
  isBlocked: boolean
}

/** Whether the reader can open a seller's page, by the conditions of `findSeller`. */
export const hasSellerPage = ({ status, deletedAt, isBlocked }: PageOwner): true | undefined =>
  (status === 'active' && deletedAt === null && !isBlocked) || undefined

/** `sum` is the total of all stars. */
export const sellerRatings = ({ sum, count }: { sum: number; count: number }) => ({
  average: count > 0 ? Math.round((sum / count) * 100) / 100 : undefined,
  count,
})
