// What is still wrong with what a seller has entered about a book.
import { type BookUpdate, NewBook } from '#contract/book-forms.ts'
import {
  type AppError,
  type ErrorCode,
  errorCatalog,
  type FieldErrors,
  inputError,
} from '#contract/errors.ts'
import { imageLimits } from '#contract/policy.ts'
import { PriceRequest } from '#contract/pricing.ts'
import type { PickedImage } from '#web/ui/inputs/image-picker.tsx'
import { type BookDraft, newBookInput, type Prediction } from './book-draft.ts'

/** What is said of the form as a whole; known by its code, not by its words. `price_awaited` is a press that came too early. */
export type FormAlert = { code?: AppError['code'] | 'price_awaited' | undefined; text: string }
const alertOf = (code: ErrorCode): FormAlert => ({ code, text: errorCatalog[code][1] })

/** What is wrong: the alert of the specification, and a sentence per field. */
export type FormErrors = { alert?: FormAlert | undefined; fields: FieldErrors }

/** What keeps a price from being predicted. */
export function priceErrors(draft: BookDraft): FieldErrors {
  const parsed = PriceRequest.safeParse(draft)
  return parsed.success ? {} : (inputError(parsed.error).fields ?? {})
}

/** What is wrong with a price of one's own for an old book: the custom price of a new listing, or the asking price of one that is changed. */
export function ownPriceError(
  price: string,
  { original_price }: Pick<BookDraft, 'original_price'>,
  schema: typeof NewBook.shape.customPrice | typeof BookUpdate.shape.price = NewBook.shape
    .customPrice,
): string | undefined {
  if (price.trim() === '') return 'Enter your price.'
  if (original_price.trim() !== '' && Number(price) > Number(original_price))
    return 'Your price can be at most the original price.'
  return schema.safeParse(price).error?.issues[0]?.message
}

/** What keeps an old book from its last step. */
export function stepErrors(
  draft: BookDraft,
  images: PickedImage[],
  predicted: Prediction | undefined,
): FormErrors {
  const fields = priceErrors(draft)
  const own = draft.acceptPredictedPrice ? undefined : ownPriceError(draft.customPrice, draft)
  if (own !== undefined) fields.customPrice = own
  if (Object.keys(fields).length > 0) return { fields }
  if (draft.acceptPredictedPrice && predicted === undefined)
    return { fields, alert: alertOf('prediction_missing') }
  if (images.length < imageLimits.min) return { fields, alert: alertOf('too_few_images') }
  return { fields }
}

const missing = {
  title: 'Title is required.',
  author: 'Author is required.',
  original_price: 'Price is required.',
  branch: 'Choose a branch.',
}

/** The sentences beside the fields; the alert of the whole form would say nothing at a single one. */
export function besideFields(fields: FieldErrors, draft: BookDraft): FieldErrors {
  const blank = Object.entries(missing).filter(
    ([name]) => draft[name as keyof typeof missing].trim() === '',
  )
  return { ...fields, ...Object.fromEntries(blank) }
}

/** What keeps the book from being listed, in the order in which the specification names it. */
export function bookErrors(draft: BookDraft, images: PickedImage[]): FormErrors {
  const parsed = NewBook.safeParse(newBookInput(draft, images))
  const fields = besideFields(parsed.success ? {} : (inputError(parsed.error).fields ?? {}), draft)
  if (draft.isRentable && draft.rentPrice.trim() === '')
    fields.rentPrice = 'Rent price per day is required.'
  if ([draft.title, draft.author, draft.original_price].some((text) => text.trim() === ''))
    return { fields, alert: alertOf('book_fields_required') }
  if (draft.branch === '') return { fields, alert: alertOf('branch_required') }
  if (images.length < imageLimits.min) return { fields, alert: alertOf('too_few_images') }
  const [text] = Object.values(fields)
  return { fields, ...(text !== undefined && { alert: { text } }) }
}
