import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { titleSlug } from '#contract/books/titles.ts'
import type { Page } from '#contract/common/endpoint.ts'
import { formatCount } from '#contract/common/numbers.ts'
import { listWanted, type Wanted } from '#contract/wishlist/wanted.ts'
import { useReadPages } from '#web/api/hooks.ts'
import { WantedCount } from '#web/features/wishlist/titles/wanted-count.tsx'
import { paths } from '#web/paths.ts'
import { ListView } from '#web/ui/loading/list-view.tsx'
import type { Filters } from './wanted-filters.tsx'

type Props = {
  filters: Filters
  initial: Page<Wanted> | undefined
  /** Returns a button for people who have the title. */
  action: (row: Wanted) => ReactNode
}

const gridClass = 'grid gap-3 md:grid-cols-2'

export function WantedList({ filters, initial, action }: Props) {
  const wanted = useReadPages(listWanted, filters, { initial, keepPrevious: true })
  return (
    <ListView
      list={wanted}
      skeletons={['h-36', 'h-36', 'h-36', 'h-36']}
      className={gridClass}
      emptyText={wanted.isError ? 'Failed to load what is wanted.' : 'Nothing is wanted here yet.'}
      emptyAction={<p className="text-muted">Try another class, branch or city.</p>}
    >
      {(rows) => (
        <ul className={gridClass}>
          {rows.map((row) => (
            <li key={row._id}>
              <WantedRow row={row} isOfCity={filters.city !== undefined} action={action(row)} />
            </li>
          ))}
        </ul>
      )}
    </ListView>
  )
}

const cityText = ({ cities }: Wanted): string =>
  cities
    .map(
      ({ city, people }) => `${formatCount(people, 'person', 'people')} in ${city.split(',')[0]}`,
    )
    .join(' · ')

type RowProps = { row: Wanted; isOfCity: boolean; action: ReactNode }

function WantedRow({ row, isOfCity, action }: RowProps) {
  const facts = [
    row.author,
    ...row.classes.map((number) => `Class ${number}`),
    ...(row.branch ? [row.branch] : []),
  ]
  return (
    <article
      className="wrap-anywhere flex h-full flex-col gap-2 rounded-box border border-border bg-surface
        p-4 text-sm"
    >
      <h2 className="font-sans font-semibold text-base leading-snug">
        {row.titlePage ? (
          <Link
            to={paths.title(titleSlug({ _id: row.titlePage, title: row.title }))}
            className="hover:text-primary hover:underline"
          >
            {row.title}
          </Link>
        ) : (
          row.title
        )}
      </h2>
      <p className="text-muted">{facts.join(' · ')}</p>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex flex-col gap-0.5">
          <WantedCount people={row.people} />
          {!isOfCity && row.cities.length > 0 && <p className="text-muted">{cityText(row)}</p>}
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">{action}</div>
      </div>
    </article>
  )
}
