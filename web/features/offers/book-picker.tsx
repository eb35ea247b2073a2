import { useState } from 'react'
import { listOfferBooks, type OfferBook } from '#contract/orders/offers.ts'
import { useRead } from '#web/api/hooks.ts'
import { BookCover } from '#web/features/books/book-cover.tsx'
import { formatRupees } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'
import { useDebounced } from '#web/ui/hooks/use-debounced.ts'
import { Field, Input } from '#web/ui/inputs/field.tsx'
import { LoadError } from '#web/ui/loading/load-error.tsx'
import { Loading, Skeleton } from '#web/ui/loading/loading.tsx'

type Props = {
  chatId: string
  excluded: readonly string[]
  onChoose: (book: OfferBook) => void
  onClose: () => void
}

const searchDelayMs = 250

export function BookPicker({ chatId, excluded, onChoose, onClose }: Props) {
  const [text, setText] = useState('')
  const search = useDebounced(text, searchDelayMs)
  const books = useRead(listOfferBooks, { chatId, search }, { keepPrevious: true })
  const rows = (books.data ?? []).filter(({ _id }) => !excluded.includes(_id))
  return (
    <div className="flex flex-col gap-2 rounded-box border border-border p-3">
      <div className="flex items-end gap-2">
        <Field label="Search the seller’s books" className="flex-1">
          <Input type="search" value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        <Button variant="plain" onClick={onClose}>
          Done
        </Button>
      </div>
      {books.isPending ? (
        <Loading>
          <Skeleton className="h-24" />
        </Loading>
      ) : books.isError && !books.data ? (
        <LoadError text="Could not load." onRetry={() => void books.refetch()} />
      ) : rows.length === 0 ? (
        <p className="py-2 text-muted text-sm">No other book was found.</p>
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
                <span className="text-sm">{formatRupees(book.price)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
