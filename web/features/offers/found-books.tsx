import { BookCover } from '#web/features/books/book-cover.tsx'
import { formatRupees } from '#web/format.ts'
import { QueryView } from '#web/ui/loading/query-view.tsx'

type FoundBook = { _id: string; title: string; author: string; images: string[] }

type Props<Book> = {
  books: { isError: boolean; data: Book[] | undefined; refetch: () => unknown }
  rows: readonly Book[]
  /** Rupees that stand beside a book. */
  amountOf: (book: Book) => number
  onChoose: (book: Book) => void
}

/** A list of books to choose one from, also while it loads and where it is empty. */
export function FoundBooks<Book extends FoundBook>({
  books,
  rows,
  amountOf,
  onChoose,
}: Props<Book>) {
  return (
    <QueryView query={books} skeletons={['h-24']} failed="Could not load.">
      {() =>
        rows.length === 0 ? (
          <p className="p-2 text-muted text-sm">No other book was found.</p>
        ) : (
          <ul className="flex max-h-60 flex-col overflow-y-auto">
            {rows.map((book) => (
              <li key={book._id}>
                <button
                  type="button"
                  className="flex w-full items-center gap-3 rounded-box p-2 text-left hover:bg-sunken"
                  onClick={() => onChoose(book)}
                >
                  <BookCover src={book.images[0]} sizes="32px" className="w-8 shrink-0" />
                  <span className="min-w-0 flex-1 text-sm">
                    <span className="line-clamp-2 font-medium">{book.title}</span>
                    <span className="text-muted">{book.author}</span>
                  </span>
                  <span className="text-sm">{formatRupees(amountOf(book))}</span>
                </button>
              </li>
            ))}
          </ul>
        )
      }
    </QueryView>
  )
}
