import { Link } from 'react-router'
import { conditionLabels } from '#contract/books/book-forms.ts'
import type { FoundTitle } from '#contract/books/titles.ts'
import { BookCard, RentPrice } from '#web/features/books/book-card.tsx'
import { gridClass } from '#web/features/books/explore/book-grid.tsx'
import { Rating } from '#web/features/books/rating.tsx'
import { PlaceLine } from '#web/features/places/place-line.tsx'
import { formatRupees, labelOf } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { CopiesLink } from './copies-link.tsx'

/**
 * What a search found: each title by its cheapest copy, with the texts that the shelves have of it,
 * and with the way to the others.
 */
export const TitleGrid = ({ titles }: { titles: readonly FoundTitle[] }) => (
  <ul className={gridClass}>
    {titles.map(({ _id, book, books, copies, lowestPrice, nearest }, index) => (
      <li key={_id} className="flex flex-col gap-1 text-sm">
        <BookCard book={book} eager={index < 6}>
          <RentPrice book={book} />
          <p className="flex flex-wrap items-center gap-x-2 text-muted">
            <span>Condition: {labelOf(conditionLabels, book.condition)}</span>
            {book.ratings.average !== undefined && (
              <Rating average={book.ratings.average} count={book.ratings.count} />
            )}
          </p>
        </BookCard>
        {nearest && (
          <Link to={paths.book(nearest.book)} className="text-muted hover:underline">
            Nearest: {formatRupees(nearest.price)}
            <PlaceLine place={nearest.place} />
          </Link>
        )}
        {books > 1 && (
          <CopiesLink
            title={{ _id, title: book.title }}
            copies={copies}
            lowestPrice={lowestPrice}
            className="py-1"
          />
        )}
      </li>
    ))}
  </ul>
)
