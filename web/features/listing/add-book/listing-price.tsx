import type { RefObject } from 'react'
import { useFormContext } from 'react-hook-form'
import { errorMessage } from '#web/api/client.ts'
import type { BookDraft } from '#web/features/listing/book-draft.ts'
import {
  isByTitle,
  type PredictedPrice,
  priceEffectText,
  type ShownPrediction,
} from '#web/features/listing/price/predicted-price.ts'
import { PriceAssessment } from '#web/features/listing/price/price-assessment.tsx'
import { PriceSkeleton } from '#web/features/listing/price/price-skeleton.tsx'
import type { PredictedPriceQuery } from '#web/features/listing/price/use-predicted-price.ts'
import { TitleComparison } from '#web/features/listing/title-comparison.tsx'
import { PriceReasons } from '#web/features/pricing/price-reasons.tsx'
import { formatRupees, typedNumber } from '#web/format.ts'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { InlineLoadError } from '#web/ui/loading/load-error.tsx'

/**
 * The price in the last step: until it is predicted anew there, the one that was accepted before.
 */
export const shownPrice = (
  { predicted }: PredictedPriceQuery,
  prediction: ShownPrediction | undefined,
): number | undefined => (predicted ?? prediction)?.predicted_price

/** The price that the copy will have, as far as it is known. */
export const listedPrice = (
  { acceptPredictedPrice, customPrice }: BookDraft,
  query: PredictedPriceQuery,
  prediction: ShownPrediction | undefined,
): number | undefined =>
  acceptPredictedPrice ? shownPrice(query, prediction) : typedNumber(customPrice)

/** Always one line, so that nothing below moves. */
function noEffectText(predicted: PredictedPrice | undefined): string {
  const isKnown = predicted !== undefined && isByTitle(predicted)
  if (predicted?.branch)
    return `The same ${isKnown ? 'for this title ' : ''}in ${predicted.branch}.`
  return isKnown
    ? 'Choose a branch: its sales may change the price.'
    : 'Title and branch may change the price.'
}

type Props = {
  query: PredictedPriceQuery
  prediction: ShownPrediction | undefined
  heading: RefObject<HTMLHeadingElement | null>
}

export function ListingPrice({ query, prediction, heading }: Props) {
  const draft = useFormContext<BookDraft>().watch()
  const { acceptPredictedPrice: isAccepted, customPrice } = draft
  const { predicted, isCurrent, error } = query
  const price = listedPrice(draft, query, prediction)
  const effect =
    isAccepted && isCurrent && predicted && prediction
      ? priceEffectText(prediction, predicted)
      : undefined
  const isPending = !isCurrent && !error
  // The line above already says that the predicted price is worked out.
  const pendingText = isAccepted ? '' : 'Working it out…'
  const outdatedText = error ? 'Out of date.' : pendingText
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
      <div className={`flex items-center text-muted text-sm ${isAccepted ? 'min-h-10' : ''}`}>
        {error ? (
          <InlineLoadError
            text={errorMessage(error, 'The price could not be predicted.')}
            onRetry={query.retry}
          />
        ) : (
          isAccepted && <p>{isCurrent ? (effect ?? noEffectText(predicted)) : 'Working it out…'}</p>
        )}
      </div>
      <LiveRegion>{effect ?? ''}</LiveRegion>
      {!error && !predicted && <PriceSkeleton />}
      {predicted && (
        <>
          <PriceAssessment
            predicted={predicted}
            ownPrice={isAccepted ? undefined : customPrice}
            outdatedText={isCurrent ? undefined : outdatedText}
          />
          <PriceReasons {...predicted} />
          <TitleComparison draft={draft} predicted={predicted} isPending={isPending} />
        </>
      )}
    </section>
  )
}
