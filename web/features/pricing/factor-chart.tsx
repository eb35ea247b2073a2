import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import type { PricingReport } from '#contract/books/pricing.ts'
import { formatDate, formatPercent } from '#web/format.ts'
import { ChartDataTable } from '#web/ui/charts/chart-data-table.tsx'
import { axisStyle, tooltipStyle } from '#web/ui/charts/chart-styles.ts'
import { LegendItem } from '#web/ui/charts/legend-item.tsx'
import { niceTicks } from '#web/ui/charts/nice-ticks.ts'
import { chartMargin, tickScale, xAxisLabel, yAxisLabel } from './chart-axes.ts'

/** Readable in both themes; the first is for the whole market. */
const lineColours = ['var(--foreground)', '#3f7fc4', '#d14a3e', '#3f9d6b', '#d9a821'] as const

type Factors = PricingReport['factors']

const describePath = (path: Factors[number]['path']): string =>
  [path[0], path.at(-1)].map((day) => (day ? formatPercent(day.factor, 1) : '')).join(' to ')

function chartData(factors: Factors) {
  const lines = factors.slice(0, lineColours.length).map(({ branch, path }, index) => ({
    // Not the name: recharts would read its dots as a path into the data.
    key: `line${index}`,
    name: branch ?? 'The whole market',
    path,
    colour: lineColours[index] ?? 'var(--foreground)',
  }))
  const days = [...new Set(lines.flatMap(({ path }) => path.map(({ day }) => day)))].sort()
  const points = days.map((day) => ({
    day,
    ...Object.fromEntries(
      lines.map(({ key, path }) => [key, path.find((point) => point.day === day)?.factor]),
    ),
  }))
  return { lines, points }
}

/** The price levels day by day. Loaded lazily: the chart library is large. */
export function FactorChart({ assumed, factors }: Pick<PricingReport, 'assumed' | 'factors'>) {
  const { lines, points } = chartData(factors)
  const values = [
    assumed - 0.02,
    assumed + 0.02,
    ...lines.flatMap(({ path }) => path.map(({ factor }) => factor)),
  ]
  const ticks = niceTicks(Math.min(...values), Math.max(...values), 4)
  return (
    <figure className="flex flex-col gap-2">
      <ChartDataTable
        caption="Price levels day by day"
        rows={lines.map(({ name, path }) => [name, describePath(path)])}
      />
      <div aria-hidden className="h-72 overflow-hidden">
        <ResponsiveContainer>
          <LineChart data={points} margin={chartMargin} accessibilityLayer={false}>
            <CartesianGrid stroke="var(--border)" vertical={false} />
            <XAxis
              dataKey="day"
              {...axisStyle}
              minTickGap={48}
              tickFormatter={formatDate}
              {...xAxisLabel('Day')}
            />
            <YAxis
              {...axisStyle}
              width={58}
              {...tickScale(ticks)}
              tickFormatter={(value: number) => formatPercent(value, 1)}
              {...yAxisLabel('Price level')}
            />
            <ReferenceLine y={assumed} stroke="var(--muted)" strokeDasharray="4 4" />
            <Tooltip
              {...tooltipStyle}
              labelFormatter={(day) => formatDate(String(day))}
              formatter={(value) => formatPercent(Number(value), 1)}
            />
            {/* Drawn last, the whole market's line is on top. */}
            {lines.toReversed().map(({ key, name, colour }) => (
              <Line
                key={key}
                dataKey={key}
                name={name}
                stroke={colour}
                strokeWidth={2}
                dot={points.length === 1}
                connectNulls
                isAnimationActive={false}
              />
            ))}
          </LineChart>
        </ResponsiveContainer>
      </div>
      <figcaption className="flex flex-wrap gap-x-4 text-muted text-sm">
        {lines.map(({ key, name, colour }) => (
          <LegendItem key={key} name={name} colour={colour} />
        ))}
        <LegendItem
          name={`Assumed at first: ${formatPercent(assumed, 1)}`}
          colour="var(--muted)"
          isDashed
        />
      </figcaption>
    </figure>
  )
}
