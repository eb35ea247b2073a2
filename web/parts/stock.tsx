import type { BookDetail } from '#contract/books.ts'
import { Badge } from '#web/ui/states.tsx'
import { day } from './format.ts'

/** Whether a copy can be had now. */
export function Stock({ book }: { book: Pick<BookDetail, 'availability' | 'rentedUntil' | 'available' | 'copies'> }) {
  if (book.availability === 'sold') return <Badge tone="brick">Sold</Badge>
  if (book.availability === 'rented')
    return <Badge tone="brick">{book.rentedUntil ? `Rented until ${day(book.rentedUntil)}` : 'Rented'}</Badge>
  return <Badge tone="leaf">{book.copies > 1 ? `${book.available} in stock` : 'Available'}</Badge>
}
