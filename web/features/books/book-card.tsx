import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ShelfBook } from '#contract/books/books.ts'
import { decidingWords } from '#contract/books/deciding-words.ts'
import { unknownBook } from '#contract/common/display-names.ts'
import { truncate } from '#contract/common/truncate.ts'
import { PlaceLine } from '#web/features/places/place-line.tsx'
import { SaveButton } from '#web/features/wishlist/hearts/save-button.tsx'
import { formatRupees, orNoValue } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { Skeleton } from '#web/ui/loading/loading.tsx'
import { Price } from './asking-price.tsx'
import { BookCover } from './book-cover.tsx'
import { ExchangeTag } from './exchange-tag.tsx'
import { cardAuthorLength, cardTitleLength } from './policy.ts'

type Props = {
  book: ShelfBook
  title?: string
  showsAuthor?: boolean
  eager?: boolean
  children?: ReactNode
}

export function BookCard({
  book,
  title = truncate(book.title || unknownBook, cardTitleLength),
  showsAuthor = true,
  eager = false,
  children,
}: Props) {
  const deciding = decidingWords(book.title || '', cardTitleLength)
  return (
    <article className="group relative flex flex-col gap-2">
      <div
        className="relative transition-transform duration-150 group-hover:-translate-y-0.5
          motion-reduce:transform-none"
      >
        <BookCover
          src={book.images[0]}
          sizes="(min-width: 640px) 180px, 42vw"
          eager={eager}
          className="w-full border border-border"
        />
        {/* Over the cover, so that cards with and without it are equally high. */}
        <div className="absolute inset-x-1.5 bottom-1.5 empty:hidden">
          <ExchangeTag book={book} />
        </div>
      </div>
      <div className="flex flex-col gap-0.5 text-sm">
        {/* High enough for four lines, so that the prices of a row are aligned. */}
        <div className={showsAuthor ? 'min-h-[5.25rem]' : 'min-h-16'}>
          <h3 className="text-wrap font-sans font-semibold text-base leading-snug">
            <Link
              to={paths.book(book._id)}
              title={book.title}
              className="after:absolute after:inset-0 group-hover:text-primary"
            >
              {title}
            </Link>
          </h3>
          {deciding && <p className="font-medium">{deciding}</p>}
          {showsAuthor && (
            <p className={`text-muted ${deciding ? 'truncate' : ''}`} title={book.author}>
              {truncate(orNoValue(book.author), cardAuthorLength)}
            </p>
          )}
        </div>
        <Price book={book} />
        {children}
        {/* As high without a place: a row is drawn before all of its books are there. */}
        {book.place ? <PlaceLine place={book.place} /> : <div className="h-lh" aria-hidden />}
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

export function BookCardSkeleton() {
  return (
    <div className="flex flex-col gap-2">
      <Skeleton className="aspect-[2/3] w-full" />
      <Skeleton className="h-5 w-4/5" />
      <Skeleton className="h-4 w-3/5" />
      <Skeleton className="h-4 w-2/5" />
    </div>
  )
}
