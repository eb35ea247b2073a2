import type { BookDetail } from '#contract/books/books.ts'
import { listWants } from '#contract/wishlist/wants.ts'
import { useRead } from '#web/api/hooks.ts'
import { formatReservedUntil } from '#web/features/books/availability.tsx'

/** Tells viewers that they are next for a copy reserved for somebody else. */
export function NextInQueue({ book }: { book: BookDetail }) {
  const { data } = useRead(listWants, {})
  const next = data?.wants.flatMap((want) => want.next ?? [])
  const own = next?.find(({ bookId }) => bookId === book._id)
  return own ? (
    <p>Reserved for somebody before you until {formatReservedUntil(own.until)}; you are next.</p>
  ) : null
}
