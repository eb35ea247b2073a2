import type { PricePrediction } from '#contract/books/pricing.ts'
import { formatRupees } from '#web/format.ts'
import { formatMonth } from '#web/time.tsx'

type Props = Pick<PricePrediction, 'reasons'> & Partial<Pick<PricePrediction, 'comparables'>>

/** A collapsed section that explains the estimate and lists the sales it is based on. */
export const HowEstimated = ({ reasons, comparables = [] }: Props) => (
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
