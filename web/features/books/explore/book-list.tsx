import { Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Book } from '#contract/books/books.ts'
import type { FoundTitle } from '#contract/books/titles.ts'
import type { NamedPlace } from '#contract/places.ts'
import { BookCard, RentPrice } from '#web/features/books/book-card.tsx'
import { readFilters } from '#web/features/books/explore/filters/filters.ts'
import {
  PlaceLink,
  useNamedPlaces,
  whereOf,
} from '#web/features/books/explore/filters/place-suggestions.tsx'
import { firstCovers } from '#web/features/books/limits.ts'
import { CopiesLink } from '#web/features/books/titles/copies-link.tsx'
import { Distance } from '#web/features/places/place-line.tsx'
import { fullPlaceName } from '#web/features/places/place-text.ts'
import { SaveSearchButton } from '#web/features/wishlist/searches/save-search-button.tsx'
import { formatRupees } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts'
import { lazyPart } from '#web/ui/loading/lazy-part.ts'
import { FoundList, type FoundListProps } from './found-list.tsx'

/**
 * This code is loaded only if nothing was found, which is rare. If loading fails, nothing is shown.
 */
const NoResultsSuggestions = lazyPart(
  () => import('./no-results-suggestions.tsx').then((module) => module.NoResultsSuggestions),
  () => null,
)

const view = {
  heading: 'Books',
  emptyText: 'No books found.',
  emptyAction: <NothingFound />,
  outdated: null,
} as const

/** Shows each listing that the filters select, even if several are of the same title. */
export const BookList = (props: FoundListProps<Book>) => (
  <FoundList {...view} {...props}>
    {(book, index) => (
      <BookCard book={book} eager={index < firstCovers}>
        <RentPrice book={book} />
      </BookCard>
    )}
  </FoundList>
)

/**
 * Shows each title of a search once: its cheapest copy, or its nearest if sorted by distance, with
 * a link to the other copies.
 */
export const TitleList = (props: FoundListProps<FoundTitle>) => (
  <FoundList {...view} {...props}>
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
  </FoundList>
)

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
