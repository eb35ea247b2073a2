import type { OwnBook } from '#contract/books/books.ts'
import { formatCount } from '#web/format.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { useMediaQuery } from '#web/ui/hooks/use-media-query.ts'
import { BookActions } from './book-actions.tsx'
import { OwnBookCard } from './own-book-card.tsx'
import { ownBookColumns } from './own-book-columns.tsx'
import { SelectBook, SelectLoaded } from './select-book.tsx'
import type { Selection } from './use-selection.ts'

/** From this width, the columns fit beside the sidebar. */
const wide = '(min-width: 79rem)'

type Props = {
  rows: OwnBook[]
  total: number | undefined
  sorting: { sort: string; onSort: (sort: string) => void }
  selection: Selection
  onEdit: (book: OwnBook) => void
  onDelete: (book: OwnBook) => void
}

/** A table on wide screens, and compact cards on others. */
export function OwnBooksList({ rows, total, sorting, selection, ...actions }: Props) {
  const isWide = useMediaQuery(wide, true)
  const select = { rows, selection }
  const columns: Column<OwnBook>[] = [
    {
      header: 'Select',
      headerContent: <SelectLoaded {...select} />,
      cell: (book) => <SelectBook book={book} selection={selection} />,
    },
    ...ownBookColumns,
    { header: 'Action', cell: (book) => <BookActions book={book} {...actions} /> },
  ]
  const count = total !== undefined && (
    <p role="status" className="text-muted">
      {formatCount(total, 'book')}
    </p>
  )
  if (isWide)
    return (
      <>
        {count}
        <DataTable
          caption="Manage Books"
          columns={columns}
          rows={rows}
          rowKey={(row) => row._id}
          sorting={sorting}
          isDense
        />
      </>
    )
  return (
    <>
      <div className="flex items-center justify-between">
        {count}
        <SelectLoaded {...select} label="Select all" />
      </div>
      <ul
        aria-label="Manage Books"
        className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] items-start gap-2"
      >
        {rows.map((book) => (
          <OwnBookCard key={book._id} book={book} selection={selection} {...actions} />
        ))}
      </ul>
    </>
  )
}
