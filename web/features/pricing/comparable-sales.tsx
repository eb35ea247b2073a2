import type { PricePrediction } from '#contract/books/pricing.ts'
import { formatCount, formatMonth, formatRupees } from '#web/format.ts'

/** Sale prices of the same title. Collapsed, so that loading them moves the page little. */
export function ComparableSales({
  comparables,
}: {
  comparables: PricePrediction['comparables'] | undefined
}) {
  if (comparables === undefined || comparables.length === 0)
    return (
      <p className="flex min-h-11 items-center text-muted text-sm">
        {comparables
          ? 'No copies of this title have been sold on Dobara yet.'
          : 'Past sales of this title will appear here.'}
      </p>
    )
  const prices = comparables.map(({ price }) => price)
  const [min, max] = [Math.min(...prices), Math.max(...prices)]
  return (
    <details className="text-sm">
      <summary className="min-h-11 content-center">
        Sold on Dobara: {formatCount(prices.length, 'copy', 'copies')},{' '}
        {min === max ? '' : `${formatRupees(min)} to `}
        {formatRupees(max)}
      </summary>
      <ul className="space-y-1 pl-5">
        {comparables.map(({ price, originalPrice, condition, soldIn }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two sales can be alike in every field
          <li key={index}>
            Sold for {formatRupees(price)} in {formatMonth(soldIn)}{' '}
            <span className="text-muted">
              (printed {formatRupees(originalPrice)}, {condition})
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}
