import { Link } from 'react-router'
import type { UnsoldBooks as UnsoldOfAge } from '#contract/orders/reports.ts'
import { ageText } from '#web/features/listing/manage/use-own-filters.ts'
import { formatCount, formatRupees } from '#web/format.ts'
import { paths } from '#web/paths.ts'

function booksPath({ minDays, maxDays }: UnsoldOfAge): string {
  const filters = new URLSearchParams({ state: 'for-sale', minDays: String(minDays) })
  if (maxDays !== undefined) filters.set('maxDays', String(maxDays))
  return `${paths.seller.books}?${filters}`
}

/** What waits for a buyer, by age. */
export const UnsoldBooks = ({ ages }: { ages: UnsoldOfAge[] }) => (
  <ul className="-my-2 divide-y divide-border">
    {ages.map((age) => (
      <li key={age.minDays}>
        <AgeLink age={age} />
      </li>
    ))}
  </ul>
)

function AgeLink({ age }: { age: UnsoldOfAge }) {
  const { minDays, maxDays, books, copies, value } = age
  const count = `${formatCount(books, 'book')}${copies > books ? `, ${copies.toLocaleString('en-IN')} copies` : ''}`
  return (
    <Link
      to={booksPath(age)}
      className="-mx-2 grid grid-cols-[1fr_auto] gap-x-4 rounded-box px-2 py-2 tabular-nums hover:bg-sunken"
    >
      <span className="font-medium text-primary underline underline-offset-4">
        {ageText(minDays, maxDays)}
      </span>
      <span className="font-semibold">{formatRupees(value)}</span>
      <span className="col-span-2 text-muted text-sm">{count}</span>
    </Link>
  )
}
