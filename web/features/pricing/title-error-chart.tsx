import { formatCount, formatMonth, formatPercent } from '#web/format.ts'
import { ChartDataTable } from '#web/ui/charts/chart-data-table.tsx'
import { chartColours } from '#web/ui/charts/chart-styles.ts'
import { LegendItem } from '#web/ui/charts/legend-item.tsx'
import { MonthlyErrors } from './monthly-errors.tsx'
import { minReliableSales } from './policy.ts'
import type { TitleMonth } from './title-months.ts'

const lines = [
  { key: 'without', name: 'Without the title', colour: chartColours.orders, isDashed: true },
  { key: 'knowing', name: 'Knowing the title', colour: chartColours.completed, isDashed: false },
] as const

/** Of few sales no error is typical. */
const howManyText = (sales: number): string =>
  sales >= minReliableSales ? 'typically ' : sales > 1 ? 'half at most ' : ''

const describeMonth = ({ sales, without, knowing }: TitleMonth): string =>
  `${formatCount(sales, 'sale')}: ${howManyText(sales)}${formatPercent(knowing, 1)} off knowing the title, ${formatPercent(without, 1)} without it`

/** The same with and without earlier sales of the title. Loaded lazily like `ErrorChart`. */
export const TitleErrorChart = ({ months }: { months: readonly TitleMonth[] }) => (
  <figure className="flex flex-col gap-2">
    <ChartDataTable
      caption="Typical error by month, with and without the title"
      rows={months.map((entry) => [formatMonth(entry.month), describeMonth(entry)])}
    />
    <MonthlyErrors months={months} lines={lines} />
    <figcaption className="flex flex-col gap-2 text-muted text-sm">
      <span className="flex flex-wrap gap-x-4">
        {lines.map(({ key, name, colour, isDashed }) => (
          <LegendItem key={key} name={name} colour={colour} isDashed={isDashed} />
        ))}
      </span>
      <span>
        Sales of titles that had been sold here before, at prices that people set themselves. Each
        is predicted twice: with the earlier sales of its title, and from condition, age and printed
        price alone. Half of the sales of a month were at most this far off. A month with fewer than
        five has hollow dots.
      </span>
    </figcaption>
  </figure>
)
