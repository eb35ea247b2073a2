import { Link } from 'react-router'
import type { FoundTitle } from '#contract/books/titles.ts'
import { BookCard, RentPrice } from '#web/features/books/book-card.tsx'
import { gridClass } from '#web/features/books/explore/book-grid.tsx'
import { Distance } from '#web/features/places/place-line.tsx'
import { fullPlaceName } from '#web/features/places/place-text.ts'
import { formatRupees } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { CopiesLink } from './copies-link.tsx'

/** What a search found: each title by its cheapest copy, and with the way to the others. */
export const TitleGrid = ({ titles }: { titles: readonly FoundTitle[] }) => (
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

/** Above the link of its card. */
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
