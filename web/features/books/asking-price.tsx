import { formatRupees } from '#web/format.ts'

type PricedBook = { price: number; original_price: number }

/** Returns the asking price in rupees, or the list price if there is no asking price. */
export const askingPrice = ({ price, original_price }: PricedBook): number =>
  Number.isFinite(price) ? price : original_price

export const differsFromListPrice = (book: PricedBook): boolean =>
  Number.isFinite(book.original_price) && askingPrice(book) !== book.original_price

type Props = { book: PricedBook; className?: string }

export function Price({ book, className = '' }: Props) {
  const isDifferent = differsFromListPrice(book)
  return (
    <span className={`inline-flex flex-wrap items-baseline gap-x-2 ${className}`}>
      <span className="font-semibold">
        {isDifferent && <span className="sr-only">Asking price </span>}
        {formatRupees(askingPrice(book))}
      </span>
      {isDifferent && (
        <span className="text-muted text-sm">
          <span className="sr-only">Original price </span>
          <s>{formatRupees(book.original_price)}</s>
        </span>
      )}
    </span>
  )
}
