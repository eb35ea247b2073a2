import type { BookDetail } from '#contract/books/books.ts'
import { useWantedCount } from '#web/features/wants/use-wanted-count.ts'
import { WantedCount } from '#web/features/wants/wanted-count.tsx'

/** For the seller of a book: how many people could take it in exchange. */
export function WantedFromSeller({ book }: { book: BookDetail }) {
  const { title, author, isbn = '', condition } = book
  return <WantedCount people={useWantedCount({ title, author, isbn, condition })} />
}
