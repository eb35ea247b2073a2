// Apart from its screen, because the chart library is large.
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
import type { PricingReport } from '#contract/pricing.ts'
import { day } from '#web/format.ts'
import { axis, FigureTable, tooltipStyle } from '#web/ui/charts/chart-frame.tsx'
import { niceTicks } from '#web/ui/charts/nice-ticks.ts'
import { below, beside, margin, scaled } from './chart-axes.ts'

/** Lines that can be told apart in both themes; the whole market's comes first. */
const colours = ['var(--foreground)', '#3f7fc4', '#d14a3e', '#3f9d6b', '#d9a821'] as const

/** Where the factors have gone, day by day. */
export function FactorChart({ assumed, factors }: Pick<PricingReport, 'assumed' | 'factors'>) {
  const paths = factors.slice(0, colours.length).map(({ branch, path }, place) => ({
    // Its key is no name: the chart would take a name's dots for a way into the data.
    ...{
      key: `line${place}`,
      name: branch ?? 'The whole market',
      path,
      colour: colours[place] ?? 'var(--foreground)',
    },
  }))
  const days = [...new Set(paths.flatMap(({ path }) => path.map((step) => step.day)))].sort()
  const steps = days.map((on) => ({
    day: on,
    ...Object.fromEntries(
      paths.map(({ key, path }) => [key, path.find((step) => step.day === on)?.factor]),
    ),
  }))
  const all = [
    assumed - 0.02,
    assumed + 0.02,
    ...paths.flatMap(({ path }) => path.map(({ factor }) => factor)),
  ]
  const ticks = niceTicks(Math.min(...all), Math.max(...all), 4)
  return (
    <figure className="flex flex-col gap-2">
      <FigureTable
        caption="Path of the factors"
        rows={paths.map(({ name, path }) => [
          name,
          `${path[0]?.factor.toFixed(3) ?? ''} to ${path.at(-1)?.factor.toFixed(3) ?? ''}`,
        ])}
      />
      <div aria-hidden className="h-72 overflow-hidden">
        <ResponsiveContainer>
          <LineChart data={steps} margin={margin} accessibilityLayer={false}>
            <CartesianGrid stroke="var(--border)" vertical={false} />
            <XAxis dataKey="day" {...axis} minTickGap={48} tickFormatter={day} {...below('Day')} />
            <YAxis
              {...axis}
              width={58}
              {...scaled(ticks)}
              tickFormatter={(value: number) => value.toFixed(2)}
              {...beside('Factor')}
            />
            <ReferenceLine y={assumed} stroke="var(--muted)" strokeDasharray="4 4" />
            <Tooltip
              {...tooltipStyle}
              labelFormatter={(on) => day(String(on))}
              formatter={(value) => Number(value).toFixed(3)}
            />
            {/* The one that is drawn last lies on top: the whole market's. */}
            {paths.toReversed().map(({ key, name, colour }) => (
              <Line
                key={key}
                dataKey={key}
                name={name}
                stroke={colour}
                strokeWidth={2}
                dot={steps.length === 1}
                connectNulls
                isAnimationActive={false}
              />
            ))}
          </LineChart>
        </ResponsiveContainer>
      </div>
      <figcaption className="flex flex-wrap gap-x-4 text-muted text-sm">
        {paths.map(({ key, name, colour }) => (
          <Key key={key} name={name} colour={colour} />
        ))}
        <Key name={`Assumed at first: ${assumed}`} colour="var(--muted)" dashed />
      </figcaption>
    </figure>
  )
}

const Key = ({
  name,
  colour,
  dashed = false,
}: {
  name: string
  colour: string
  dashed?: boolean
}) => (
  <span className="inline-flex items-center gap-1.5">
    <svg width="16" height="4" aria-hidden="true">
      <line
        x1="0"
        x2="16"
        y1="2"
        y2="2"
        stroke={colour}
        strokeWidth={dashed ? 2 : 4}
        strokeDasharray={dashed ? '4 2' : undefined}
      />
    </svg>
    {name}
  </span>
)
