import { useFormContext } from 'react-hook-form'
import { errorMessage } from '#web/api/client.ts'
import {
  type BookDraft,
  branchEffectText,
  type ShownPrediction,
} from '#web/features/listing/book-draft.ts'
import { PriceAssessment } from '#web/features/listing/price-assessment.tsx'
import { PriceSkeleton } from '#web/features/listing/price-skeleton.tsx'
import type { PredictedPriceQuery } from '#web/features/listing/use-predicted-price.ts'
import { ComparableSales } from '#web/features/pricing/comparable-sales.tsx'
import { PriceReasons } from '#web/features/pricing/price-reasons.tsx'
import { formatRupees } from '#web/format.ts'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { InlineLoadError } from '#web/ui/loading/load-error.tsx'

export function submitBlockedText({ isCurrent, error }: PredictedPriceQuery): string | undefined {
  if (isCurrent) return undefined
  return error
    ? 'The price could not be predicted. Press Retry, or go back and enter your own.'
    : 'The price is still being worked out. Press Submit when it is ready.'
}

type Props = { query: PredictedPriceQuery; prediction: ShownPrediction | undefined }

export function ListingPrice({ query, prediction }: Props) {
  const { acceptPredictedPrice: isAccepted, customPrice } = useFormContext<BookDraft>().watch()
  const { predicted, isCurrent, error } = query
  const price = isAccepted ? predicted?.predicted_price : Number(customPrice)
  const branchEffect =
    isAccepted && isCurrent && predicted && prediction
      ? branchEffectText(prediction, predicted)
      : undefined
  // Always one line, so that nothing below moves.
  const noEffectText = predicted?.branch
    ? `The same in ${predicted.branch}.`
    : 'Choose a branch: its sales may change the price.'
  const isPending = !isCurrent && !error
  const outdatedText = isAccepted || error ? 'Out of date.' : 'Working it out…'
  return (
    <section
      aria-labelledby="your-price"
      aria-busy={isPending}
      className="flex flex-col gap-2 rounded-box border border-border bg-sunken p-4"
    >
      <h3
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
          isAccepted && <p>{isCurrent ? (branchEffect ?? noEffectText) : 'Working it out…'}</p>
        )}
      </div>
      <LiveRegion>{branchEffect ?? ''}</LiveRegion>
      {!error && !predicted && <PriceSkeleton />}
      {predicted && (
        <>
          <PriceAssessment
            predicted={predicted}
            ownPrice={isAccepted ? undefined : customPrice}
            outdatedText={isCurrent ? undefined : outdatedText}
          />
          <PriceReasons {...predicted} />
          <ComparableSales comparables={query.comparables} />
        </>
      )}
    </section>
  )
}
