import type { BookDetail } from '#contract/books/books.ts'
import { formatDate, formatDayAndTime } from '#web/time.tsx'
import { Badge } from '#web/ui/badge.tsx'

type BookStock = Pick<
  BookDetail,
  'rentedUntil' | 'reservedUntil' | 'reservedForYouUntil' | 'available'
> & {
  availability: BookDetail['availability'] | 'removed'
  copies?: number
}

/** Whether the viewer can get a copy, because one is free or reserved for the viewer. */
export const isObtainable = (
  book: Pick<BookDetail, 'availability' | 'reservedForYouUntil'>,
): boolean => book.availability === 'available' || book.reservedForYouUntil !== undefined

export function Availability({ book: { copies = 1, ...book } }: { book: BookStock }) {
  if (book.availability === 'removed') return <Badge tone="danger">Removed</Badge>
  if (book.reservedForYouUntil)
    return (
      <Badge tone="success" wraps>
        Reserved for you until {formatDayAndTime(book.reservedForYouUntil)}
      </Badge>
    )
  if (book.availability !== 'available' && book.reservedUntil)
    return (
      <>
        {book.rentedUntil && (
          <Badge tone="danger">Rented until {formatDate(book.rentedUntil)}</Badge>
        )}
        <Badge tone="warning" wraps>
          Reserved until {formatDayAndTime(book.reservedUntil)}
        </Badge>
      </>
    )
  if (book.availability === 'sold')
    return <Badge tone="danger">{copies === 0 ? 'Sold out' : 'Sold'}</Badge>
  if (book.availability === 'rented')
    return (
      <Badge tone="danger">
        {book.rentedUntil ? `Rented until ${formatDate(book.rentedUntil)}` : 'Rented'}
      </Badge>
    )
  return <Badge tone="success">{copies > 1 ? `${book.available} in stock` : 'Available'}</Badge>
}
