// The books of an offer: those that are chosen, and a search for others.
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { BookCover } from '#web/features/books/book-cover.tsx'
import { formatRupees } from '#web/format.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { useDebounced } from '#web/ui/hooks/use-debounced.ts'
import { Field, Input } from '#web/ui/inputs/field.tsx'
import { QueryView } from '#web/ui/loading/query-view.tsx'

type ChosenProps = {
  book: { title: string; images: string[] }
  /** Absent if the book can't be removed. */
  onRemove?: (() => void) | undefined
  children: ReactNode
}

export const ChosenBook = ({ book, onRemove, children }: ChosenProps) => (
  <li className="flex items-center gap-3">
    <BookCover src={book.images[0]} sizes="40px" className="w-10 shrink-0" />
    <span className="min-w-0 flex-1 text-sm">
      <span className="line-clamp-2 font-medium">{book.title}</span>
      {children}
    </span>
    {onRemove && (
      <IconButton label={`Remove ${book.title}`} onClick={onRemove}>
        <X size={18} aria-hidden />
      </IconButton>
    )}
  </li>
)

const searchDelayMs = 250

type FoundBook = { _id: string; title: string; author: string; images: string[] }

type Props<Book> = {
  label: string
  excluded: readonly string[]
  useBooks: (search: string) => {
    isError: boolean
    data: Book[] | undefined
    refetch: () => unknown
  }
  /** The rupees that are shown beside a book. */
  amountOf: (book: Book) => number
  onChoose: (book: Book) => void
  onClose?: (() => void) | undefined
}

export function BookPicker<Book extends FoundBook>({
  label,
  excluded,
  useBooks,
  amountOf,
  onChoose,
  onClose,
}: Props<Book>) {
  const [text, setText] = useState('')
  const books = useBooks(useDebounced(text, searchDelayMs))
  return (
    <div className="flex flex-col gap-2 rounded-box border border-border p-3">
      <div className="flex items-end gap-2">
        <Field label={label} className="flex-1">
          <Input type="search" value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        {onClose && (
          <Button variant="plain" onClick={onClose}>
            Done
          </Button>
        )}
      </div>
      <QueryView query={books} skeletons={['h-24']} failed="Could not load.">
        {(data) => {
          const rows = data.filter(({ _id }) => !excluded.includes(_id))
          if (rows.length === 0)
            return <p className="p-2 text-muted text-sm">No other book was found.</p>
          return (
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
        }}
      </QueryView>
    </div>
  )
}
