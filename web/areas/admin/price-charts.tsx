// The charts of the prices; apart from their screen, because the chart library is large.
import { CartesianGrid, Line, LineChart, ReferenceLine, ResponsiveContainer, Scatter, ScatterChart, Tooltip, XAxis, YAxis } from 'recharts'
import type { PricingReport } from '#contract/pricing.ts'
import { axis, chartColours, FigureTable, tooltipStyle } from '#web/parts/chart-frame.tsx'
import { count, day, month, percent, rupees, rupeesExact } from '#web/parts/format.ts'
import { monthsThrough, niceTicks } from '#web/parts/nice-ticks.ts'

const margin = { top: 8, right: 20, bottom: 24, left: 0 }
const titleStyle = { fill: 'var(--quiet)', fontSize: 12 }
const below = (value: string) => ({ label: { value, position: 'bottom' as const, offset: 6, ...titleStyle } })
const beside = (value: string) => ({
  label: { value, angle: -90, position: 'insideLeft' as const, offset: 8, style: { textAnchor: 'middle' as const }, ...titleStyle },
})
/** A scale that begins and ends at a tick. */
const scaled = (ticks: number[]) => ({ ticks, domain: [ticks[0] ?? 0, ticks.at(-1) ?? 1], interval: 0 as const })
/** Lines that can be told apart in both themes; the whole market's comes first. */
const colours = ['var(--ink)', '#3f7fc4', '#d14a3e', '#3f9d6b', '#d9a821'] as const

export function SalesChart({ sales }: Pick<PricingReport, 'sales'>) {
  const ticks = niceTicks(0, Math.max(1, ...sales.flatMap(({ predicted, actual }) => [predicted, actual])), 4)
  const most = ticks.at(-1) ?? 1
  return (
    <figure>
      <FigureTable
        caption="Predicted and actual prices"
        rows={sales
          .slice(0, 20)
          .map(({ title, predicted, actual }) => [title, `${rupeesExact(predicted)} predicted, sold for ${rupees(actual)}`])}
      />
      <div aria-hidden className="h-72 overflow-hidden">
        <ResponsiveContainer>
          <ScatterChart margin={margin} accessibilityLayer={false}>
            <CartesianGrid stroke="var(--line)" />
            <XAxis
              type="number"
              dataKey="predicted"
              name="Predicted"
              {...axis}
              {...scaled(ticks)}
              tickFormatter={rupees}
              {...below('Predicted')}
            />
            <YAxis
              type="number"
              dataKey="actual"
              name="Sold for"
              {...axis}
              width={70}
              {...scaled(ticks)}
              tickFormatter={rupees}
              {...beside('Sold for')}
            />
            <ReferenceLine
              segment={[
                { x: 0, y: 0 },
                { x: most, y: most },
              ]}
              stroke="var(--quiet)"
              strokeDasharray="4 4"
            />
            <Tooltip {...tooltipStyle} formatter={(value) => rupees(Number(value))} />
            <Scatter data={sales} fill={chartColours.orders} fillOpacity={0.6} isAnimationActive={false} />
          </ScatterChart>
        </ResponsiveContainer>
      </div>
      <figcaption className="text-quiet text-sm">Each dot is a sale. On the dashed line, a book sold for what was predicted.</figcaption>
    </figure>
  )
}

/** What became of a month's predictions, in words. */
function monthWords({ sales, taken, medianError }: PricingReport['months'][number]): string {
  const exact = `${count(sales, 'sale')}, ${taken} at the predicted price`
  return medianError === undefined ? exact : `${exact}; of the others, half were off by ${percent(medianError, 1)} or less`
}

