import type { Book } from '#contract/books/books.ts'
import { BookCard, BookCardSkeleton, RentPrice } from '#web/features/books/book-card.tsx'
import { Loading } from '#web/ui/loading/loading.tsx'

export const gridClass =
  'grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 md:grid-cols-4 lg:grid-cols-6'

export const BookGrid = ({ books }: { books: readonly Book[] }) => (
  <ul className={gridClass}>
    {books.map((book, index) => (
      <li key={book._id}>
        <BookCard book={book} eager={index < 6}>
          <RentPrice book={book} />
        </BookCard>
      </li>
    ))}
  </ul>
)

export const BookGridSkeleton = () => (
  <Loading>
    <div className={gridClass}>
      {Array.from({ length: 12 }, (_, index) => `${index}`).map((key) => (
        <BookCardSkeleton key={key} />
      ))}
    </div>
  </Loading>
)
