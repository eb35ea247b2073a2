import { pricePosition, pricePositions } from '#contract/books/pricing.ts'
import { priceRange } from '#contract/common/policy.ts'
import { PriceScale } from '#web/features/pricing/price-scale.tsx'
import { formatPriceBand, formatRupees, isCompleteBand, typedNumber } from '#web/format.ts'
import { LiveRegion } from '#web/ui/live-region.tsx'
import type { PredictedPrice } from './predicted-price.ts'

type Props = {
  predicted: PredictedPrice
  /** The seller's own price, as typed; undefined if they take the predicted one. */
  ownPrice: string | undefined
  outdatedText: string | undefined
}

export function PriceAssessment({ predicted, ownPrice, outdatedText }: Props) {
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
  return (
    <div className="flex flex-col gap-1">
      <PriceScale
        band={predicted}
        max={predicted.maxPrice}
        predicted={predicted.predicted_price}
        ownPrice={isOwnPrice ? { price, label: `your price ${formatRupees(price)}` } : undefined}
        outdatedText={outdatedText}
      />
      {ownPrice !== undefined && <p className="min-h-6 font-medium">{verdict}</p>}
      <LiveRegion>{verdict}</LiveRegion>
    </div>
  )
}

export function predictionText(predicted: PredictedPrice): string {
  const band = isCompleteBand(predicted) ? `, expected ${formatPriceBand(predicted)}` : ''
  return `Predicted ${formatRupees(predicted.predicted_price)}${band}.`
}
