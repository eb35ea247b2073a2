import type { PricePrediction, TitleKnowledge } from '#contract/books/pricing.ts'
import { formatMonth, formatRupees } from '#web/format.ts'
import { KnownTitle, knownTitleText } from './known-title.tsx'

type Comparables = PricePrediction['comparables']

/** What an older server's response says, which has the sales only. */
const knownBySales = (comparables: Comparables): TitleKnowledge => ({
  sold: comparables.length,
  soldPrices: comparables.map(({ price }) => price),
  offered: 0,
  prices: 0,
})

type Props = Pick<PricePrediction, 'comparables' | 'known'> & {
  isIsbnMissing?: boolean
}

/** What is known of a named title, with its sales one by one behind it. */
export function TitleSales({
  comparables,
  known = knownBySales(comparables),
  isIsbnMissing = false,
}: Props) {
  if (knownTitleText(known) === undefined)
    return (
      <p className="flex min-h-11 items-center text-muted text-sm">
        We found no copies of this edition to compare with.
        {isIsbnMissing && ' Its ISBN can help.'}
      </p>
    )
  return (
    <div>
      <div className="flex min-h-11 items-center">
        <KnownTitle known={known} />
      </div>
      {comparables.length > 0 && <SingleSales comparables={comparables} />}
    </div>
  )
}

const SingleSales = ({ comparables }: { comparables: Comparables }) => (
  <details className="text-sm">
    <summary className="min-h-11 content-center">When and in which condition</summary>
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
