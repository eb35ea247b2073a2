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
import { formatDate } from '#web/format.ts'
import { ChartDataTable } from '#web/ui/charts/chart-data-table.tsx'
import { axisStyle, tooltipStyle } from '#web/ui/charts/chart-styles.ts'
import { niceTicks } from '#web/ui/charts/nice-ticks.ts'
import { chartMargin, tickScale, xAxisLabel, yAxisLabel } from './chart-axes.ts'

/** Readable in both themes; the first is for the whole market. */
const lineColours = ['var(--foreground)', '#3f7fc4', '#d14a3e', '#3f9d6b', '#d9a821'] as const

type Factors = PricingReport['factors']

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

/** The factors day by day. Loaded lazily: the chart library is large. */
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
        caption="Path of the factors"
        rows={lines.map(({ name, path }) => [
          name,
          `${path[0]?.factor.toFixed(3) ?? ''} to ${path.at(-1)?.factor.toFixed(3) ?? ''}`,
        ])}
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
              tickFormatter={(value: number) => value.toFixed(2)}
              {...yAxisLabel('Factor')}
            />
            <ReferenceLine y={assumed} stroke="var(--muted)" strokeDasharray="4 4" />
            <Tooltip
              {...tooltipStyle}
              labelFormatter={(day) => formatDate(String(day))}
              formatter={(value) => Number(value).toFixed(3)}
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
        <LegendItem name={`Assumed at first: ${assumed}`} colour="var(--muted)" isDashed />
      </figcaption>
    </figure>
  )
}

const LegendItem = ({
  name,
  colour,
  isDashed = false,
}: {
  name: string
  colour: string
  isDashed?: boolean
}) => (
  <span className="inline-flex items-center gap-1.5">
    <svg width="16" height="4" aria-hidden="true">
      <line
        x1="0"
        x2="16"
        y1="2"
        y2="2"
        stroke={colour}
        strokeWidth={isDashed ? 2 : 4}
        strokeDasharray={isDashed ? '4 2' : undefined}
      />
    </svg>
    {name}
  </span>
)
