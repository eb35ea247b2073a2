import {
  CartesianGrid,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { formatCount, formatMonth, formatPercent } from '#web/format.ts'
import { ChartDataTable } from '#web/ui/charts/chart-data-table.tsx'
import { axisStyle, chartColours, tooltipStyle } from '#web/ui/charts/chart-styles.ts'
import { LegendItem } from '#web/ui/charts/legend-item.tsx'
import { monthsBetween } from '#web/ui/charts/months-between.ts'
import { niceTicks } from '#web/ui/charts/nice-ticks.ts'
import { chartMargin, tickScale, xAxisLabel, yAxisLabel } from './chart-axes.ts'
import { MonthDot, minReliableSales } from './month-dot.tsx'
import type { TitleMonth } from './title-months.ts'

const lines = [
  {
    key: 'without',
    name: 'Without the title',
    colour: chartColours.orders,
    isDashed: true,
  },
  { key: 'knowing', name: 'Knowing the title', colour: chartColours.completed, isDashed: false },
] as const

/** Of few sales no error is typical. */
const howManyText = (sales: number): string =>
  sales >= minReliableSales ? 'typically ' : sales > 1 ? 'half at most ' : ''

const describeMonth = ({ sales, without, knowing }: TitleMonth): string =>
  `${formatCount(sales, 'sale')}: ${howManyText(sales)}${formatPercent(knowing, 1)} off knowing the title, ${formatPercent(without, 1)} without it`

/** The median errors with and without earlier sales of the title. Loaded lazily: the chart library is large. */
export function TitleErrorChart({ months }: { months: readonly TitleMonth[] }) {
  const byMonth = new Map(months.map((entry) => [entry.month, entry]))
  const data = monthsBetween([...byMonth.keys()]).map((month) => ({
    month,
    ...byMonth.get(month),
  }))
  const errors = months.flatMap(({ without, knowing }) => [without, knowing])
  const ticks = niceTicks(0, Math.max(0.01, ...errors), 4)
  return (
    <figure className="flex flex-col gap-2">
      <ChartDataTable
        caption="Typical error by month, with and without the title"
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
              formatter={(error, name, { payload: { sales } }) => [
                `${formatPercent(Number(error), 1)} (${formatCount(sales, 'sale')})`,
                name,
              ]}
            />
            {lines.map(({ key, name, colour, isDashed }) => (
              <Line
                key={key}
                dataKey={key}
                name={name}
                stroke={colour}
                strokeWidth={2}
                {...(isDashed && { strokeDasharray: '5 3' })}
                dot={({ key: dot, cx, cy, payload: { sales = 0 } }) => (
                  <MonthDot
                    key={dot}
                    cx={cx}
                    cy={cy}
                    colour={colour}
                    sales={sales}
                    isSquare={isDashed}
                  />
                )}
                connectNulls={false}
                isAnimationActive={false}
              />
            ))}
          </LineChart>
        </ResponsiveContainer>
      </div>
      <figcaption className="flex flex-col gap-2 text-muted text-sm">
        <span className="flex flex-wrap gap-x-4">
          {lines.map(({ key, name, colour, isDashed }) => (
            <LegendItem key={key} name={name} colour={colour} isDashed={isDashed} />
          ))}
        </span>
        <span>
          Sales of titles that had been sold here before, at prices that people set themselves. Each
          is predicted twice: with the earlier sales of its title, and from condition, age and
          printed price alone. Half of the sales of a month were at most this far off. A month with
          fewer than five has hollow dots.
        </span>
      </figcaption>
    </figure>
  )
}
