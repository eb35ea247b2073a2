import { pricePosition, pricePositions } from '#contract/pricing.ts'
import { PriceScale } from '#web/features/pricing/price-scale.tsx'
import { bandWords, isBand, rupees, rupeesExact } from '#web/format.ts'
import { LiveRegion } from '#web/ui/states.tsx'
import type { Priced } from './book-draft.ts'

type Props = {
  priced: Priced
  /** What the seller asks instead, as it is typed. */
  own: string | undefined
  /** Says why the price doesn't hold any more. */
  old: string | undefined
}

/** Where the price lies in its band; of one's own price also what that means, as one types. */
export function PriceAssessment({ priced, own, old }: Props) {
  const asked = Number(own)
  const isPrice = own !== undefined && own.trim() !== '' && asked >= 1 && asked <= priced.max
  const verdict =
    isPrice && isBand(priced) && old === undefined
      ? `${pricePositions[pricePosition(asked, priced)]}.`
      : ''
  return (
    <div className="flex flex-col gap-1">
      <PriceScale
        band={priced}
        max={priced.max}
        predicted={priced.predicted_price}
        own={isPrice ? { price: asked, words: `your price ${rupees(asked)}` } : undefined}
        old={old}
      />
      {own !== undefined && <p className="min-h-6 font-medium">{verdict}</p>}
      <LiveRegion>{verdict}</LiveRegion>
    </div>
  )
}

/** What is read out of a prediction. */
export const predictionWords = (priced: Priced): string =>
  `Predicted ${rupeesExact(priced.predicted_price)}${isBand(priced) ? `, expected ${bandWords(priced)}` : ''}.`
