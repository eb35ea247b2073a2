import { type ReactNode, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type Book, listBooks } from '#contract/books/books.ts'
import type { FoundTitle } from '#contract/books/titles.ts'
import type { EndpointInput, Page } from '#contract/common/endpoint.ts'
import type { NamedPlace } from '#contract/places.ts'
import { useReadPages } from '#web/api/hooks.ts'
import { BookCard, BookCardSkeleton, RentPrice } from '#web/features/books/book-card.tsx'
import { readFilters } from '#web/features/books/explore/filters/filters.ts'
import {
  PlaceLink,
  useNamedPlaces,
  whereOf,
} from '#web/features/books/explore/filters/place-suggestions.tsx'
import { CopiesLink } from '#web/features/books/titles/copies-link.tsx'
import { useDistanceStart } from '#web/features/places/distance-start.ts'
import { Distance } from '#web/features/places/place-line.tsx'
import { fullPlaceName } from '#web/features/places/place-text.ts'
import { SaveSearchButton } from '#web/features/wishlist/searches/save-search-button.tsx'
import { formatRupees } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts'
import { EmptyState } from '#web/ui/loading/empty-state.tsx'
import { lazyPart } from '#web/ui/loading/lazy-part.ts'
import { LoadMore } from '#web/ui/loading/load-more.tsx'
import { Loading } from '#web/ui/loading/loading.tsx'
import { formatTotal } from './total.ts'
import { useFoundTitles } from './use-found-titles.ts'

/** Loaded only if nothing was found, which is rare. If it can't be loaded, nothing is shown. */
const NoResultsSuggestions = lazyPart(
  () => import('./no-results-suggestions.tsx').then((module) => module.NoResultsSuggestions),
  () => null,
)

type Input = EndpointInput<typeof listBooks>

/** Shows each listing that the filters select, even if several are of the same title. */
export function BookList({ input, initial }: { input: Input; initial: Page<Book> | undefined }) {
  const books = useReadPages(listBooks, input, { initial, keepPrevious: true })
  return (
    <List pages={books} isNearest={input.sort === 'near'}>
      <BookGrid books={books.rows} />
    </List>
  )
}

/** Shows each title of a search once. */
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

function NothingFound() {
  const isHydrated = useHydrated()
  const [params] = useSearchParams()
  const places = useNamedPlaces(readFilters(params).filters)
  return (
    <>
      {places.length === 0 ? (
        <p className="text-muted">Try fewer words or fewer filters.</p>
      ) : (
        <PlacesInstead places={places} />
      )}
      {isHydrated && (
        <Suspense>
          <NoResultsSuggestions />
        </Suspense>
      )}
      {places.length === 0 && <SaveSearchButton isProminent />}
    </>
  )
}

/** Offers the places named in the search as the main action. */
const PlacesInstead = ({ places }: { places: readonly NamedPlace[] }) => (
  <div className="flex flex-col items-center gap-2">
    <p>Your search mentions a place:</p>
    <div className="flex flex-wrap justify-center gap-2">
      {places.map((place) => (
        <PlaceLink
          key={place.name}
          place={place}
          label={`${place.search === '' ? 'Books' : `“${place.search}”`} ${whereOf(place)}`}
          isMain
        />
      ))}
    </div>
  </div>
)

/** Shows each title by its cheapest copy, with a link to the other copies. */
const TitleGrid = ({ titles }: { titles: readonly FoundTitle[] }) => (
  <ul className={gridClass}>
    {titles.map(({ _id, book, books, copies, lowestPrice, nearest }, index) => (
      <li key={_id}>
        <BookCard
          book={book}
          eager={index < 6}
          nearest={nearest && <NearestCopy nearest={nearest} />}
        >
          <RentPrice book={book} />
          {books > 1 && (
            <CopiesLink
              title={{ _id, title: book.title }}
              copies={copies}
              lowestPrice={lowestPrice}
              className="relative"
            />
          )}
        </BookCard>
      </li>
    ))}
  </ul>
)

/** `relative` puts this link above the card's own link, which covers the whole card. */
const NearestCopy = ({ nearest }: { nearest: NonNullable<FoundTitle['nearest']> }) => (
  <Link
    to={paths.book(nearest.book)}
    title={fullPlaceName(nearest.place)}
    className="relative truncate text-muted hover:underline"
  >
    Nearest: {formatRupees(nearest.price)}
    <Distance to={nearest.place} />
    <span className="sr-only"> in {fullPlaceName(nearest.place)}</span>
  </Link>
)

const gridClass = 'grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 md:grid-cols-4 lg:grid-cols-6'

const BookGrid = ({ books }: { books: readonly Book[] }) => (
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

const BookGridSkeleton = () => (
  <Loading>
    <div className={gridClass}>
      {Array.from({ length: 12 }, (_, index) => `${index}`).map((key) => (
        <BookCardSkeleton key={key} />
      ))}
    </div>
  </Loading>
)
