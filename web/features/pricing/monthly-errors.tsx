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
import { axisStyle, tooltipStyle } from '#web/ui/charts/chart-styles.ts'
import { monthsBetween } from '#web/ui/charts/months-between.ts'
import { niceTicks } from '#web/ui/charts/nice-ticks.ts'
import { chartMargin, tickScale, xAxisLabel, yAxisLabel } from './chart-axes.ts'
import { MonthDot } from './month-dot.tsx'

/** The errors are shares of a price; `sales`: of how many in that month. */
export type MonthErrors<Key extends string> = { month: string; sales: number } & {
  [key in Key]?: number | undefined
}

/** A dashed line has square dots, so that colour isn't all that tells it from the other. */
export type ErrorLine<Key extends string> = {
  key: Key
  name: string
  colour: string
  isDashed?: boolean
}

type Props<Key extends string> = {
  months: readonly MonthErrors<Key>[]
  lines: readonly ErrorLine<Key>[]
}

/** Typical errors by month; months between without sales are gaps. */
export function MonthlyErrors<Key extends string>({ months, lines }: Props<Key>) {
  const byMonth = new Map(months.map((entry) => [entry.month, entry]))
  const data = monthsBetween([...byMonth.keys()]).map((month) => ({
    month,
    ...byMonth.get(month),
  }))
  const errors = months.flatMap((entry) => lines.map(({ key }) => entry[key] ?? 0))
  const ticks = niceTicks(0, Math.max(0.01, ...errors), 4)
  return (
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
          {lines.map(({ key, name, colour, isDashed = false }) => (
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
  )
}
