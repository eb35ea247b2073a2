import { type ReactNode, Suspense } from 'react'
import { type Book, listBooks } from '#contract/books/books.ts'
import type { FoundTitle } from '#contract/books/titles.ts'
import type { EndpointInput, Page } from '#contract/common/endpoint.ts'
import { useReadPages } from '#web/api/hooks.ts'
import { TitleGrid } from '#web/features/books/titles/title-grid.tsx'
import { useDistanceStart } from '#web/features/places/distance-start.ts'
import { TellMe } from '#web/features/wishlist/searches/tell-me.tsx'
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts'
import { useIsNavigatingAway } from '#web/ui/hooks/use-is-navigating-away.ts'
import { EmptyState } from '#web/ui/loading/empty-state.tsx'
import { lazyPart } from '#web/ui/loading/lazy-part.ts'
import { LoadMore } from '#web/ui/loading/load-more.tsx'
import { BookGrid, BookGridSkeleton } from './book-grid.tsx'
import { formatTotal } from './total.ts'
import { useFoundTitles } from './use-found-titles.ts'

/** Most searches find something. Where it can't be loaded there is none of it. */
const NoResultsSuggestions = lazyPart(
  () => import('./no-results-suggestions.tsx').then((module) => module.NoResultsSuggestions),
  () => null,
)

type Input = EndpointInput<typeof listBooks>

/** Every copy that the filters leave. */
export function BookList({ input, initial }: { input: Input; initial: Page<Book> | undefined }) {
  // Not as a guest what somebody looked for who is logging out.
  const enabled = !useIsNavigatingAway()
  const books = useReadPages(listBooks, input, { initial, enabled, keepPrevious: true })
  return (
    <List pages={books} isNearest={input.sort === 'near'}>
      <BookGrid books={books.rows} />
    </List>
  )
}

/** What a search finds, each title once. */
export function TitleList({
  input,
  initial,
}: {
  input: Input
  initial: Page<FoundTitle> | undefined
}) {
  const titles = useFoundTitles(input, initial)
  return (
    <List pages={titles} isNearest={input.sort === 'near'}>
      <TitleGrid titles={titles.rows} />
    </List>
  )
}

type Pages = {
  rows: readonly unknown[]
  total: number | undefined
  isMinimum: boolean | undefined
  isPending: boolean
  isError: boolean
  isPlaceholderData: boolean
  refetch: () => Promise<unknown>
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
}

type ListProps = { pages: Pages; isNearest: boolean; children: ReactNode }

function List({ pages, isNearest, children }: ListProps) {
  const start = useDistanceStart()
  if (pages.isPending) return <BookGridSkeleton />
  if (pages.rows.length === 0)
    return (
      <EmptyState
        text="No books found."
        onRetry={pages.isError ? () => void pages.refetch() : undefined}
        action={!pages.isError && <NothingFound />}
      />
    )
  return (
    <section
      aria-label="Books"
      className={`flex flex-col gap-6 transition-opacity
        ${pages.isPlaceholderData ? 'opacity-60' : ''}`}
      aria-busy={pages.isPlaceholderData}
    >
      <h2 className="sr-only">Books</h2>
      {pages.total !== undefined && (
        <p className="text-muted" role="status">
          {formatTotal(pages.total, pages.isMinimum)}
          {isNearest && start && `, nearest to ${start.name} first`}
        </p>
      )}
      {children}
      <LoadMore list={pages} />
    </section>
  )
}

/** What may be done where nothing is found. */
function NothingFound() {
  const isHydrated = useHydrated()
  return (
    <>
      <p className="text-muted group-has-[[data-places]]/explore:hidden">
        Try fewer words or fewer filters.
      </p>
      {isHydrated && (
        <Suspense>
          <NoResultsSuggestions />
        </Suspense>
      )}
      <TellMe isProminent />
    </>
  )
}
