import { defaultOrderCover } from '#contract/common/photos.ts'
import { BookCover } from '#web/features/books/book-cover.tsx'

type Props = { book: { images: string[] } | undefined; sizes: string; className: string }

export const OrderCover = ({ book, sizes, className }: Props) => (
  <BookCover
    src={book?.images[0]}
    fallback={defaultOrderCover}
    sizes={sizes}
    className={`shrink-0 self-start border border-border ${className}`}
  />
)
