import { pricePosition, pricePositions } from '#contract/books/pricing.ts'
import { priceRange } from '#contract/common/limits.ts'
import type { BookDraft } from '#web/features/listing/book-draft.ts'
import { HowEstimated } from '#web/features/pricing/how-estimated.tsx'
import { KnownTitle, knownTitleText } from '#web/features/pricing/known-title.tsx'
import { PriceScale } from '#web/features/pricing/price-scale.tsx'
import { formatPriceBand, formatRupees, isCompleteBand, typedNumber } from '#web/format.ts'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { Skeleton } from '#web/ui/loading/loading.tsx'
import type { PredictedPrice } from './predicted-price.ts'
import { namedTitle } from './price-request.ts'

type Props = {
  draft: BookDraft
  predicted: PredictedPrice
  /** The seller's own price as typed. Undefined if they accept the predicted one. */
  ownPrice: string | undefined
  isPending?: boolean | undefined
  outdatedText: string | undefined
}

/** Shows what similar copies sell for, what that means for the seller's own price, and why. */
export function PriceAssessment({ draft, predicted, ownPrice, isPending, outdatedText }: Props) {
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
        <TitleLine draft={draft} predicted={predicted} isPending={isPending} />
      </div>
      <HowEstimated {...predicted} />
    </div>
  )
}

/** Says what other copies of the title cost. While that loads, no earlier title's text is shown. */
function TitleLine({
  draft,
  predicted: { known, namedTitle: predictedTitle },
  isPending,
}: Pick<Props, 'draft' | 'predicted' | 'isPending'>) {
  const named = namedTitle(draft)
  if (named === undefined) return 'Add the title for a better estimate.'
  if (predictedTitle !== named) return isPending ? 'Looking for other copies…' : null
  if (known && knownTitleText(known) !== undefined) return <KnownTitle known={known} />
  return `No other copies of this edition on Dobara.${draft.isbn.trim() === '' ? ' Add its ISBN for a better search.' : ''}`
}

export const PriceSkeleton = () => (
  <div className="flex flex-col gap-2">
    <Skeleton className="h-5 w-3/5" />
    <Skeleton className="h-14" />
    <Skeleton className="h-11 w-4/5" />
    <Skeleton className="h-11 w-2/5" />
  </div>
)

export function predictionText(predicted: PredictedPrice): string {
  const price = `Predicted ${formatRupees(predicted.predicted_price)}.`
  return isCompleteBand(predicted)
    ? `${price} Similar copies sell for ${formatPriceBand(predicted)}.`
    : price
}
