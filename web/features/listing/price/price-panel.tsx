import type { ReactNode } from 'react'
import { pricePosition, pricePositions } from '#contract/books/pricing.ts'
import { priceRange } from '#contract/common/limits.ts'
import { errorMessage } from '#web/api/client.ts'
import type { BookDraft } from '#web/features/listing/book-draft.ts'
import { isKnown, KnownTitle } from '#web/features/pricing/known-title.tsx'
import { PriceScale } from '#web/features/pricing/price-scale.tsx'
import { formatPriceBand, formatRupees, isCompleteBand, typedNumber } from '#web/format.ts'
import { formatMonth } from '#web/time.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { InlineLoadError } from '#web/ui/loading/load-error.tsx'
import { Skeleton } from '#web/ui/loading/loading.tsx'
import { hasTitle, type PredictedPrice, type PredictedPriceQuery } from './predicted-price.ts'

type Props = {
  query: PredictedPriceQuery
  draft: BookDraft
  /** The seller's own price as typed. Undefined if they accept the predicted one. */
  ownPrice: string | undefined
  /** The text to show if the prediction failed and a button of the form can repeat it. */
  failed?: string | undefined
  /** Shown above the assessment, unless the prediction failed. */
  children?: ReactNode
}

/** Shows a draft's predicted price, or that the price is being loaded or couldn't be. */
export function PricePanel({ query, draft, ownPrice, failed, children }: Props) {
  const { predicted, isCurrent, isPending, error, retry } = query
  return (
    <>
      <LiveRegion>{isCurrent && predicted ? predictionText(predicted) : ''}</LiveRegion>
      {!error && children}
      {error && failed !== undefined && <FormError>{failed}</FormError>}
      {error && failed === undefined && (
        <InlineLoadError
          text={errorMessage(error, 'The price could not be predicted.')}
          onRetry={retry}
        />
      )}
      {isPending && !predicted && <Skeleton className="h-47" />}
      {predicted && (
        <PriceAssessment
          draft={draft}
          predicted={predicted}
          ownPrice={ownPrice}
          outdatedText={isCurrent ? undefined : isPending ? 'Working it out…' : 'Out of date.'}
        />
      )}
    </>
  )
}

function predictionText(predicted: PredictedPrice): string {
  const price = `Predicted ${formatRupees(predicted.predicted_price)}.`
  return isCompleteBand(predicted)
    ? `${price} Similar copies sell for ${formatPriceBand(predicted)}.`
    : price
}

type AssessmentProps = Pick<Props, 'draft' | 'ownPrice'> & {
  predicted: PredictedPrice
  outdatedText: string | undefined
}

/** Shows what similar copies sell for, how the seller's own price compares with that, and why. */
function PriceAssessment({ draft, predicted, ownPrice, outdatedText }: AssessmentProps) {
  const price = typedNumber(ownPrice)
  const isOwnPrice =
    ownPrice !== undefined &&
    ownPrice.trim() !== '' &&
    price >= priceRange.min &&
    price <= predicted.maxPrice
  const verdict =
    isOwnPrice && isCompleteBand(predicted) && outdatedText === undefined
      ? `${pricePositions[pricePosition(price, predicted)]}.`
      : ''
  const predictedPrice = predicted.predicted_price
  return (
    <div className="flex flex-col gap-1">
      <PriceScale
        band={predicted}
        max={predicted.maxPrice}
        marker={
          isOwnPrice
            ? { price, label: `Your price ${formatRupees(price)}` }
            : { price: predictedPrice, label: `Predicted ${formatRupees(predictedPrice)}` }
        }
        outdatedText={outdatedText}
      />
      {ownPrice !== undefined && <p className="min-h-6 font-medium">{verdict}</p>}
      <LiveRegion>{verdict}</LiveRegion>
      <div className="flex min-h-11 items-center text-muted text-sm">
        {!hasTitle(draft)
          ? 'Add the title for a better estimate.'
          : outdatedText === undefined && <OtherCopies draft={draft} predicted={predicted} />}
      </div>
      <HowEstimated {...predicted} />
    </div>
  )
}

function OtherCopies({
  draft,
  predicted: { known },
}: Pick<AssessmentProps, 'draft' | 'predicted'>) {
  if (known && isKnown(known)) return <KnownTitle known={known} />
  return `No other copies of this edition on Dobara.${draft.isbn.trim() === '' ? ' Add its ISBN for a better search.' : ''}`
}

/** A collapsed section that explains the estimate and lists the sales it is based on. */
const HowEstimated = ({ reasons, comparables }: PredictedPrice) => (
  <details className="text-muted text-sm">
    <summary className="min-h-11 cursor-pointer content-center">How is this estimated?</summary>
    <ul className="list-disc space-y-1 pb-2 pl-5">
      {reasons.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
      {comparables.map(({ price, originalPrice, condition, soldIn }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two sales can be alike in every field
        <li key={index}>
          Sold for {formatRupees(price)} in {formatMonth(soldIn)} (original price{' '}
          {formatRupees(originalPrice)}, {condition})
        </li>
      ))}
    </ul>
  </details>
)
