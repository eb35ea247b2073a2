import { rupees } from '#web/format.ts'

type Priced = { price: number; original_price: number }

/** What is asked for a book: its printed price where nothing else is said. */
export const askingPrice = ({ price, original_price }: Priced): number =>
  Number.isFinite(price) ? price : original_price

/** Whether something else is asked for a book than its printed price. */
export const differsFromListPrice = (book: Priced): boolean =>
  Number.isFinite(book.original_price) && askingPrice(book) !== book.original_price

type Props = { book: Priced; className?: string }

/** What the seller asks; where the list price differs, it stands beside it, struck through and named. */
export function Price({ book, className = '' }: Props) {
  const differs = differsFromListPrice(book)
  return (
    <span className={`inline-flex flex-wrap items-baseline gap-x-2 ${className}`}>
      <span className="font-semibold">
        {differs && <span className="sr-only">Asking price </span>}
        {rupees(askingPrice(book))}
      </span>
      {differs && (
        <span className="text-muted text-sm">
          <span className="sr-only">Original price </span>
          <s>{rupees(book.original_price)}</s>
        </span>
      )}
    </span>
  )
}
