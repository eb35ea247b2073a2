// Apart from its screen, because the chart library is large.
import {
  CartesianGrid,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import type { PricingReport } from '#contract/pricing.ts'
import { count, month, percent } from '#web/format.ts'
import { axis, chartColours, FigureTable, tooltipStyle } from '#web/ui/charts/chart-frame.tsx'
import { monthsThrough, niceTicks } from '#web/ui/charts/nice-ticks.ts'
import { below, beside, margin, scaled } from './chart-axes.ts'

/** What became of a month's predictions, in words. */
function monthWords({ sales, taken, medianError }: PricingReport['months'][number]): string {
  const exact = `${count(sales, 'sale')}, ${taken} at the predicted price`
  if (medianError === undefined) return exact
  const off = percent(medianError, 1)
  return sales - taken === 1
    ? `${exact}; one was off by ${off}`
    : `${exact}; of the others, half were off by ${off} or less`
}

/** How many of a month's prices somebody named. */
const namedIn = ({ sales = 0, taken = 0 }: Partial<PricingReport['months'][number]>) =>
  sales - taken
/** The median of fewer sales is mostly chance. */
const fewSales = 5

/** Hollow where it rests on few sales. */
function MonthDot({
  cx,
  cy,
  isFew,
}: {
  cx?: number | undefined
  cy?: number | undefined
  isFew: boolean
}) {
  if (cx === undefined || cy === undefined || Number.isNaN(cy)) return null
  return (
    <circle
      cx={cx}
      cy={cy}
      r={3.5}
      fill={isFew ? 'var(--surface)' : chartColours.sales}
      stroke={chartColours.sales}
      strokeWidth={2}
    />
  )
}

/** How far off predictions were, month by month. */
export function ErrorChart({ months }: Pick<PricingReport, 'months'>) {
  const known = new Map(months.map((one) => [one.month, one]))
  const data = monthsThrough([...known.keys()]).map((written) => ({
    month: written,
    ...known.get(written),
  }))
  const ticks = niceTicks(0, Math.max(0.01, ...months.map(({ medianError = 0 }) => medianError)), 4)
  return (
    <figure>
      <FigureTable
        caption="Median error by month"
        rows={months.map((one) => [month(one.month), monthWords(one)])}
      />
      <div aria-hidden className="h-72 overflow-hidden">
        <ResponsiveContainer>
          <LineChart data={data} margin={margin} accessibilityLayer={false}>
            <CartesianGrid stroke="var(--border)" vertical={false} />
            <XAxis
              dataKey="month"
              {...axis}
              minTickGap={16}
              tickFormatter={month}
              {...below('Month of the order')}
            />
            <YAxis
              {...axis}
              width={58}
              {...scaled(ticks)}
              tickFormatter={(share: number) => percent(share, 1)}
              {...beside('Typical error')}
            />
            <Tooltip
              {...tooltipStyle}
              labelFormatter={(written) => month(String(written))}
              formatter={(value, _, { payload }) => [
                `${percent(Number(value), 1)} (${count(namedIn(payload), 'sale')})`,
                'Typical error',
              ]}
            />
            <Line
              dataKey="medianError"
              stroke={chartColours.sales}
              strokeWidth={2}
              dot={({ key, cx, cy, payload }) => (
                <MonthDot key={key} cx={cx} cy={cy} isFew={namedIn(payload) < fewSales} />
              )}
              connectNulls={false}
              isAnimationActive={false}
            />
          </LineChart>
        </ResponsiveContainer>
      </div>
      <figcaption className="text-muted text-sm">
        Of prices that people named themselves, half lay this far from the prediction or nearer, as
        a share of it. Prices taken as predicted are left out; a month with no others has no dot,
        and one with fewer than five a hollow one.
      </figcaption>
    </figure>
  )
}
