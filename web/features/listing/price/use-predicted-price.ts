import { useState } from 'react'
import { type PricePrediction, PriceRequest, predictPrice } from '#contract/books/pricing.ts'
import { useRead } from '#web/api/hooks.ts'
import type { BookDraft } from '#web/features/listing/book-draft.ts'
import { realSchema } from '#web/forms/real-schema.ts'
import { useDebounced } from '#web/ui/hooks/use-debounced.ts'
import { type PredictedPrice, toPredictedPrice } from './predicted-price.ts'
import { priceRequest } from './price-request.ts'

const predictDelayMs = 400

export type PredictedPriceQuery = {
  /** The last prediction. Unless `isCurrent`, it is for an earlier draft. */
  predicted: PredictedPrice | undefined
  isCurrent: boolean
  error: Error | null
  retry: () => void
  /** Requests the price of the draft without waiting for a pause in typing. */
  askNow: () => void
}

/** Whether a response has a price. Servers of another version may send none. */
export const hasPrice = (prediction: PricePrediction | undefined): prediction is PricePrediction =>
  Number.isFinite(prediction?.predicted_price)

export function usePredictedPrice(draft: BookDraft, isWanted: boolean): PredictedPriceQuery {
  const question = priceRequest(draft)
  const key = JSON.stringify(question)
  const [askedNow, setAskedNow] = useState<string>()
  const isSettled = useDebounced(key, predictDelayMs) === key || askedNow === key
  const enabled = isWanted && isSettled && realSchema(PriceRequest).safeParse(question).success
  const price = useRead(predictPrice, question, { enabled, isAwaited: true })
  const [last, setLast] = useState<{ response: PricePrediction; predicted: PredictedPrice }>()
  const response = enabled && hasPrice(price.data) ? price.data : undefined
  if (response && last?.response !== response)
    setLast({ response, predicted: toPredictedPrice(response, draft) })
  const missingPrice = price.data && !response ? new Error('The response has no price.') : null
  const isFailed = enabled && !price.isFetching
  return {
    predicted: last?.predicted,
    isCurrent: response !== undefined && last?.response === response,
    error: isFailed ? (price.error ?? missingPrice) : null,
    retry: () => void price.refetch(),
    askNow: () => setAskedNow(key),
  }
}
