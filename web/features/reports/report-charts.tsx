// The charts of the reports page. This code is loaded lazily, because the chart library is large.
import {
  Area,
  AreaChart,
  CartesianGrid,
  Cell,
  Legend,
  Pie,
  PieChart,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { formatRupees } from '#web/format.ts'
import { ChartFigure } from '#web/ui/charts/chart-figure.tsx'
import { axisStyle, chartColours, tooltipStyle } from '#web/ui/charts/chart-styles.ts'

type Sales = { labels: string[]; salesData: number[] }

export function SalesArea({ labels, salesData }: Sales) {
  const data = labels.map((label, index) => ({ label, sales: salesData[index] ?? 0 }))
  return (
    <ChartFigure
      caption="Sales"
      rows={data.map(({ label, sales }) => [label, formatRupees(sales)])}
      height={288}
    >
      <AreaChart
        data={data}
        margin={{ top: 8, right: 12, bottom: 4, left: 12 }}
        accessibilityLayer={false}
      >
        <CartesianGrid stroke="var(--color-border)" vertical={false} />
        <XAxis dataKey="label" {...axisStyle} minTickGap={24} />
        <YAxis {...axisStyle} width={76} tickFormatter={formatRupees} />
        <Tooltip {...tooltipStyle} formatter={(value) => [formatRupees(Number(value)), 'Sales']} />
        <Area
          dataKey="sales"
          stroke={chartColours.sales}
          fill={chartColours.sales}
          fillOpacity={0.18}
          strokeWidth={2}
          isAnimationActive={false}
        />
      </AreaChart>
    </ChartFigure>
  )
}

type Summary = { completed: number; pending: number; cancelled: number }

export function OrdersPie({ completed, pending, cancelled }: Summary) {
  const data = [
    { name: 'Completed', value: completed, colour: chartColours.completed },
    { name: 'Pending', value: pending, colour: chartColours.pending },
    { name: 'Cancelled', value: cancelled, colour: chartColours.cancelled },
  ]
  return (
    <ChartFigure
      caption="Orders"
      rows={data.map(({ name, value }) => [name, String(value)])}
      height={288}
    >
      <PieChart accessibilityLayer={false}>
        <Pie
          data={data}
          dataKey="value"
          nameKey="name"
          innerRadius="45%"
          outerRadius="78%"
          stroke="var(--color-surface)"
          // Keyboards and screen readers use the table instead of the chart.
          rootTabIndex={-1}
          isAnimationActive={false}
        >
          {data.map(({ name, colour }) => (
            <Cell key={name} fill={colour} />
          ))}
        </Pie>
        <Tooltip {...tooltipStyle} />
        <Legend
          itemSorter={null}
          formatter={(name) => (
            <span className="text-foreground">
              {name}: {data.find((part) => part.name === name)?.value}
            </span>
          )}
        />
      </PieChart>
    </ChartFigure>
  )
}
