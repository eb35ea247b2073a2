// What a seller has entered about a book so far, and what is still wrong with it.

import { type BookChange, type Condition, imageLimits, NewBook } from '#contract/book-forms.ts'
import type { addBook } from '#contract/books.ts'
import type { Ask } from '#contract/endpoint.ts'
import type { FieldErrors } from '#contract/errors.ts'
import { refusals, refuseInput } from '#contract/errors.ts'
import { type PriceAnswer, PriceQuestion } from '#contract/pricing.ts'
import { rupeesExact } from '#web/parts/format.ts'
import type { Picked } from '#web/ui/image-picker.tsx'

export type BookDraft = {
  bookType: 'new' | 'old'
  title: string
  author: string
  branch: string
  description: string
  isbn: string
  original_price: string
  condition: Condition
  publication_year: string
  publicationDate: string
  pages: string
  isRentable: boolean
  rentPrice: string
  acceptPredictedPrice: boolean
  customPrice: string
  copies: string
}

export const emptyDraft: BookDraft = {
  bookType: 'new',
  title: '',
  author: '',
  branch: '',
  description: '',
  isbn: '',
  original_price: '',
  condition: 'good',
  publication_year: '',
  publicationDate: '',
  pages: '',
  isRentable: false,
  rentPrice: '',
  acceptPredictedPrice: true,
  customPrice: '',
  copies: '1',
}

/** What a price is predicted from. */
export type PriceFacts = Pick<BookDraft, 'condition' | 'publication_year' | 'original_price' | 'pages'>
export const priceFactsOf = ({ condition, publication_year, original_price, pages }: PriceFacts): PriceFacts => ({
  ...{ condition, publication_year, original_price, pages },
})
/** The same as one text to compare. */
export const factsOf = (draft: PriceFacts): string => Object.values(priceFactsOf(draft)).join('|')

/** An answer, and what it was given for: the facts as one text, the printed price, and the branch or none. */
export type Priced = PriceAnswer & { facts: string; most: number; branch: string }
export const pricedFor = (answer: PriceAnswer, draft: PriceFacts & { branch: string }): Priced => ({
  ...answer,
  facts: factsOf(draft),
  most: Number(draft.original_price),
  branch: draft.branch,
})

/** What was answered when 'Predict Price' was pressed, or what the branch has made of it since. */
export type Prediction = Priced & { pressed: { price: number; branch: string } }

/** The prediction, as long as the facts are still those it was made of. */
export const predictedFor = (prediction: Prediction | undefined, draft: BookDraft): Prediction | undefined =>
  prediction?.facts === factsOf(draft) ? prediction : undefined

/** What the branch has changed since the price was predicted, in words; undefined when nothing. */
export function branchWords({ pressed }: Prediction, { predicted_price, branch }: Priced): string | undefined {
  if (predicted_price === pressed.price) return undefined
  const place = (name: string) => (name === '' ? 'without a branch' : `in ${name}`)
  const before = pressed.branch === '' ? 'before the branch was known' : place(pressed.branch)
  return `${rupeesExact(pressed.price)} ${before}; ${rupeesExact(predicted_price)} ${place(branch)}.`
}

/** What is wrong: the alert of the specification, and a sentence per field. */
export type Fault = { alert?: string | undefined; fields: FieldErrors }

/** The call that lists the book. */
export function askOf(draft: BookDraft, images: Picked[]): Ask<typeof addBook> {
  const { acceptPredictedPrice, customPrice, rentPrice, copies, ...facts } = draft
  return {
    ...facts,
    original_price: draft.original_price,
    rentPrice: draft.isRentable ? rentPrice : undefined,
    ...(draft.bookType === 'old'
      ? { acceptPredictedPrice: acceptPredictedPrice ? 'yes' : 'no', customPrice: acceptPredictedPrice ? undefined : customPrice }
      : { copies }),
    images: images.flatMap((picture) => picture.file ?? []),
  }
}

/** What keeps a price from being predicted. */
export function priceFault(draft: BookDraft): FieldErrors {
  const parsed = PriceQuestion.safeParse(draft)
  return parsed.success ? {} : (refuseInput(parsed.error).fields ?? {})
}

/** What is wrong with a price of one's own for an old book: the custom price of a new listing, or the asking price of one that is changed. */
export function ownPriceFault(
  price: string,
  { original_price }: Pick<BookDraft, 'original_price'>,
  schema: typeof NewBook.shape.customPrice | typeof BookChange.shape.price = NewBook.shape.customPrice,
): string | undefined {
  if (price.trim() === '') return 'Enter your price.'
  if (original_price.trim() !== '' && Number(price) > Number(original_price)) return 'Your price can be at most the original price.'
  return schema.safeParse(price).error?.issues[0]?.message
}

/** What keeps an old book from its last step. */
export function stepFault(draft: BookDraft, images: Picked[], predicted: Prediction | undefined): Fault {
  const fields = priceFault(draft)
  const own = draft.acceptPredictedPrice ? undefined : ownPriceFault(draft.customPrice, draft)
  if (own !== undefined) fields.customPrice = own
  if (Object.keys(fields).length > 0) return { fields }
  if (draft.acceptPredictedPrice && predicted === undefined) return { fields, alert: refusals.prediction_missing[1] }
  if (images.length < imageLimits.least) return { fields, alert: refusals.too_few_images[1] }
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
  const blank = Object.entries(missing).filter(([name]) => draft[name as keyof typeof missing].trim() === '')
  return { ...fields, ...Object.fromEntries(blank) }
}

/** What keeps the book from being listed, in the order in which the specification names it. */
export function bookFault(draft: BookDraft, images: Picked[]): Fault {
  const parsed = NewBook.safeParse(askOf(draft, images))
  const fields = besideFields(parsed.success ? {} : (refuseInput(parsed.error).fields ?? {}), draft)
  if (draft.isRentable && draft.rentPrice.trim() === '') fields.rentPrice = 'Rent price per day is required.'
  if ([draft.title, draft.author, draft.original_price].some((text) => text.trim() === ''))
    return { fields, alert: refusals.book_fields_required[1] }
  if (draft.branch === '') return { fields, alert: refusals.branch_required[1] }
  if (images.length < imageLimits.least) return { fields, alert: refusals.too_few_images[1] }
  return { fields, ...(Object.keys(fields).length > 0 && { alert: Object.values(fields)[0] }) }
}
