import type { OwnBook } from '#contract/books/books.ts'
import { formatCount } from '#contract/common/numbers.ts'
import { HiddenNotice } from '#web/features/books/hidden-notice.tsx'
import { formatRupees } from '#web/format.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { useMediaQuery } from '#web/ui/hooks/use-media-query.ts'
import { SelectLoaded, SelectRow } from '#web/ui/selection/select-boxes.tsx'
import { BookActions, BookMenu, SellOne } from './book-actions.tsx'
import { BulkBar } from './bulk/bulk-bar.tsx'
import type { BookSelection } from './bulk/use-change-books.tsx'
import {
  BookState,
  DraftBadge,
  daysListed,
  detailCells,
  OwnBookCover,
  ownBookColumns,
  TitleLink,
} from './own-book-columns.tsx'

/** From this width, the columns fit beside the sidebar. */
const wide = '(min-width: 79rem)'

type RowProps = {
  selection: BookSelection
  onEdit: (book: OwnBook) => void
  onDelete: (book: OwnBook) => void
}
type Props = RowProps & {
  rows: OwnBook[]
  total: number | undefined
  sorting: { sort: string; onSort: (sort: string) => void }
}

/** A table on wide screens, and compact cards on others. */
export function OwnBooksList({ rows, total, sorting, selection, ...actions }: Props) {
  const isWide = useMediaQuery(wide, true)
  const select = { ids: rows.map(({ _id }) => _id), selection }
  const columns: Column<OwnBook>[] = [
    {
      header: 'Select',
      headerContent: <SelectLoaded {...select} />,
      cell: (book) => <SelectRow id={book._id} name={book.title} selection={selection} />,
    },
    ...ownBookColumns,
    { header: 'Action', cell: (book) => <BookActions book={book} {...actions} /> },
  ]
  return (
    <>
      <BulkBar selection={selection} loaded={rows.length} total={total}>
        {!isWide && <SelectLoaded {...select} />}
      </BulkBar>
      {isWide ? (
        <DataTable
          caption="Manage Books"
          columns={columns}
          rows={rows}
          rowKey={(row) => row._id}
          sorting={sorting}
          isDense
        />
      ) : (
        <ul
          aria-label="Manage Books"
          className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] items-start gap-2"
        >
          {rows.map((book) => (
            <OwnBookCard key={book._id} book={book} selection={selection} {...actions} />
          ))}
        </ul>
      )}
    </>
  )
}

const listedText = (days: number) => (days === 0 ? 'Today' : `${formatCount(days, 'day')} ago`)

/** A book on a phone. */
function OwnBookCard({ book, selection, ...actions }: RowProps & { book: OwnBook }) {
  const days = daysListed(book)
  return (
    <li>
      <article className="rounded-box border border-border bg-surface p-2">
        <div className="flex items-start gap-2">
          <SelectRow id={book._id} name={book.title} selection={selection} />
          <div className="w-12 shrink-0 pt-1">
            <OwnBookCover book={book} />
          </div>
          <div className="flex min-w-0 flex-1 flex-col items-start gap-0.5 pt-1">
            <TitleLink book={book} />
            <div className="flex flex-wrap items-center gap-x-1">
              <span className="font-semibold">{formatRupees(book.price)}</span>
              {book.available > 0 && (
                <span className="text-muted text-sm">· {book.available} in stock</span>
              )}
            </div>
            <DraftBadge book={book} />
            <BookState book={book} />
          </div>
          <div className="flex flex-col items-center">
            <BookMenu book={book} {...actions} />
            <SellOne book={book} />
          </div>
        </div>
        {book.hiddenReason && (
          <div className="mt-2">
            <HiddenNotice reason={book.hiddenReason} />
          </div>
        )}
        <details className="ml-11">
          <summary className="w-fit cursor-pointer py-3 text-muted text-sm">All details</summary>
          <Facts>
            {Object.values(detailCells).map(({ header, cell }) => (
              <Fact key={header} name={header}>
                {cell(book)}
              </Fact>
            ))}
            {days !== undefined && <Fact name="Listed">{listedText(days)}</Fact>}
            <Fact name="Chats">{book.chats}</Fact>
            {book.shelfCode && <Fact name="Shelf code">{book.shelfCode}</Fact>}
          </Facts>
        </details>
      </article>
    </li>
  )
}
