import type { OwnBook } from '#contract/books/books.ts'
import { formatCount, formatRupees } from '#web/format.ts'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { BookMenu } from './book-actions.tsx'
import { BookState, daysListed, detailCells, OwnBookCover, TitleLink } from './own-book-columns.tsx'
import { SelectBook } from './select-book.tsx'
import type { Selection } from './use-selection.ts'

type Props = {
  book: OwnBook
  selection: Selection
  onEdit: (book: OwnBook) => void
  onDelete: (book: OwnBook) => void
}

/** A book on a phone. */
export function OwnBookCard({ book, selection, ...actions }: Props) {
  const stock = book.available === 0 ? 'None in stock' : `${book.available} in stock`
  return (
    <li className="rounded-box border border-border bg-surface p-2">
      <div className="flex items-start gap-2">
        <SelectBook book={book} selection={selection} />
        <div className="w-12 shrink-0 pt-1">
          <OwnBookCover book={book} />
        </div>
        <div className="flex min-w-0 flex-1 flex-col items-start gap-0.5 pt-1">
          <TitleLink book={book} />
          <p>
            <span className="font-semibold">{formatRupees(book.price)}</span>{' '}
            <span className="text-muted text-sm">· {stock}</span>
          </p>
          <BookState book={book} />
        </div>
        <BookMenu book={book} {...actions} />
      </div>
      <details className="ml-11">
        <summary className="flex min-h-11 w-fit cursor-pointer items-center text-muted text-sm">
          All details
        </summary>
        <Facts>
          {Object.values(detailCells).map(({ header, cell }) => (
            <Fact key={header} name={header}>
              {cell(book)}
            </Fact>
          ))}
          <Fact name="Listed">{formatCount(daysListed(book), 'day')} ago</Fact>
          <Fact name="Chats">{book.chats}</Fact>
          {book.shelfCode && <Fact name="Shelf code">{book.shelfCode}</Fact>}
        </Facts>
      </details>
    </li>
  )
}
