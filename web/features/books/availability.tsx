import type { BookDetail } from '#contract/books/books.ts'
import { formatDate, formatDeadline } from '#web/format.ts'
import { Badge } from '#web/ui/badge.tsx'

type BookStock = Pick<BookDetail, 'rentedUntil' | 'reservedUntil' | 'available'> & {
  availability: BookDetail['availability'] | 'removed'
  copies?: number
}

export function Availability({ book: { copies = 1, ...book } }: { book: BookStock }) {
  if (book.availability === 'removed') return <Badge tone="danger">Removed</Badge>
  if (book.availability !== 'available' && book.reservedUntil)
    return (
      <>
        {book.rentedUntil && (
          <Badge tone="danger">Rented until {formatDate(book.rentedUntil)}</Badge>
        )}
        <Badge tone="warning" wraps>
          Reserved until {formatDeadline(book.reservedUntil)}
        </Badge>
      </>
    )
  if (book.availability === 'sold') return <Badge tone="danger">Sold</Badge>
  if (book.availability === 'rented')
    return (
      <Badge tone="danger">
        {book.rentedUntil ? `Rented until ${formatDate(book.rentedUntil)}` : 'Rented'}
      </Badge>
    )
  return <Badge tone="success">{copies > 1 ? `${book.available} in stock` : 'Available'}</Badge>
}
