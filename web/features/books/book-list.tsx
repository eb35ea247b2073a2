import { type Book, listBooks } from '#contract/books.ts'
import type { EndpointInput, Page } from '#contract/endpoint.ts'
import { useReadPages } from '#web/api/hooks.ts'
import { count } from '#web/format.ts'
import { conditionNames, nameOf } from '#web/kinds.ts'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Empty, Loading } from '#web/ui/states.tsx'
import { BookCard, BookCardSkeleton, Rating, RentLine } from './book-card.tsx'

const grid = 'grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 md:grid-cols-4 lg:grid-cols-6'

/** One list of books, page after page. */
export function BookList({
  ask,
  initial,
}: {
  ask: EndpointInput<typeof listBooks>
  initial: Page<Book> | undefined
}) {
  const books = useReadPages(listBooks, ask, { initial, keep: true })
  if (books.isPending)
    return (
      <Loading>
        <div className={grid}>
          {Array.from({ length: 12 }, (_, place) => `${place}`).map((key) => (
            <BookCardSkeleton key={key} />
          ))}
        </div>
      </Loading>
    )
  if (books.rows.length === 0)
    return (
      <Empty
        text="No books found."
        onRetry={books.isError ? () => void books.refetch() : undefined}
        next={!books.isError && <p className="text-muted">Try fewer words or fewer filters.</p>}
      />
    )
  return (
    <section
      aria-label="Books"
      className={`flex flex-col gap-6 transition-opacity ${books.isPlaceholderData ? 'opacity-60' : ''}`}
      aria-busy={books.isPlaceholderData}
    >
      <h2 className="sr-only">Books</h2>
      {books.total !== undefined && (
        <p className="text-muted" role="status">
          {count(books.total, 'book')}
        </p>
      )}
      <ul className={grid}>
        {books.rows.map((book, position) => (
          <li key={book._id}>
            <BookCard book={book} eager={position < 6}>
              <RentLine book={book} />
              <p className="flex flex-wrap items-center gap-x-2 text-muted">
                {nameOf(conditionNames, book.condition)}
                {book.ratings.average !== undefined && <Rating average={book.ratings.average} />}
              </p>
            </BookCard>
          </li>
        ))}
      </ul>
      <LoadMore
        more={books.hasNextPage}
        pending={books.isFetchingNextPage}
        failed={books.isFetchNextPageError}
        onMore={() => void books.fetchNextPage()}
      />
    </section>
  )
}
