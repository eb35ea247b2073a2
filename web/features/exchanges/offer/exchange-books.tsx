import type { Side } from '#contract/common/endpoint.ts'
import { maxExchangeBooks } from '#contract/common/limits.ts'
import {
  type ExchangeableBook,
  listExchangeableBooks,
} from '#contract/exchanges/exchange-offers.ts'
import { useRead } from '#web/api/hooks.ts'
import { ChosenBooks } from '#web/features/offers/offered-books.tsx'
import { formatRupees } from '#web/format.ts'

type Props = {
  chatId: string
  of: Side
  heading: string
  addLabel: string
  books: readonly ExchangeableBook[]
  listed: number
  error: string | undefined
  onChange: (books: ExchangeableBook[]) => void
}

/** Lets a person choose the books that one side gives. Shows their values. */
export function ExchangeBooks({ chatId, of, onChange, ...props }: Props) {
  const useBooks = (search: string) =>
    useRead(listExchangeableBooks, { chatId, side: of, search }, { keepPrevious: true })
  return (
    <ChosenBooks
      {...props}
      max={maxExchangeBooks}
      searchLabel="Search these books"
      useBooks={useBooks}
      amountOf={({ value }) => value}
      onAdd={(book) => onChange([...props.books, book])}
      onRemove={({ _id: id }) => onChange(props.books.filter(({ _id }) => _id !== id))}
    >
      {({ value }) => <span className="text-muted">{formatRupees(value)}</span>}
    </ChosenBooks>
  )
}
