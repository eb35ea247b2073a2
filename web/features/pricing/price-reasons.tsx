import type { PricePrediction } from '#contract/pricing.ts'
import { count, month, rupees } from '#web/format.ts'

/** Why a price was predicted. */
export const PriceReasons = ({ reasons }: Pick<PricePrediction, 'reasons'>) => (
  <ul className="list-disc space-y-1 pl-5 text-muted text-sm">
    {reasons.map((reason) => (
      <li key={reason}>{reason}</li>
    ))}
  </ul>
)

/** What copies of the title were sold for here; folded, so that those that are found late take no more room than their number. */
export function SoldHere({
  comparables,
}: {
  comparables: PricePrediction['comparables'] | undefined
}) {
  if (comparables === undefined || comparables.length === 0)
    return (
      <p className="flex min-h-11 items-center text-muted text-sm">
        {comparables
          ? 'No copy of this title was sold on Dobara yet.'
          : 'What copies of the title were sold for will stand here.'}
      </p>
    )
  const prices = comparables.map(({ price }) => price)
  const [least, most] = [Math.min(...prices), Math.max(...prices)]
  return (
    <details className="text-sm">
      <summary className="min-h-11 content-center">
        Sold on Dobara: {count(prices.length, 'copy', 'copies')},{' '}
        {least === most ? '' : `${rupees(least)} to `}
        {rupees(most)}
      </summary>
      <ul className="space-y-1 pl-5">
        {comparables.map(({ price, originalPrice, condition, soldIn }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two copies may have been sold alike; the list is read anew as a whole
          <li key={place}>
            Sold for {rupees(price)} in {month(soldIn)}{' '}
            <span className="text-muted">
              (printed {rupees(originalPrice)}, {condition})
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
