import { useState } from 'react'
import { type PricePrediction, PriceRequest, predictPrice } from '#contract/pricing.ts'
import { useRead } from '#web/api/hooks.ts'
import { useDebounced } from '#web/ui/hooks/use-settled.ts'
import {
  type BookDraft,
  bookFields,
  type Priced,
  type PriceFields,
  predictionFor,
  priceRequest,
} from './book-draft.ts'

export type PriceRead = {
  /** The last answer: until there is another, also one to what was asked before. */
  priced: Priced | undefined
  /** Whether it is the answer to what is asked now. */
  fresh: boolean
  /** Why there is no answer; `retry` asks again. */
  error: Error | null
  retry: () => void
  /** What copies of the title were sold for, once it is known. */
  comparables: PricePrediction['comparables'] | undefined
}

/** Whether an answer names a price: one that doesn't is none. */
export const isPriced = (answer: PricePrediction | undefined): answer is PricePrediction =>
  Number.isFinite(answer?.predicted_price)

/** What a copy as it is described should sell for, asked anew as it changes. The title changes no price, so what it tells is asked apart. */
export function usePrice(
  draft: PriceFields & Pick<BookDraft, 'branch' | 'title'>,
  wanted: boolean,
): PriceRead {
  const { branch } = draft
  const facts = priceRequest(draft)
  const asked = bookFields(facts)
  const settled = useDebounced(asked, 400) === asked
  const title = useDebounced(draft.title.trim().slice(0, 200), 600)
  const enabled = wanted && settled && PriceRequest.safeParse(facts).success
  const read = useRead(predictPrice, { ...facts, ...(branch && { branch }) }, { enabled })
  const sold = useRead(predictPrice, { ...facts, title }, { enabled: enabled && title !== '' })
  const [last, setLast] = useState<{ answer: PricePrediction; priced: Priced }>()
  const answer = enabled && isPriced(read.data) ? read.data : undefined
  if (answer && (last?.answer !== answer || last.priced.branch !== branch))
    setLast({ answer, priced: predictionFor(answer, { ...facts, branch }) })
  return {
    priced: last?.priced,
    fresh: answer !== undefined && last?.answer === answer,
    error: enabled
      ? (read.error ?? (read.data && !answer ? new Error('The answer names no price.') : null))
      : null,
    retry: () => {
      for (const one of [read, sold])
        if (one.isError || (one.data && !isPriced(one.data))) void one.refetch()
    },
    comparables: title === '' ? undefined : sold.data?.comparables,
  }
}
