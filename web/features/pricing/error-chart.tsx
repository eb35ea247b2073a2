import {
  CartesianGrid,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import type { PricingReport } from '#contract/books/pricing.ts'
import { formatCount, formatMonth, formatPercent } from '#web/format.ts'
import { ChartDataTable } from '#web/ui/charts/chart-data-table.tsx'
import { axisStyle, chartColours, tooltipStyle } from '#web/ui/charts/chart-styles.ts'
import { monthsBetween } from '#web/ui/charts/months-between.ts'
import { niceTicks } from '#web/ui/charts/nice-ticks.ts'
import { chartMargin, tickScale, xAxisLabel, yAxisLabel } from './chart-axes.ts'
import { MonthDot } from './month-dot.tsx'

type Month = PricingReport['months'][number]
/** Empty where there were no sales. */
type MonthWithGaps = Partial<Month>

function describeMonth({ sales, taken, medianError }: Month): string {
  const salesText = `${formatCount(sales, 'sale')}, ${taken} at the predicted price`
  if (medianError === undefined) return salesText
  const errorText = formatPercent(medianError, 1)
  return sales - taken === 1
    ? `${salesText}; one was off by ${errorText}`
    : `${salesText}; of the others, half were off by ${errorText} or less`
}

/** The sales of a month at another price than the predicted one. */
const countOwnPrices = ({ sales = 0, taken = 0 }: MonthWithGaps) => sales - taken
const formatErrorWithSales = (error: number, month: MonthWithGaps): string =>
  `${formatPercent(error, 1)} (${formatCount(countOwnPrices(month), 'sale')})`

/** The median error of the predictions by month. Loaded lazily: the chart library is large. */
export function ErrorChart({ months }: Pick<PricingReport, 'months'>) {
  const byMonth = new Map(months.map((entry) => [entry.month, entry]))
  const data = monthsBetween([...byMonth.keys()]).map((month) => ({
    month,
    ...byMonth.get(month),
  }))
  const ticks = niceTicks(0, Math.max(0.01, ...months.map(({ medianError = 0 }) => medianError)), 4)
  return (
    <figure>
      <ChartDataTable
        caption="Median error by month"
        rows={months.map((entry) => [formatMonth(entry.month), describeMonth(entry)])}
      />
      <div aria-hidden className="h-72 overflow-hidden">
        <ResponsiveContainer>
          <LineChart data={data} margin={chartMargin} accessibilityLayer={false}>
            <CartesianGrid stroke="var(--border)" vertical={false} />
            <XAxis
              dataKey="month"
              {...axisStyle}
              minTickGap={16}
              tickFormatter={formatMonth}
              {...xAxisLabel('Month of the order')}
            />
            <YAxis
              {...axisStyle}
              width={58}
              {...tickScale(ticks)}
              tickFormatter={(share: number) => formatPercent(share, 1)}
              {...yAxisLabel('Typical error')}
            />
            <Tooltip
              {...tooltipStyle}
              labelFormatter={(month) => formatMonth(String(month))}
              formatter={(error, _, { payload: month }) => [
                formatErrorWithSales(Number(error), month),
                'Typical error',
              ]}
            />
            <Line
              dataKey="medianError"
              stroke={chartColours.sales}
              strokeWidth={2}
              dot={({ key, cx, cy, payload }) => (
                <MonthDot
                  key={key}
                  cx={cx}
                  cy={cy}
                  colour={chartColours.sales}
                  sales={countOwnPrices(payload)}
                />
              )}
              connectNulls={false}
              isAnimationActive={false}
            />
          </LineChart>
        </ResponsiveContainer>
      </div>
      <figcaption className="text-muted text-sm">
        Half of the prices that people set themselves were at most this far from the prediction, as
        a share of it. Prices accepted as predicted are left out. A month without others has no dot;
        one with fewer than five has a hollow dot.
      </figcaption>
    </figure>
  )
}
