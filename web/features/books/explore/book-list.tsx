import { type Book, listBooks } from '#contract/books/books.ts'
import type { EndpointInput, Page } from '#contract/common/endpoint.ts'
import { useReadPages } from '#web/api/hooks.ts'
import { BookCard, BookCardSkeleton, RentPrice } from '#web/features/books/book-card.tsx'
import { conditionLabels } from '#web/features/books/labels.ts'
import { Rating } from '#web/features/books/rating.tsx'
import { formatCount, labelOf } from '#web/format.ts'
import { useIsNavigatingAway } from '#web/ui/hooks/use-is-navigating-away.ts'
import { EmptyState } from '#web/ui/loading/empty-state.tsx'
import { LoadMore } from '#web/ui/loading/load-more.tsx'
import { Loading } from '#web/ui/loading/loading.tsx'

const grid = 'grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 md:grid-cols-4 lg:grid-cols-6'

export function BookList({
  input,
  initial,
}: {
  input: EndpointInput<typeof listBooks>
  initial: Page<Book> | undefined
}) {
  // Not as a guest what somebody looked for who is logging out.
  const enabled = !useIsNavigatingAway()
  const books = useReadPages(listBooks, input, { initial, enabled, keepPrevious: true })
  if (books.isPending)
    return (
      <Loading>
        <div className={grid}>
          {Array.from({ length: 12 }, (_, index) => `${index}`).map((key) => (
            <BookCardSkeleton key={key} />
          ))}
        </div>
      </Loading>
    )
  if (books.rows.length === 0)
    return (
      <EmptyState
        text="No books found."
        onRetry={books.isError ? () => void books.refetch() : undefined}
        action={!books.isError && <p className="text-muted">Try fewer words or fewer filters.</p>}
      />
    )
  return (
    <section
      aria-label="Books"
      className={`flex flex-col gap-6 transition-opacity
        ${books.isPlaceholderData ? 'opacity-60' : ''}`}
      aria-busy={books.isPlaceholderData}
    >
      <h2 className="sr-only">Books</h2>
      {books.total !== undefined && (
        <p className="text-muted" role="status">
          {books.isMinimum
            ? `${books.total.toLocaleString('en-IN')}+ books`
            : formatCount(books.total, 'book')}
        </p>
      )}
      <ul className={grid}>
        {books.rows.map((book, index) => (
          <li key={book._id}>
            <BookCard book={book} eager={index < 6}>
              <RentPrice book={book} />
              <p className="flex flex-wrap items-center gap-x-2 text-muted">
                {labelOf(conditionLabels, book.condition)}
                {book.ratings.average !== undefined && <Rating average={book.ratings.average} />}
              </p>
            </BookCard>
          </li>
        ))}
      </ul>
      <LoadMore
        hasMore={books.hasNextPage}
        pending={books.isFetchingNextPage}
        failed={books.isFetchNextPageError}
        onMore={() => books.fetchNextPage()}
      />
    </section>
  )
}
