// The chosen books of an offer, and a search for more.
import { Plus, X } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { BookCover } from '#web/features/books/book-cover.tsx'
import { formatRupees } from '#web/format.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { useDebounced } from '#web/ui/hooks/use-debounced.ts'
import { Field, FieldError, Input } from '#web/ui/inputs/field.tsx'
import { QueryView } from '#web/ui/loading/query-view.tsx'

type FoundBook = { _id: string; title: string; author: string; images: string[] }

type SearchProps<Found> = {
  useBooks: (search: string) => {
    isError: boolean
    data: Found[] | undefined
    refetch: () => unknown
  }
  /** Returns the rupees that are shown beside a book. */
  amountOf: (book: Found) => number
}

type ChosenProps<Chosen, Found> = SearchProps<Found> & {
  heading: string
  isHeadingHidden?: boolean
  books: readonly Chosen[]
  max: number
  /** How many books there are to choose from, as far as it is known. */
  listed: number
  error: string | undefined
  searchLabel: string
  addLabel: string
  /** Whether the search stays open after a choice. */
  addsSeveral?: boolean
  onAdd: (book: Found) => void
  /** Undefined if no book can be removed. */
  onRemove: ((book: Chosen) => void) | undefined
  /** Shown below the title of a book. */
  children: (book: Chosen) => ReactNode
}

type ChosenBook = { _id: string; title: string; images: string[] }

export function ChosenBooks<Chosen extends ChosenBook, Found extends FoundBook>(
  props: ChosenProps<Chosen, Found>,
) {
  const { heading, isHeadingHidden = false, books, max, listed, error, onAdd, onRemove } = props
  const headingId = useId()
  const [isAdding, setAdding] = useState(books.length === 0)
  const section = useRef<HTMLElement>(null)
  /** Moves the focus to the section, because the pressed button disappears. */
  const showSearch = (isShown: boolean) => {
    section.current?.focus({ preventScroll: true })
    setAdding(isShown)
  }
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby={headingId}
      className="flex flex-col gap-2 outline-none"
    >
      <h3 id={headingId} className={isHeadingHidden ? 'sr-only' : 'font-medium font-sans text-sm'}>
        {heading}
      </h3>
      {books.length > 0 && (
        <ul aria-labelledby={headingId} className="flex flex-col gap-2">
          {books.map((book) => (
            <ChosenRow
              key={book._id}
              book={book}
              onRemove={
                onRemove &&
                (() => {
                  showSearch(isAdding || books.length === 1)
                  onRemove(book)
                })
              }
            >
              {props.children(book)}
            </ChosenRow>
          ))}
        </ul>
      )}
      {error && <FieldError>{error}</FieldError>}
      {books.length < max && isAdding && (
        <BookPicker
          label={props.searchLabel}
          excluded={books.map(({ _id }) => _id)}
          useBooks={props.useBooks}
          amountOf={props.amountOf}
          onChoose={(book) => {
            showSearch(props.addsSeveral === true && listed > books.length + 1)
            onAdd(book)
          }}
          onClose={books.length > 0 ? () => showSearch(false) : undefined}
        />
      )}
      {books.length < max && !isAdding && listed > books.length && (
        <Button
          variant="plain"
          size="sm"
          className="self-start"
          icon={<Plus size={18} />}
          onClick={() => showSearch(true)}
        >
          {props.addLabel}
        </Button>
      )}
    </section>
  )
}

type RowProps = { book: ChosenBook; onRemove: (() => void) | undefined; children: ReactNode }

const ChosenRow = ({ book, onRemove, children }: RowProps) => (
  <li className="flex items-center gap-3">
    <BookCover src={book.images[0]} sizes="40px" className="w-10 shrink-0" />
    <span className="min-w-0 flex-1 text-sm">
      <span className="line-clamp-2 font-medium">{book.title}</span>
      {children}
    </span>
    {onRemove && (
      <IconButton label={`Remove ${book.title}`} onClick={onRemove}>
        <X size={18} />
      </IconButton>
    )}
  </li>
)

const searchDelayMs = 250

type PickerProps<Found> = SearchProps<Found> & {
  label: string
  excluded: readonly string[]
  onChoose: (book: Found) => void
  onClose: (() => void) | undefined
}

function BookPicker<Book extends FoundBook>({
  label,
  excluded,
  useBooks,
  amountOf,
  onChoose,
  onClose,
}: PickerProps<Book>) {
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
