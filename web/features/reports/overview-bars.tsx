import { Bar, BarChart, CartesianGrid, LabelList, Tooltip, XAxis, YAxis } from 'recharts'
import { ChartFigure } from '#web/ui/charts/chart-figure.tsx'
import { axisStyle, tooltipStyle } from '#web/ui/charts/chart-styles.ts'

const formatNumber = (count: number) => count.toLocaleString('en-IN')

type Props = { bars: { name: string; count: number }[] }

/** A bar for each count. This code is loaded lazily, because the chart library is large. */
export function OverviewBars({ bars }: Props) {
  return (
    <ChartFigure
      caption="Overview Chart"
      rows={bars.map(({ name, count }) => [name, formatNumber(count)] as const)}
      height={300}
    >
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
    </ChartFigure>
  )
}
