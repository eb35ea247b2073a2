import type { BookDetail } from '#contract/books.ts'
import { day } from '#web/format.ts'
import { Badge } from '#web/ui/states.tsx'

type Stocked = Pick<BookDetail, 'rentedUntil' | 'available'> & {
  availability: BookDetail['availability'] | 'removed'
  copies?: number
}

/** Whether a copy can be had now. */
export function Stock({ book: { copies = 1, ...book } }: { book: Stocked }) {
  if (book.availability === 'removed') return <Badge tone="brick">Removed</Badge>
  if (book.availability === 'sold') return <Badge tone="brick">Sold</Badge>
  if (book.availability === 'rented')
    return (
      <Badge tone="brick">
        {book.rentedUntil ? `Rented until ${day(book.rentedUntil)}` : 'Rented'}
      </Badge>
    )
  return <Badge tone="leaf">{copies > 1 ? `${book.available} in stock` : 'Available'}</Badge>
}
