import { useState } from 'react'
import { type PricePrediction, PriceRequest, predictPrice } from '#contract/books/pricing.ts'
import { maxLength } from '#contract/common/policy.ts'
import { useRead } from '#web/api/hooks.ts'
import { realSchema } from '#web/forms/real-schema.ts'
import { useDebounced } from '#web/ui/hooks/use-debounced.ts'
import {
  type BookDraft,
  type PredictedPrice,
  type PriceFields,
  pickPriceFields,
  priceFieldsKey,
  toPredictedPrice,
} from './book-draft.ts'
import { predictDelayMs, titleDelayMs } from './policy.ts'

export type PredictedPriceQuery = {
  /** The last prediction; unless it `isCurrent`, it is for an earlier draft. */
  predicted: PredictedPrice | undefined
  isCurrent: boolean
  error: Error | null
  retry: () => void
  comparables: PricePrediction['comparables'] | undefined
}

/** A response of an older or newer server may hold no price. */
export const hasPrice = (prediction: PricePrediction | undefined): prediction is PricePrediction =>
  Number.isFinite(prediction?.predicted_price)

export function usePredictedPrice(
  draft: PriceFields & Pick<BookDraft, 'branch' | 'title'>,
  isWanted: boolean,
): PredictedPriceQuery {
  const { branch } = draft
  const fields = pickPriceFields(draft)
  const key = priceFieldsKey(fields)
  const isSettled = useDebounced(key, predictDelayMs) === key
  const title = useDebounced(draft.title.trim().slice(0, maxLength.title), titleDelayMs)
  const enabled = isWanted && isSettled && realSchema(PriceRequest).safeParse(fields).success
  const price = useRead(predictPrice, { ...fields, ...(branch && { branch }) }, { enabled })
  const sales = useRead(predictPrice, { ...fields, title }, { enabled: enabled && title !== '' })
  const [last, setLast] = useState<{ response: PricePrediction; predicted: PredictedPrice }>()
  const response = enabled && hasPrice(price.data) ? price.data : undefined
  if (response && (last?.response !== response || last.predicted.branch !== branch))
    setLast({ response, predicted: toPredictedPrice(response, { ...fields, branch }) })
  const missingPrice = price.data && !response ? new Error('The response has no price.') : null
  return {
    predicted: last?.predicted,
    isCurrent: response !== undefined && last?.response === response,
    error: enabled ? (price.error ?? missingPrice) : null,
    retry: () => {
      for (const query of [price, sales])
        if (query.isError || (query.data && !hasPrice(query.data))) void query.refetch()
    },
    comparables: title === '' ? undefined : sales.data?.comparables,
  }
}
