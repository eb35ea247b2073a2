// The Sales Performance chart; apart from its screen, because the chart library is large.
import {
  Bar,
  BarChart,
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

type Props = { totalSales: number; ordersCount: number }

/** Sales in rupees and their number, each on an axis of its own; the same figures stand in a table for screen readers. */
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
              <Label
                value="Sales (₹)"
                angle={-90}
                position="insideLeft"
                style={{ textAnchor: 'middle' }}
                fill="var(--muted)"
              />
            </YAxis>
            <YAxis
              yAxisId="orders"
              orientation="right"
              {...axis}
              domain={[0, 'dataMax']}
              ticks={countTicks(ordersCount)}
              interval={0}
            >
              <Label
                value="Orders"
                angle={90}
                position="insideRight"
                style={{ textAnchor: 'middle' }}
                fill="var(--muted)"
              />
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
              maxBarSize={80}
              radius={[4, 4, 0, 0]}
              isAnimationActive={false}
            />
            <Bar
              yAxisId="orders"
              dataKey="orders"
              name="Orders"
              fill={chartColours.orders}
              maxBarSize={80}
              radius={[4, 4, 0, 0]}
              isAnimationActive={false}
            />
          </BarChart>
        </ResponsiveContainer>
      </div>
    </figure>
  )
}
