import { Plus } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { Side } from '#contract/common/endpoint.ts'
import { maxExchangeBooks } from '#contract/common/limits.ts'
import {
  type ExchangeableBook,
  listExchangeableBooks,
} from '#contract/exchanges/exchange-offers.ts'
import { useRead } from '#web/api/hooks.ts'
import { BookPicker, ChosenBook } from '#web/features/offers/offered-books.tsx'
import { formatRupees } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/inputs/field.tsx'

type Props = {
  chatId: string
  of: Side
  heading: string
  addLabel: string
  chosen: readonly ExchangeableBook[]
  /** The number of books to choose from, as far as it is known. */
  listed: number
  error?: string | undefined
  onChange: (chosen: ExchangeableBook[]) => void
}

/** The books that one side gives, with their values. */
export function ExchangeBooks(props: Props) {
  const { chatId, of, heading, addLabel, chosen, listed, error, onChange } = props
  const headingId = useId()
  const [isAdding, setAdding] = useState(chosen.length === 0)
  const section = useRef<HTMLElement>(null)
  /** Moves the focus to the section, because the pressed button disappears. */
  const change = (books: readonly ExchangeableBook[], adds: boolean) => {
    section.current?.focus({ preventScroll: true })
    setAdding(adds)
    if (books !== chosen) onChange([...books])
  }
  const useBooks = (search: string) =>
    useRead(listExchangeableBooks, { chatId, side: of, search }, { keepPrevious: true })
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
            <ChosenBook
              key={book._id}
              book={book}
              onRemove={() =>
                change(
                  chosen.filter(({ _id }) => _id !== book._id),
                  isAdding || chosen.length === 1,
                )
              }
            >
              <span className="text-muted">{formatRupees(book.value)}</span>
            </ChosenBook>
          ))}
        </ul>
      )}
      {error && <FieldError>{error}</FieldError>}
      {isAdding && !isFull ? (
        <BookPicker
          label="Search these books"
          excluded={chosen.map(({ _id }) => _id)}
          useBooks={useBooks}
          amountOf={({ value }) => value}
          onChoose={(book) => change([...chosen, book], false)}
          onClose={chosen.length > 0 ? () => change(chosen, false) : undefined}
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
