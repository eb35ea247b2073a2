import { Plus, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { Side } from '#contract/common/endpoint.ts'
import { maxExchangeBooks } from '#contract/common/limits.ts'
import {
  type ExchangeableBook,
  listExchangeableBooks,
} from '#contract/exchanges/exchange-offers.ts'
import { useRead } from '#web/api/hooks.ts'
import { BookCover } from '#web/features/books/book-cover.tsx'
import { FoundBooks } from '#web/features/offers/found-books.tsx'
import { formatRupees } from '#web/format.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { useDebounced } from '#web/ui/hooks/use-debounced.ts'
import { Field, FieldError, Input } from '#web/ui/inputs/field.tsx'

type Props = {
  chatId: string
  of: Side
  heading: string
  addLabel: string
  chosen: readonly ExchangeableBook[]
  /** How many there are to choose from, as far as is known. */
  listed: number
  error?: string | undefined
  onChange: (chosen: ExchangeableBook[]) => void
}

/** What one side gives, with what each book counts for. */
export function ExchangeBooks(props: Props) {
  const { chatId, of, heading, addLabel, chosen, listed, error, onChange } = props
  const headingId = useId()
  const [isAdding, setAdding] = useState(chosen.length === 0)
  const section = useRef<HTMLElement>(null)
  /** The pressed button goes away: the focus would be at the top of the dialog. */
  const change = (books: readonly ExchangeableBook[], adds: boolean) => {
    section.current?.focus({ preventScroll: true })
    setAdding(adds)
    if (books !== chosen) onChange([...books])
  }
  const isFull = chosen.length >= maxExchangeBooks
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby={headingId}
      className="flex flex-col gap-2 outline-none"
    >
      <h3 id={headingId} className="font-medium font-sans text-sm">
        {heading}
      </h3>
      {chosen.length > 0 && (
        <ul aria-labelledby={headingId} className="flex flex-col gap-2">
          {chosen.map((book) => (
            <li key={book._id} className="flex items-center gap-3">
              <BookCover src={book.images[0]} sizes="40px" className="w-10 shrink-0" />
              <span className="min-w-0 flex-1 text-sm">
                <span className="line-clamp-2 font-medium">{book.title}</span>
                <span className="text-muted">{formatRupees(book.value)}</span>
              </span>
              <IconButton
                label={`Remove ${book.title}`}
                onClick={() =>
                  change(
                    chosen.filter(({ _id }) => _id !== book._id),
                    isAdding || chosen.length === 1,
                  )
                }
              >
                <X size={18} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {error && <FieldError>{error}</FieldError>}
      {isAdding && !isFull ? (
        <Choice
          chatId={chatId}
          of={of}
          excluded={chosen.map(({ _id }) => _id)}
          canClose={chosen.length > 0}
          onChoose={(book) => change([...chosen, book], false)}
          onClose={() => change(chosen, false)}
        />
      ) : (
        !isFull &&
        listed > chosen.length && (
          <Button
            variant="plain"
            size="sm"
            className="self-start"
            icon={<Plus size={18} aria-hidden />}
            onClick={() => change(chosen, true)}
          >
            {addLabel}
          </Button>
        )
      )}
    </section>
  )
}

const searchDelayMs = 250

type ChoiceProps = {
  chatId: string
  of: Side
  excluded: readonly string[]
  canClose: boolean
  onChoose: (book: ExchangeableBook) => void
  onClose: () => void
}

function Choice({ chatId, of, excluded, canClose, onChoose, onClose }: ChoiceProps) {
  const [text, setText] = useState('')
  const search = useDebounced(text, searchDelayMs)
  const books = useRead(listExchangeableBooks, { chatId, side: of, search }, { keepPrevious: true })
  const rows = (books.data ?? []).filter(({ _id }) => !excluded.includes(_id))
  return (
    <div className="flex flex-col gap-2 rounded-box border border-border p-2">
      <div className="flex items-end gap-2 px-1">
        <Field label="Search these books" className="flex-1">
          <Input type="search" value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        {canClose && (
          <Button variant="plain" onClick={onClose}>
            Done
          </Button>
        )}
      </div>
      <FoundBooks books={books} rows={rows} amountOf={(book) => book.value} onChoose={onChoose} />
    </div>
  )
}
