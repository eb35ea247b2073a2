import {
  Bar,
  BarChart,
  type BarProps,
  CartesianGrid,
  Label,
  Legend,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { formatRupees } from '#web/format.ts'
import { ChartFigure } from '#web/ui/charts/chart-figure.tsx'
import { axisStyle, chartColours, tooltipStyle } from '#web/ui/charts/chart-styles.ts'
import { countTicks } from '#web/ui/charts/count-ticks.ts'

const axisTitle = { style: { textAnchor: 'middle' }, fill: 'var(--color-muted)' } as const
const bar: Pick<BarProps, 'maxBarSize' | 'radius' | 'isAnimationActive'> = {
  maxBarSize: 80,
  radius: [4, 4, 0, 0],
  isAnimationActive: false,
}

type Props = { totalSales: number; ordersCount: number }

/**
 * Bars for the sales in rupees and the number of orders. This code is loaded lazily, because the
 * chart library is large.
 */
export function SalesBars({ totalSales, ordersCount }: Props) {
  const data = [{ category: 'All time', sales: totalSales, orders: ordersCount }]
  return (
    <ChartFigure
      caption="Sales Performance"
      rows={[
        ['Sales (₹)', formatRupees(totalSales)],
        ['Orders', String(ordersCount)],
      ]}
      height={320}
    >
      <BarChart
        data={data}
        margin={{ top: 8, right: 12, bottom: 20, left: 12 }}
        accessibilityLayer={false}
      >
        <CartesianGrid stroke="var(--color-border)" vertical={false} />
        <XAxis dataKey="category" {...axisStyle}>
          <Label value="Category" position="bottom" fill="var(--color-muted)" />
        </XAxis>
        <YAxis
          yAxisId="sales"
          {...axisStyle}
          width={70}
          tickFormatter={(value: number) => value.toLocaleString('en-IN')}
        >
          <Label value="Sales (₹)" angle={-90} position="insideLeft" {...axisTitle} />
        </YAxis>
        <YAxis
          yAxisId="orders"
          orientation="right"
          {...axisStyle}
          domain={[0, 'dataMax']}
          ticks={countTicks(ordersCount)}
          interval={0}
        >
          <Label value="Orders" angle={90} position="insideRight" {...axisTitle} />
        </YAxis>
        <Tooltip
          {...tooltipStyle}
          formatter={(value, name) => [
            name === 'Sales (₹)' ? formatRupees(Number(value)) : value,
            name,
          ]}
        />
        <Legend verticalAlign="top" itemSorter={null} />
        <Bar yAxisId="sales" dataKey="sales" name="Sales (₹)" fill={chartColours.sales} {...bar} />
        <Bar yAxisId="orders" dataKey="orders" name="Orders" fill={chartColours.orders} {...bar} />
      </BarChart>
    </ChartFigure>
  )
}
