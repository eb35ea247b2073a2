// The charts of the prices; apart from their screen, because the chart library is large.
import { CartesianGrid, Line, LineChart, ReferenceLine, ResponsiveContainer, Scatter, ScatterChart, Tooltip, XAxis, YAxis } from 'recharts'
import type { PricingReport } from '#contract/pricing.ts'
import { axis, chartColours, FigureTable, tooltipStyle } from '#web/parts/chart-frame.tsx'
import { day, rupees } from '#web/parts/format.ts'
import { Card } from '#web/ui/card.tsx'

const margin = { top: 8, right: 16, bottom: 20, left: 12 }
const percent = (share: number) => `${(share * 100).toFixed(1)} %`
/** Lines that can be told apart in both themes; the whole market's comes first. */
const lines = ['var(--ink)', '#3f7fc4', '#d14a3e', '#3f9d6b', '#d9a821'] as const

export default function PriceCharts({ report: { assumed, factors, months, sales } }: { report: PricingReport }) {
  const most = Math.ceil(Math.max(...sales.flatMap(({ predicted, actual }) => [predicted, actual])) / 100) * 100
  const paths = factors.slice(0, lines.length).map(({ branch, path }) => ({ name: branch ?? 'The whole market', path }))
  const days = [...new Set(paths.flatMap(({ path }) => path.map((step) => step.day)))].sort()
  const steps = days.map((on) => ({
    day: on,
    ...Object.fromEntries(paths.map(({ name, path }) => [name, path.find((step) => step.day === on)?.factor])),
  }))
  return (
    <div className="grid grid-cols-1 gap-6 xl:grid-cols-2">
      <Card title="Predicted and actual">
        <figure>
          <FigureTable
            caption="Predicted and actual prices"
            rows={sales
              .slice(0, 20)
              .map(({ title, predicted, actual }) => [title, `${rupees(predicted)} predicted, sold for ${rupees(actual)}`])}
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
                  domain={[0, most]}
                  tickFormatter={rupees}
                  label={{ value: 'Predicted', position: 'bottom', fill: 'var(--quiet)', fontSize: 12 }}
                />
                <YAxis type="number" dataKey="actual" name="Sold for" {...axis} width={70} domain={[0, most]} tickFormatter={rupees} />
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
          <figcaption className="text-quiet text-sm">Each dot is a sale; on the dashed line it was sold for what was predicted.</figcaption>
        </figure>
      </Card>
      <Card title="Error over time">
        <figure>
          <FigureTable
            caption="Median error by month"
            rows={months.map(({ month, medianError = 0, sales }) => [month, `${percent(medianError)} of ${sales} sales`])}
          />
          <div aria-hidden className="h-72 overflow-hidden">
            <ResponsiveContainer>
              <LineChart data={months} margin={margin} accessibilityLayer={false}>
                <CartesianGrid stroke="var(--line)" vertical={false} />
                <XAxis dataKey="month" {...axis} minTickGap={24} />
                <YAxis {...axis} width={56} tickFormatter={(share: number) => `${Math.round(share * 100)}%`} domain={[0, 'auto']} />
                <Tooltip {...tooltipStyle} formatter={(value) => [percent(Number(value)), 'Median error']} />
                <Line dataKey="medianError" stroke={chartColours.sales} strokeWidth={2} isAnimationActive={false} />
              </LineChart>
            </ResponsiveContainer>
          </div>
          <figcaption className="text-quiet text-sm">
            By how much half of the predictions of a month were off at most, of the price that was paid.
          </figcaption>
        </figure>
      </Card>
      <Card title="Path of the factors" className="xl:col-span-2">
        <figure>
          <FigureTable
            caption="Path of the factors"
            rows={paths.map(({ name, path }) => [name, `${path[0]?.factor.toFixed(3) ?? ''} to ${path.at(-1)?.factor.toFixed(3) ?? ''}`])}
          />
          <div aria-hidden className="h-72 overflow-hidden">
            <ResponsiveContainer>
              <LineChart data={steps} margin={margin} accessibilityLayer={false}>
                <CartesianGrid stroke="var(--line)" vertical={false} />
                <XAxis dataKey="day" {...axis} minTickGap={48} tickFormatter={day} />
                <YAxis {...axis} width={56} domain={['auto', 'auto']} tickFormatter={(value: number) => value.toFixed(3)} />
                <ReferenceLine y={assumed} stroke="var(--quiet)" strokeDasharray="4 4" />
                <Tooltip {...tooltipStyle} labelFormatter={(on) => day(String(on))} formatter={(value) => Number(value).toFixed(3)} />
                {paths.map(({ name }, place) => (
                  <Line
                    key={name}
                    dataKey={name}
                    stroke={lines[place] ?? 'var(--ink)'}
                    strokeWidth={2}
                    dot={false}
                    connectNulls
                    isAnimationActive={false}
                  />
                ))}
              </LineChart>
            </ResponsiveContainer>
          </div>
          <figcaption className="flex flex-wrap gap-x-4 text-quiet text-sm">
            {paths.map(({ name }, place) => (
              <span key={name} className="inline-flex items-center gap-1.5">
                <svg width="16" height="4" aria-hidden="true">
                  <rect width="16" height="4" fill={lines[place]} />
                </svg>
                {name}
              </span>
            ))}
          </figcaption>
        </figure>
      </Card>
    </div>
  )
}
