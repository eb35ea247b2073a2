import { useState } from 'react'
import { type PriceAnswer, PriceQuestion, predictPrice } from '#contract/pricing.ts'
import { useRead } from '#web/api/hooks.ts'
import { useSettled } from '#web/ui/hooks/use-settled.ts'
import {
  type BookDraft,
  factsOf,
  type Priced,
  type PriceFacts,
  pricedFor,
  priceFactsOf,
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
  comparables: PriceAnswer['comparables'] | undefined
}

/** Whether an answer names a price: one that doesn't is none. */
export const isPriced = (answer: PriceAnswer | undefined): answer is PriceAnswer =>
  Number.isFinite(answer?.predicted_price)

/** What a copy as it is described should sell for, asked anew as it changes. The title changes no price, so what it tells is asked apart. */
export function usePrice(
  draft: PriceFacts & Pick<BookDraft, 'branch' | 'title'>,
  wanted: boolean,
): PriceRead {
  const { branch } = draft
  const facts = priceFactsOf(draft)
  const asked = factsOf(facts)
  const settled = useSettled(asked, 400) === asked
  const title = useSettled(draft.title.trim().slice(0, 200), 600)
  const enabled = wanted && settled && PriceQuestion.safeParse(facts).success
  const read = useRead(predictPrice, { ...facts, ...(branch && { branch }) }, { enabled })
  const sold = useRead(predictPrice, { ...facts, title }, { enabled: enabled && title !== '' })
  const [last, setLast] = useState<{ answer: PriceAnswer; priced: Priced }>()
  const answer = enabled && isPriced(read.data) ? read.data : undefined
  if (answer && (last?.answer !== answer || last.priced.branch !== branch))
    setLast({ answer, priced: pricedFor(answer, { ...facts, branch }) })
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
