import { type ReactNode, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Book } from '#contract/books/books.ts'
import type { FoundTitle } from '#contract/books/titles.ts'
import type { NamedPlace } from '#contract/places.ts'
import {
  BookCard,
  BookCardSkeletons,
  bookGridClass,
  RentPrice,
} from '#web/features/books/book-card.tsx'
import { readFilters } from '#web/features/books/explore/filters/filters.ts'
import {
  PlaceLink,
  useNamedPlaces,
  whereOf,
} from '#web/features/books/explore/filters/place-suggestions.tsx'
import { firstCovers } from '#web/features/books/limits.ts'
import { CopiesLink } from '#web/features/books/titles/copies-link.tsx'
import { useDistanceStart } from '#web/features/places/distance-start.ts'
import { Distance } from '#web/features/places/place-line.tsx'
import { fullPlaceName } from '#web/features/places/place-text.ts'
import { SaveSearchButton } from '#web/features/wishlist/searches/save-search-button.tsx'
import { formatRupees } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts'
import { lazyPart } from '#web/ui/loading/lazy-part.ts'
import { ListView, type PagedList } from '#web/ui/loading/list-view.tsx'
import { formatTotal } from './total.ts'

/**
 * This code is loaded only if nothing was found, which is rare. If loading fails, nothing is shown.
 */
const NoResultsSuggestions = lazyPart(
  () => import('./no-results-suggestions.tsx').then((module) => module.NoResultsSuggestions),
  () => null,
)

type FoundList<Row> = PagedList<Row> & {
  total: number | undefined
  isMinimum: boolean | undefined
}
type ListProps<Row> = { list: FoundList<Row>; isNearest: boolean }

/** Shows each listing that the filters select, even if several are of the same title. */
export const BookList = (props: ListProps<Book>) => (
  <List {...props}>
    {(book, index) => (
      <BookCard book={book} eager={index < firstCovers}>
        <RentPrice book={book} />
      </BookCard>
    )}
  </List>
)

/**
 * Shows each title of a search once: its cheapest copy, or its nearest if sorted by distance, with
 * a link to the other copies.
 */
export const TitleList = (props: ListProps<FoundTitle>) => (
  <List {...props}>
    {({ _id, book, books, copies, lowestPrice, nearest }, index) => (
      <BookCard
        book={book}
        eager={index < firstCovers}
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
    )}
  </List>
)

function List<Row extends { _id: string }>({
  list,
  isNearest,
  children,
}: ListProps<Row> & { children: (row: Row, index: number) => ReactNode }) {
  const start = useDistanceStart()
  return (
    <ListView
      list={list}
      loading={
        <div className={bookGridClass}>
          <BookCardSkeletons count={12} />
        </div>
      }
      emptyText="No books found."
      emptyAction={<NothingFound />}
      outdated={null}
    >
      {(rows) => (
        <section aria-label="Books" className="flex flex-col gap-6">
          <h2 className="sr-only">Books</h2>
          {list.total !== undefined && (
            <p className="text-muted" role="status">
              {formatTotal(list.total, list.isMinimum)}
              {isNearest && start && `, nearest to ${start.name} first`}
            </p>
          )}
          <ul className={bookGridClass}>
            {rows.map((row, index) => (
              <li key={row._id}>{children(row, index)}</li>
            ))}
          </ul>
        </section>
      )}
    </ListView>
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

/** If nothing was found, offers the places that the search names. */
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
