import { conditionLabels } from '#contract/books/conditions.ts'
import type { UsedPrices as Prices } from '#contract/books/titles.ts'
import { KnownTitle } from '#web/features/pricing/known-title.tsx'
import { formatRupees, isCompleteBand, labelOf } from '#web/format.ts'

/** The labels of used copies, which can't be new but can look new. */
const usedConditionLabels = { ...conditionLabels, new: 'Like new' }

export function UsedPrices({ prices }: { prices: Prices | undefined }) {
  const rows = (prices?.conditions ?? []).filter(isCompleteBand)
  if (!prices || rows.length === 0) return null
  const { publication_year: year, original_price: printed, known } = prices
  return (
    <section aria-labelledby="used-prices" className="flex flex-col gap-3">
      <h2 id="used-prices" className="font-semibold text-2xl">
        What a used copy should sell for
      </h2>
      <p className="text-muted text-sm">
        The edition of {year}, printed price {formatRupees(printed)}. An estimate from its age and
        printed price{known.prices > 0 ? ', and from what others got or ask for this title.' : '.'}
      </p>
      <div className="max-w-md rounded-box border border-border bg-surface px-3">
        <table className="w-full text-sm">
          <caption className="sr-only">Expected prices by condition</caption>
          <thead className="text-muted">
            <tr className="border-border border-b">
              <th scope="col" className="py-2 text-left font-normal">
                Condition
              </th>
              <th scope="col" className="px-3 py-2 text-right font-normal">
                About
              </th>
              <th scope="col" className="py-2 text-right font-normal">
                Most between
              </th>
            </tr>
          </thead>
          <tbody className="tabular-nums">
            {rows.map(({ condition, predicted_price: price, low, high }) => (
              <tr key={condition} className="border-border not-last:border-b">
                <th scope="row" className="py-2 text-left font-medium">
                  {labelOf(usedConditionLabels, condition)}
                </th>
                <td className="px-3 py-2 text-right font-semibold text-base">
                  {formatRupees(price)}
                </td>
                <td className="py-2 text-right text-muted">
                  {formatRupees(low)} and {formatRupees(high)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <KnownTitle known={{ ...known, offered: 0 }} />
    </section>
  )
}