export function ErrorChart({ months }: Pick<PricingReport, 'months'>) {
  const known = new Map(months.map((one) => [one.month, one]))
  const data = monthsThrough([...known.keys()]).map((written) => ({ month: written, medianError: known.get(written)?.medianError }))
  const ticks = niceTicks(0, Math.max(0.01, ...months.map(({ medianError = 0 }) => medianError)), 4)
  return (
    <figure>
      <FigureTable caption="Median error by month" rows={months.map((one) => [month(one.month), monthWords(one)])} />
      <div aria-hidden className="h-72 overflow-hidden">
        <ResponsiveContainer>
          <LineChart data={data} margin={margin} accessibilityLayer={false}>
            <CartesianGrid stroke="var(--line)" vertical={false} />
            <XAxis dataKey="month" {...axis} minTickGap={16} tickFormatter={month} {...below('Month of the order')} />
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
              formatter={(value) => [percent(Number(value), 1), 'Typical error']}
            />
            <Line
              dataKey="medianError"
              stroke={chartColours.sales}
              strokeWidth={2}
              dot={{ r: 3, fill: chartColours.sales }}
              connectNulls={false}
              isAnimationActive={false}
            />
          </LineChart>
        </ResponsiveContainer>
      </div>
      <figcaption className="text-quiet text-sm">
        Of prices that people named themselves, half lay this far from the prediction or nearer, as a share of it. Prices taken as predicted
        are left out; a month with no others has no dot.
      </figcaption>
    </figure>
  )
}

export function FactorChart({ assumed, factors }: Pick<PricingReport, 'assumed' | 'factors'>) {
  const paths = factors.slice(0, colours.length).map(({ branch, path }, place) => ({
    // Its key is no name: the chart would take a name's dots for a way into the data.
    ...{ key: `line${place}`, name: branch ?? 'The whole market', path, colour: colours[place] ?? 'var(--ink)' },
  }))
  const days = [...new Set(paths.flatMap(({ path }) => path.map((step) => step.day)))].sort()
  const steps = days.map((on) => ({
    day: on,
    ...Object.fromEntries(paths.map(({ key, path }) => [key, path.find((step) => step.day === on)?.factor])),
  }))
  const all = [assumed - 0.02, assumed + 0.02, ...paths.flatMap(({ path }) => path.map(({ factor }) => factor))]
  const ticks = niceTicks(Math.min(...all), Math.max(...all), 4)
  return (
    <figure className="flex flex-col gap-2">
      <FigureTable
        caption="Path of the factors"
        rows={paths.map(({ name, path }) => [name, `${path[0]?.factor.toFixed(3) ?? ''} to ${path.at(-1)?.factor.toFixed(3) ?? ''}`])}
      />
      <div aria-hidden className="h-72 overflow-hidden">
        <ResponsiveContainer>
          <LineChart data={steps} margin={margin} accessibilityLayer={false}>
            <CartesianGrid stroke="var(--line)" vertical={false} />
            <XAxis dataKey="day" {...axis} minTickGap={48} tickFormatter={day} {...below('Day')} />
            <YAxis {...axis} width={58} {...scaled(ticks)} tickFormatter={(value: number) => value.toFixed(2)} {...beside('Factor')} />
            <ReferenceLine y={assumed} stroke="var(--quiet)" strokeDasharray="4 4" />
            <Tooltip {...tooltipStyle} labelFormatter={(on) => day(String(on))} formatter={(value) => Number(value).toFixed(3)} />
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
      <figcaption className="flex flex-wrap gap-x-4 text-quiet text-sm">
        {paths.map(({ key, name, colour }) => (
          <Key key={key} name={name} colour={colour} />
        ))}
        <Key name={`Assumed at first: ${assumed}`} colour="var(--quiet)" dashed />
      </figcaption>
    </figure>
  )
}

const Key = ({ name, colour, dashed = false }: { name: string; colour: string; dashed?: boolean }) => (
  <span className="inline-flex items-center gap-1.5">
    <svg width="16" height="4" aria-hidden="true">
      <line x1="0" x2="16" y1="2" y2="2" stroke={colour} strokeWidth={dashed ? 2 : 4} strokeDasharray={dashed ? '4 2' : undefined} />
    </svg>
    {name}
  </span>
)
