// Predicts the price of a draft from its valid fields.
import { useState } from 'react'
import { type PricePrediction, PriceRequest, predictPrice } from '#contract/books/pricing.ts'
import type { EndpointInput } from '#contract/common/endpoint.ts'
import { useRead } from '#web/api/hooks.ts'
import type { BookDraft } from '#web/features/listing/book-draft.ts'
import { typedNumber } from '#web/format.ts'
import { realSchema } from '#web/forms/real-schema.ts'
import { useDebounced } from '#web/ui/hooks/use-debounced.ts'

const predictDelayMs = 400

/**
 * The fields that a prediction requires, and the optional pages. Title, author and ISBN improve it.
 */
type PriceFields = Pick<BookDraft, 'condition' | 'publication_year' | 'original_price' | 'pages'>
type TitleFields = Pick<BookDraft, 'title' | 'author' | 'isbn'>

/** Returns the field as the server would read it, or undefined if it is empty or invalid. */
const validField = <N extends keyof PriceFields | keyof TitleFields>(
  name: N,
  draft: Pick<BookDraft, N>,
): PriceRequest[N] | undefined =>
  realSchema(PriceRequest.shape[name]).safeParse(draft[name]).data as PriceRequest[N] | undefined

/** Returns the fields that identify the title: title and author, the ISBN, or all of them. */
function titleFields(draft: TitleFields): Partial<TitleFields> {
  const [title, author, isbn] = (['title', 'author', 'isbn'] as const).map((name) =>
    validField(name, draft),
  )
  return { ...(title && author && { title, author }), ...(isbn && { isbn }) }
}

export const hasTitle = (draft: TitleFields): boolean => Object.keys(titleFields(draft)).length > 0

/**
 * Returns the input of a prediction. Invalid numbers are sent as typed, because the server reports
 * the errors.
 */
export const priceRequest = (
  draft: PriceFields & TitleFields,
): EndpointInput<typeof predictPrice> => ({
  condition: draft.condition,
  publication_year: validField('publication_year', draft) ?? draft.publication_year,
  original_price: validField('original_price', draft) ?? draft.original_price,
  pages: validField('pages', draft) ?? draft.pages,
  ...titleFields(draft),
})

/** `maxPrice` is the list price, in rupees, of the draft for which the price was predicted. */
export type PredictedPrice = PricePrediction & { maxPrice: number }

export type PredictedPriceQuery = {
  /** The last prediction. If `isCurrent` is false, it is for an earlier draft. */
  predicted: PredictedPrice | undefined
  isCurrent: boolean
  /** Whether the price of this draft is being loaded or soon will be. */
  isPending: boolean
  error: Error | null
  retry: () => void
}

export function usePredictedPrice(draft: BookDraft, isWanted: boolean): PredictedPriceQuery {
  const question = priceRequest(draft)
  const key = JSON.stringify(question)
  const isSettled = useDebounced(key, predictDelayMs) === key
  const isPossible = isWanted && realSchema(PriceRequest).safeParse(question).success
  const enabled = isPossible && isSettled
  const price = useRead(predictPrice, question, { enabled })
  const response = enabled ? price.data : undefined
  const [last, setLast] = useState<{ response: PricePrediction; maxPrice: number }>()
  if (response && last?.response !== response)
    setLast({ response, maxPrice: typedNumber(draft.original_price) })
  const isCurrent = response !== undefined && last?.response === response
  const error = enabled && !price.isFetching ? price.error : null
  return {
    predicted: last && { ...last.response, maxPrice: last.maxPrice },
    isCurrent,
    isPending: isPossible && !isCurrent && !error,
    error,
    retry: () => void price.refetch(),
  }
}
