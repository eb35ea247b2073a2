// What a seller has entered about a book so far, and what it should sell for.
import type { Condition } from '#contract/book-forms.ts'
import type { addBook } from '#contract/books.ts'
import type { EndpointInput } from '#contract/endpoint.ts'
import type { PricePrediction } from '#contract/pricing.ts'
import { rupeesExact } from '#web/format.ts'
import type { PickedImage } from '#web/ui/inputs/image-picker.tsx'

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
export type PriceFields = Pick<
  BookDraft,
  'condition' | 'publication_year' | 'original_price' | 'pages'
>
export const priceRequest = ({
  condition,
  publication_year,
  original_price,
  pages,
}: PriceFields): PriceFields => ({
  ...{ condition, publication_year, original_price, pages },
})
/** The same as one text to compare. */
export const bookFields = (draft: PriceFields): string =>
  Object.values(priceRequest(draft)).join('|')

/** An answer, and what it was given for: the facts as one text, the printed price, and the branch or none. */
export type Priced = PricePrediction & { facts: string; max: number; branch: string }
export const predictionFor = (
  answer: PricePrediction,
  draft: PriceFields & { branch: string },
): Priced => ({
  ...answer,
  facts: bookFields(draft),
  max: Number(draft.original_price),
  branch: draft.branch,
})

/** What was answered when 'Predict Price' was pressed, or what the branch has made of it since. */
export type Prediction = Priced & { pressed: { price: number; branch: string } }

/** The prediction, as long as the facts are still those it was made of. */
export const predictedFor = (
  prediction: Prediction | undefined,
  draft: BookDraft,
): Prediction | undefined => (prediction?.facts === bookFields(draft) ? prediction : undefined)

/** What the branch has changed since the price was predicted, in words; undefined when nothing. */
export function branchWords(
  { pressed }: Prediction,
  { predicted_price, branch }: Priced,
): string | undefined {
  if (predicted_price === pressed.price) return undefined
  const place = (name: string) => (name === '' ? 'without a branch' : `in ${name}`)
  const before = pressed.branch === '' ? 'before the branch was known' : place(pressed.branch)
  return `${rupeesExact(pressed.price)} ${before}; ${rupeesExact(predicted_price)} ${place(branch)}.`
}

/** The call that lists the book. */
export function newBookInput(
  draft: BookDraft,
  images: PickedImage[],
): EndpointInput<typeof addBook> {
  const { acceptPredictedPrice, customPrice, rentPrice, copies, ...facts } = draft
  return {
    ...facts,
    original_price: draft.original_price,
    rentPrice: draft.isRentable ? rentPrice : undefined,
    ...(draft.bookType === 'old'
      ? {
          acceptPredictedPrice: acceptPredictedPrice ? 'yes' : 'no',
          customPrice: acceptPredictedPrice ? undefined : customPrice,
        }
      : { copies }),
    images: images.flatMap((picture) => picture.file ?? []),
  }
}
