import type { RefObject } from 'react'
import { useFormContext } from 'react-hook-form'
import { errorMessage } from '#web/api/client.ts'
import type { BookDraft } from '#web/features/listing/book-draft.ts'
import type { PredictedPrice } from '#web/features/listing/price/predicted-price.ts'
import {
  PriceAssessment,
  PriceSkeleton,
  predictionText,
} from '#web/features/listing/price/price-assessment.tsx'
import type { PredictedPriceQuery } from '#web/features/listing/price/use-predicted-price.ts'
import { formatRupees, typedNumber } from '#web/format.ts'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { InlineLoadError } from '#web/ui/loading/load-error.tsx'

/** Returns the price of the last step: its prediction, or else the price accepted before. */
export const shownPrice = (
  { predicted }: PredictedPriceQuery,
  prediction: PredictedPrice | undefined,
): number | undefined => (predicted ?? prediction)?.predicted_price

/** Returns the price that the copy will have, if it is known. */
export const listedPrice = (
  { acceptPredictedPrice, customPrice }: BookDraft,
  query: PredictedPriceQuery,
  prediction: PredictedPrice | undefined,
): number | undefined =>
  acceptPredictedPrice ? shownPrice(query, prediction) : typedNumber(customPrice)

type Props = {
  query: PredictedPriceQuery
  prediction: PredictedPrice | undefined
  heading: RefObject<HTMLHeadingElement | null>
}

export function ListingPrice({ query, prediction, heading }: Props) {
  const draft = useFormContext<BookDraft>().watch()
  const { acceptPredictedPrice: isAccepted, customPrice } = draft
  const { predicted, isCurrent, error } = query
  const price = listedPrice(draft, query, prediction)
  const shown = predicted ?? prediction
  const hasChanged =
    isAccepted && isCurrent && predicted?.predicted_price !== prediction?.predicted_price
  const isPending = !isCurrent && !error
  const outdatedText = error ? 'Out of date.' : 'Working it out…'
  return (
    <section
      aria-labelledby="your-price"
      aria-busy={isPending}
      className="flex flex-col gap-2 rounded-box border border-border bg-sunken p-4"
    >
      <h3
        ref={heading}
        id="your-price"
        className={`font-semibold ${isAccepted && !isCurrent ? 'text-muted' : ''}`}
      >
        Your price{price !== undefined && !(isAccepted && error) && `: ${formatRupees(price)}`}
      </h3>
      {error && (
        <InlineLoadError
          text={errorMessage(error, 'The price could not be predicted.')}
          onRetry={query.retry}
        />
      )}
      <LiveRegion>{hasChanged && predicted ? predictionText(predicted) : ''}</LiveRegion>
      {!error && !shown && <PriceSkeleton />}
      {shown && (
        <PriceAssessment
          draft={draft}
          predicted={shown}
          ownPrice={isAccepted ? undefined : customPrice}
          isPending={isPending}
          outdatedText={isCurrent ? undefined : outdatedText}
        />
      )}
    </section>
  )
}
