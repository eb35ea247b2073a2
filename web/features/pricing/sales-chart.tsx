import {
  CartesianGrid,
  ReferenceLine,
  ResponsiveContainer,
  Scatter,
  ScatterChart,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import type { PricingReport } from '#contract/books/pricing.ts'
import { formatRupees } from '#web/format.ts'
import { ChartDataTable } from '#web/ui/charts/chart-data-table.tsx'
import { axisStyle, chartColours, tooltipStyle } from '#web/ui/charts/chart-styles.ts'
import { niceTicks } from '#web/ui/charts/nice-ticks.ts'
import { chartMargin, tickScale, xAxisLabel, yAxisLabel } from './chart-axes.ts'

/** Predicted and actual prices of sales. Loaded lazily: the chart library is large. */
export function SalesChart({ sales }: Pick<PricingReport, 'sales'>) {
  const ticks = niceTicks(
    0,
    Math.max(1, ...sales.flatMap(({ predicted, actual }) => [predicted, actual])),
    4,
  )
  const max = ticks.at(-1) ?? 1
  return (
    <figure>
      <ChartDataTable
        caption="Predicted and actual prices"
        rows={sales.map(({ title, predicted, actual }) => [
          title,
          `${formatRupees(predicted)} predicted, sold for ${formatRupees(actual)}`,
        ])}
      />
      <div aria-hidden className="h-72 overflow-hidden">
        <ResponsiveContainer>
          <ScatterChart margin={chartMargin} accessibilityLayer={false}>
            <CartesianGrid stroke="var(--border)" />
            <XAxis
              type="number"
              dataKey="predicted"
              name="Predicted"
              {...axisStyle}
              {...tickScale(ticks)}
              tickFormatter={formatRupees}
              {...xAxisLabel('Predicted')}
            />
            <YAxis
              type="number"
              dataKey="actual"
              name="Sold for"
              {...axisStyle}
              width={70}
              {...tickScale(ticks)}
              tickFormatter={formatRupees}
              {...yAxisLabel('Sold for')}
            />
            <ReferenceLine
              segment={[
                { x: 0, y: 0 },
                { x: max, y: max },
              ]}
              stroke="var(--muted)"
              strokeDasharray="4 4"
            />
            <Tooltip {...tooltipStyle} formatter={(value) => formatRupees(Number(value))} />
            <Scatter
              data={sales}
              fill={chartColours.orders}
              fillOpacity={0.6}
              isAnimationActive={false}
            />
          </ScatterChart>
        </ResponsiveContainer>
      </div>
      <figcaption className="text-muted text-sm">
        Each dot is a sale. On the dashed line, a book sold for what was predicted.
      </figcaption>
    </figure>
  )
}
