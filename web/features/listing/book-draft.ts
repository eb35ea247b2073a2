import type { Condition } from '#contract/books/book-forms.ts'
import type { addBook } from '#contract/books/books.ts'
import type { PricePrediction } from '#contract/books/pricing.ts'
import type { EndpointInput } from '#contract/common/endpoint.ts'
import { formatRupees } from '#web/format.ts'
import type { PickedImage } from '#web/ui/inputs/use-image-list.ts'

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
  rentDeposit: string
  lateFee: string
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
  rentDeposit: '',
  lateFee: '',
  acceptPredictedPrice: true,
  customPrice: '',
  copies: '1',
}

/** The fields that a price is predicted from; the branch is known only in a later step. */
export type PriceFields = Pick<
  BookDraft,
  'condition' | 'publication_year' | 'original_price' | 'pages'
>
export const pickPriceFields = ({
  condition,
  publication_year,
  original_price,
  pages,
}: PriceFields): PriceFields => ({ condition, publication_year, original_price, pages })
export const priceFieldsKey = (draft: PriceFields): string =>
  Object.values(pickPriceFields(draft)).join('|')

/** A prediction and what it was made for; `maxPrice` is the list price in rupees. */
export type PredictedPrice = PricePrediction & {
  fieldsKey: string
  maxPrice: number
  branch: string
}
export const toPredictedPrice = (
  prediction: PricePrediction,
  draft: PriceFields & { branch: string },
): PredictedPrice => ({
  ...prediction,
  fieldsKey: priceFieldsKey(draft),
  maxPrice: Number(draft.original_price),
  branch: draft.branch,
})

export type ShownPrediction = PredictedPrice & { firstShown: { price: number; branch: string } }

/** The prediction, if the draft still has the fields that it was made for. */
export const currentPrediction = (
  prediction: ShownPrediction | undefined,
  draft: BookDraft,
): ShownPrediction | undefined =>
  prediction?.fieldsKey === priceFieldsKey(draft) ? prediction : undefined

/** How the branch has changed the price since it was first shown; undefined if it hasn't. */
export function branchEffectText(
  { firstShown }: ShownPrediction,
  { predicted_price, branch }: PredictedPrice,
): string | undefined {
  if (predicted_price === firstShown.price) return undefined
  const inBranch = (name: string) => (name === '' ? 'without a branch' : `in ${name}`)
  const before =
    firstShown.branch === '' ? 'before the branch was known' : inBranch(firstShown.branch)
  const [priceBefore, priceNow] = [firstShown.price, predicted_price].map(formatRupees)
  return `${priceBefore} ${before}; ${priceNow} ${inBranch(branch)}.`
}

export function addBookInput(
  draft: BookDraft,
  images: PickedImage[],
): EndpointInput<typeof addBook> {
  const { acceptPredictedPrice, customPrice, rentPrice, rentDeposit, lateFee, copies, ...fields } =
    draft
  return {
    ...fields,
    rentPrice: draft.isRentable ? rentPrice : undefined,
    ...(draft.isRentable && { rentDeposit, lateFee }),
    ...(draft.bookType === 'old' && {
      acceptPredictedPrice: acceptPredictedPrice ? ('yes' as const) : ('no' as const),
      customPrice: acceptPredictedPrice ? undefined : customPrice,
    }),
    copies,
    images: images.flatMap(({ file }) => file ?? []),
  }
}

/** Whole rupees a day, so that 30 days cost about a third of the price. */
export const suggestedRent = (price: number): number => Math.max(1, Math.round(price / 90))
