import type { PricingReport } from '#contract/books/pricing.ts'
import { formatCount, formatMonth, formatPercent } from '#web/format.ts'
import { ChartDataTable } from '#web/ui/charts/chart-data-table.tsx'
import { chartColours } from '#web/ui/charts/chart-styles.ts'
import { MonthlyErrors } from './monthly-errors.tsx'

type Month = PricingReport['months'][number]

function describeMonth({ sales, taken, medianError }: Month): string {
  const salesText = `${formatCount(sales, 'sale')}, ${taken} at the predicted price`
  if (medianError === undefined) return salesText
  const errorText = formatPercent(medianError, 1)
  return sales - taken === 1
    ? `${salesText}; one was off by ${errorText}`
    : `${salesText}; of the others, half were off by ${errorText} or less`
}

const lines = [{ key: 'error', name: 'Typical error', colour: chartColours.sales }] as const

/** The median error of the predictions by month. Loaded lazily: the chart library is large. */
export const ErrorChart = ({ months }: Pick<PricingReport, 'months'>) => (
  <figure>
    <ChartDataTable
      caption="Median error by month"
      rows={months.map((entry) => [formatMonth(entry.month), describeMonth(entry)])}
    />
    <MonthlyErrors
      months={months.map(({ month, sales, taken, medianError: error }) => ({
        month,
        sales: sales - taken,
        error,
      }))}
      lines={lines}
    />
    <figcaption className="text-muted text-sm">
      Half of the prices that people set themselves were at most this far from the prediction, as a
      share of it. Prices accepted as predicted are left out. A month without others has no dot; one
      with fewer than five has a hollow dot.
    </figcaption>
  </figure>
)
