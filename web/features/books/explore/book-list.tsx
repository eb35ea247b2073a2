import { type Book, listBooks } from '#contract/books/books.ts'
import type { EndpointInput, Page } from '#contract/common/endpoint.ts'
import { useReadPages } from '#web/api/hooks.ts'
import { useIsNavigatingAway } from '#web/ui/hooks/use-is-navigating-away.ts'
import { EmptyState } from '#web/ui/loading/empty-state.tsx'
import { LoadMore } from '#web/ui/loading/load-more.tsx'
import { BookGrid, BookGridSkeleton } from './book-grid.tsx'
import { formatTotal } from './total.ts'

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
  if (books.isPending) return <BookGridSkeleton />
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
          {formatTotal(books.total, books.isMinimum)}
        </p>
      )}
      <BookGrid books={books.rows} />
      <LoadMore
        hasMore={books.hasNextPage}
        pending={books.isFetchingNextPage}
        failed={books.isFetchNextPageError}
        onMore={() => books.fetchNextPage()}
      />
    </section>
  )
}
