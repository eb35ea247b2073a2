import {
  Bar,
  BarChart,
  type BarProps,
  CartesianGrid,
  Label,
  Legend,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import { rupees } from '#web/format.ts'
import { axis, chartColours, FigureTable, tooltipStyle } from '#web/ui/charts/chart-frame.tsx'
import { countTicks } from '#web/ui/charts/count-ticks.ts'

const axisTitle = { style: { textAnchor: 'middle' }, fill: 'var(--muted)' } as const
const bar: Pick<BarProps, 'maxBarSize' | 'radius' | 'isAnimationActive'> = {
  maxBarSize: 80,
  radius: [4, 4, 0, 0],
  isAnimationActive: false,
}

type Props = { totalSales: number; ordersCount: number }

/** Sales in rupees and the number of orders. Loaded lazily: the chart library is large. */
export default function SalesBars({ totalSales, ordersCount }: Props) {
  const data = [{ category: 'All time', sales: totalSales, orders: ordersCount }]
  return (
    <figure aria-label="Sales Performance">
      <FigureTable
        caption="Sales Performance"
        rows={[
          ['Sales (₹)', rupees(totalSales)],
          ['Orders', String(ordersCount)],
        ]}
      />
      <div aria-hidden className="h-80 overflow-hidden">
        <ResponsiveContainer>
          <BarChart
            data={data}
            margin={{ top: 8, right: 12, bottom: 20, left: 12 }}
            accessibilityLayer={false}
          >
            <CartesianGrid stroke="var(--border)" vertical={false} />
            <XAxis dataKey="category" {...axis}>
              <Label value="Category" position="bottom" fill="var(--muted)" />
            </XAxis>
            <YAxis
              yAxisId="sales"
              {...axis}
              width={70}
              tickFormatter={(value: number) => value.toLocaleString('en-IN')}
            >
              <Label value="Sales (₹)" angle={-90} position="insideLeft" {...axisTitle} />
            </YAxis>
            <YAxis
              yAxisId="orders"
              orientation="right"
              {...axis}
              domain={[0, 'dataMax']}
              ticks={countTicks(ordersCount)}
              interval={0}
            >
              <Label value="Orders" angle={90} position="insideRight" {...axisTitle} />
            </YAxis>
            <Tooltip
              {...tooltipStyle}
              formatter={(value, name) => [
                name === 'Sales (₹)' ? rupees(Number(value)) : value,
                name,
              ]}
            />
            <Legend verticalAlign="top" itemSorter={null} />
            <Bar
              yAxisId="sales"
              dataKey="sales"
              name="Sales (₹)"
              fill={chartColours.sales}
              {...bar}
            />
            <Bar
              yAxisId="orders"
              dataKey="orders"
              name="Orders"
              fill={chartColours.orders}
              {...bar}
            />
          </BarChart>
        </ResponsiveContainer>
      </div>
    </figure>
  )
}
