import type { BookDetail } from '#contract/books/books.ts'
import { useWantedCount, WantedCount } from '#web/features/wishlist/titles/wanted-count.tsx'

/** Shows the seller of a book how many people want the title and accept this condition. */
export function WantedFromSeller({ book }: { book: BookDetail }) {
  const { title, author, isbn = '', condition } = book
  return <WantedCount people={useWantedCount({ title, author, isbn, condition })} />
}
