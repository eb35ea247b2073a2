import type { PricePrediction } from '#contract/books/pricing.ts'
import type { BookDraft } from '#web/features/listing/book-draft.ts'
import { typedNumber } from '#web/format.ts'
import { namedTitle, priceFieldsKey } from './price-request.ts'

/**
 * A prediction and the fields it was made for. `maxPrice` is the list price in rupees. `namedTitle`
 * is undefined if no title was given.
 */
export type PredictedPrice = PricePrediction & {
  fieldsKey: string
  maxPrice: number
  namedTitle: string | undefined
}

export const toPredictedPrice = (
  prediction: PricePrediction,
  draft: BookDraft,
): PredictedPrice => ({
  ...prediction,
  fieldsKey: priceFieldsKey(draft),
  maxPrice: typedNumber(draft.original_price),
  namedTitle: namedTitle(draft),
})

/** Returns the prediction, if the draft still has the fields that it was made for. */
export const currentPrediction = (
  prediction: PredictedPrice | undefined,
  draft: BookDraft,
): PredictedPrice | undefined =>
  prediction?.fieldsKey === priceFieldsKey(draft) ? prediction : undefined
