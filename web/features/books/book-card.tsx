import { ArrowLeftRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ShelfBook } from '#contract/books/books.ts'
import { conditionLabels } from '#contract/books/conditions.ts'
import { editionLabel } from '#contract/books/edition-label.ts'
import { openToExchangeLabels } from '#contract/books/filter-labels.ts'
import { unknownBook } from '#contract/common/display-names.ts'
import { truncate } from '#contract/common/truncate.ts'
import { PlaceLine } from '#web/features/places/place-line.tsx'
import { SaveButton } from '#web/features/wishlist/hearts/save-button.tsx'
import { formatRupees, labelOf, orNoValue } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { Skeleton } from '#web/ui/loading/loading.tsx'
import { Price } from './asking-price.tsx'
import { BookCover } from './book-cover.tsx'
import { cardAuthorLength, cardTitleLength } from './limits.ts'
import { Rating } from './rating.tsx'

type Props = {
  book: ShelfBook
  title?: string
  /** Shown below the title. By default, it is the author. */
  subtitle?: string
  sizes?: string
  eager?: boolean
  /** Shown in the last line, instead of the book's place. */
  nearest?: ReactNode
  children?: ReactNode
}

/** A book's cover with the save button (a heart) beside it, and at most six lines of text. */
export function BookCard({
  book,
  title = truncate(book.title || unknownBook, cardTitleLength),
  subtitle = truncate(orNoValue(book.author), cardAuthorLength),
  sizes = '(min-width: 640px) 140px, 32vw',
  eager = false,
  nearest,
  children,
}: Props) {
  const deciding = editionLabel(book.title || '', cardTitleLength)
  return (
    <article className="group relative flex flex-col gap-2 text-sm">
      <div
        className="mr-10 transition-transform duration-150 group-hover:-translate-y-0.5
          motion-reduce:transform-none"
      >
        <BookCover
          src={book.images[0]}
          sizes={sizes}
          eager={eager}
          className="w-full border border-border"
        />
      </div>
      {book.openToExchange && (
        <span
          title={openToExchangeLabels.true}
          className="absolute top-11 right-0 grid size-11 place-items-center text-primary"
        >
          <ArrowLeftRight size={18} />
          <span className="sr-only">{openToExchangeLabels.true}</span>
        </span>
      )}
      <div className="flex flex-col gap-0.5">
        <h3 className="font-sans font-semibold">
          <Link
            to={paths.book(book._id)}
            title={book.title}
            className="block truncate after:absolute after:inset-0 group-hover:text-primary"
          >
            {title}
          </Link>
        </h3>
        <p className="flex gap-2 text-muted">
          <span className="truncate" title={book.author}>
            {deciding && <span className="font-medium text-foreground">{deciding} · </span>}
            {subtitle}
          </span>
          <Rating of={book.ratings} className="ml-auto shrink-0" />
        </p>
        <p className="flex gap-1.5">
          <Price book={book} className="shrink-0" />
          <span className="truncate text-muted">
            <span aria-hidden>· </span>
            <span className="sr-only">Condition: </span>
            {labelOf(conditionLabels, book.condition)}
          </span>
        </p>
        {children}
        {/* Keeps a card without a place as high as the others, because rows are laid out before all
            of their books are loaded. */}
        {nearest ??
          (book.place ? <PlaceLine place={book.place} /> : <div className="h-lh" aria-hidden />)}
      </div>
      <SaveButton book={book} />
    </article>
  )
}

export function RentPrice({ book }: { book: ShelfBook }) {
  return (
    <p className="text-muted">
      Rent:{' '}
      {book.isRentable && book.rentPrice !== undefined ? (
        <span className="font-medium text-accent-text">{formatRupees(book.rentPrice)}/day</span>
      ) : (
        'Not Available'
      )}
    </p>
  )
}

export const bookGridClass =
  'grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 md:grid-cols-4 lg:grid-cols-6'

export const BookCardSkeletons = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, index) => `${index}`).map((key) => (
    <div key={key} className="flex flex-col gap-2">
      <div className="pr-10">
        <Skeleton className="aspect-[2/3] w-full" />
      </div>
      <Skeleton className="h-21.5" />
    </div>
  ))
