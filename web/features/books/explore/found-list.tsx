import type { ReactNode } from 'react'
import { BookCardSkeletons, bookGridClass } from '#web/features/books/book-card.tsx'
import { useDistanceStart } from '#web/features/places/distance-start.ts'
import { ListView, type PagedList } from '#web/ui/loading/list-view.tsx'
import type { ViewProps } from '#web/ui/loading/query-view.tsx'
import { formatTotal } from './total.ts'

export type FoundListProps<Row> = {
  list: PagedList<Row> & { total: number | undefined; isMinimum: boolean | undefined }
  isNearest?: boolean
}
type Props<Row> = FoundListProps<Row> &
  Pick<ViewProps<Row[]>, 'emptyText' | 'emptyAction' | 'outdated'> & {
    /** Names the list for screen readers, unless the page has a heading above it. */
    heading?: string
    children: (row: Row, index: number) => ReactNode
  }

/** A grid of books, below how many there are. */
export function FoundList<Row extends { _id: string }>({
  list,
  isNearest = false,
  heading,
  children,
  ...view
}: Props<Row>) {
  const start = useDistanceStart()
  return (
    <ListView
      {...view}
      list={list}
      loading={
        <div className={bookGridClass}>
          <BookCardSkeletons count={12} />
        </div>
      }
    >
      {(rows) => (
        <section aria-label={heading} className="flex flex-col gap-6">
          {heading && <h2 className="sr-only">{heading}</h2>}
          {list.total !== undefined && (
            <p className="text-muted" role="status">
              {formatTotal(list.total, list.isMinimum)}
              {isNearest && start && `, nearest to ${start.name} first`}
            </p>
          )}
          <ul className={bookGridClass}>
            {rows.map((row, index) => (
              <li key={row._id}>{children(row, index)}</li>
            ))}
          </ul>
        </section>
      )}
    </ListView>
  )
}
