import { BookUpdate, NewBook } from '#contract/books/book-forms.ts'
import type { Book } from '#contract/books/books.ts'
import { mayExceedListPrice, PriceRequest } from '#contract/books/pricing.ts'
import { type ErrorCode, errorCatalog, type FieldErrors } from '#contract/common/error-catalog.ts'
import { inputError } from '#contract/common/input-errors.ts'
import { imageLimits } from '#contract/common/photos.ts'
import { typedNumber } from '#web/format.ts'
import { realSchema } from '#web/forms/real-schema.ts'
import type { FormErrors } from '#web/forms/use-contract-form.ts'
import type { PickedImage } from '#web/ui/inputs/use-image-list.ts'
import { addBookInput, type BookDraft } from './book-draft.ts'
import { updateBookInput } from './book-update-draft.ts'

const alertOf = (code: ErrorCode) => ({ code, text: errorCatalog[code][1] })

const requiredFieldErrors = ({ bookType }: BookDraft) => ({
  title: 'Title is required.',
  author: 'Author is required.',
  [requiredPrice(bookType)]: 'Price is required.',
  branch: 'Choose a branch.',
})

const requiredPrice = (bookType: BookDraft['bookType']) =>
  bookType === 'new' ? 'price' : 'original_price'

/** Replaces the error of an empty field with a sentence that names the field. */
function withRequiredErrors(fields: FieldErrors, draft: BookDraft): FieldErrors {
  const blank = Object.entries(requiredFieldErrors(draft)).filter(
    ([name]) => `${draft[name as keyof BookDraft]}`.trim() === '',
  )
  return { ...fields, ...Object.fromEntries(blank) }
}

/**
 * Returns the first two errors as one text, for the end of the form. If there are more, the form
 * also shows a summary that lists them all.
 */
const textOf = (fields: FieldErrors): string | undefined =>
  Object.values(fields).slice(0, 2).join(' ') || undefined

const isRentMissing = ({ isRentable, rentPrice }: BookDraft) =>
  isRentable && rentPrice.trim() === ''
const rentRequired = 'Rent price per day is required.'

export function priceFieldErrors(draft: BookDraft): FieldErrors {
  const parsed = realSchema(PriceRequest).safeParse(draft)
  return parsed.success ? {} : (inputError(parsed.error).fields ?? {})
}

function ownPriceError(
  price: string,
  { original_price, publication_year }: Pick<BookDraft, 'original_price' | 'publication_year'>,
  schema: typeof NewBook.shape.customPrice | typeof BookUpdate.shape.price,
): string | undefined {
  if (price.trim() === '') return 'Enter your price.'
  const isAboveOriginal = typedNumber(price) > typedNumber(original_price)
  if (isAboveOriginal && !mayExceedListPrice(typedNumber(publication_year)))
    return 'Your price can be at most the original price.'
  return realSchema(schema).safeParse(price).error?.issues[0]?.message
}

export const customPriceError = (
  draft: Pick<BookDraft, 'customPrice' | 'original_price' | 'publication_year'>,
): string | undefined => ownPriceError(draft.customPrice, draft, NewBook.shape.customPrice)

export const askingPriceError = (draft: BookDraft): string | undefined =>
  ownPriceError(draft.price, draft, BookUpdate.shape.price)

export function oldBookPriceErrors(
  draft: BookDraft,
  images: PickedImage[],
  isPriceKnown: boolean,
): FormErrors {
  const fields = priceFieldErrors(draft)
  const customError = draft.acceptPredictedPrice ? undefined : customPriceError(draft)
  if (customError !== undefined) fields.customPrice = customError
  const isbn = realSchema(NewBook.shape.isbn).safeParse(draft.isbn)
  if (isbn.error) fields.isbn = isbn.error.issues[0]?.message ?? ''
  if (Object.keys(fields).length > 0) return { fields }
  if (draft.acceptPredictedPrice && !isPriceKnown)
    return { fields, alert: alertOf('prediction_missing') }
  if (images.length < imageLimits.min) return { fields, alert: alertOf('too_few_images') }
  return { fields }
}

/** The error of a new book's MRP, which its price can't exceed. */
const mrpErrors = ({ bookType, price, original_price: mrp }: BookDraft): FieldErrors =>
  bookType === 'new' && typedNumber(price) > typedNumber(mrp)
    ? { original_price: 'Your price can be at most the MRP.' }
    : {}

/** Returns the errors of a new listing, in the order that the specification gives. */
export function addBookErrors(draft: BookDraft, images: PickedImage[]): FormErrors {
  const parsed = realSchema(NewBook).safeParse(addBookInput(draft, images))
  const fields = withRequiredErrors(
    parsed.success ? mrpErrors(draft) : (inputError(parsed.error).fields ?? {}),
    draft,
  )
  if (isRentMissing(draft)) fields.rentPrice = rentRequired
  if (
    [draft.title, draft.author, draft[requiredPrice(draft.bookType)]].some(
      (text) => text.trim() === '',
    )
  )
    return { fields, alert: alertOf('book_fields_required') }
  if (draft.branch === '') return { fields, alert: alertOf('branch_required') }
  if (images.length < imageLimits.min) return { fields, alert: alertOf('too_few_images') }
  const text = textOf(fields)
  return { fields, ...(text !== undefined && { alert: { text } }) }
}

export function updateBookErrors(book: Book, draft: BookDraft, images: PickedImage[]): FormErrors {
  const parsed = realSchema(BookUpdate).safeParse(updateBookInput(book, draft, images))
  const error = parsed.success ? undefined : inputError(parsed.error)
  const fields = withRequiredErrors(error?.fields ?? mrpErrors(draft), draft)
  // An empty year must not be sent, because the server would keep the old year.
  if (book.publication_year !== undefined && draft.publication_year.trim() === '')
    fields.publication_year = 'Publication year is required.'
  const priceError = book.bookType === 'old' ? askingPriceError(draft) : undefined
  if (priceError !== undefined) fields.price = priceError
  if (isRentMissing(draft)) fields.rentPrice = rentRequired
  const isOfField = error === undefined || Object.values(fields).includes(error.message)
  const text = isOfField ? textOf(fields) : error.message
  return { fields, ...(text !== undefined && { alert: { text } }) }
}
