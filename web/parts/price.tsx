import { rupees } from './format.ts'

type Props = { book: { price: number; original_price: number }; className?: string }

/** What the seller asks; where the list price differs, it stands beside it, struck through and named. */
export function Price({ book, className = '' }: Props) {
  const differs = book.price !== book.original_price
  return (
    <span className={`inline-flex flex-wrap items-baseline gap-x-2 ${className}`}>
      <span className="font-semibold">
        {differs && <span className="sr-only">Asking price </span>}
        {rupees(book.price)}
      </span>
      {differs && (
        <span className="text-quiet text-sm">
          <span className="sr-only">Original price </span>
          <s>{rupees(book.original_price)}</s>
        </span>
      )}
    </span>
  )
}
