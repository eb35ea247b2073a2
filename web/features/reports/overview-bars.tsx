import {
  Bar,
  BarChart,
  CartesianGrid,
  LabelList,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { ChartDataTable } from '#web/ui/charts/chart-data-table.tsx'
import { axisStyle, tooltipStyle } from '#web/ui/charts/chart-styles.ts'

const formatNumber = (count: number) => count.toLocaleString('en-IN')

type Props = { bars: { name: string; count: number }[] }

/** A bar for each count. Loaded lazily: the chart library is large. */
export function OverviewBars({ bars }: Props) {
  return (
    <figure aria-label="Overview Chart">
      <ChartDataTable
        caption="Overview Chart"
        rows={bars.map(({ name, count }) => [name, formatNumber(count)] as const)}
      />
      {/* The chart shrinks with a delay when the screen gets narrower, and must not overflow
          until then. */}
      <div aria-hidden className="overflow-hidden">
        <ResponsiveContainer height={300}>
          <BarChart
            data={bars}
            margin={{ top: 20, right: 8, bottom: 0, left: 0 }}
            accessibilityLayer={false}
          >
            <CartesianGrid stroke="var(--color-border)" vertical={false} />
            <XAxis dataKey="name" {...axisStyle} interval={0} />
            <YAxis {...axisStyle} width={48} allowDecimals={false} tickFormatter={formatNumber} />
            <Tooltip {...tooltipStyle} />
            <Bar
              dataKey="count"
              name="Count"
              fill="var(--color-primary)"
              maxBarSize={72}
              radius={[4, 4, 0, 0]}
              isAnimationActive={false}
            >
              <LabelList
                dataKey="count"
                position="top"
                fill="var(--color-foreground)"
                fontSize={12}
                formatter={(count: unknown) => formatNumber(Number(count))}
              />
            </Bar>
          </BarChart>
        </ResponsiveContainer>
      </div>
    </figure>
  )
}
