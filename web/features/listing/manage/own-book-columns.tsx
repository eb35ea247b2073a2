import { Link } from 'react-router'
import type { OwnBook } from '#contract/books/books.ts'
import { conditionLabels } from '#contract/books/conditions.ts'
import type { WaitingRing } from '#contract/exchanges/waiting-ring.ts'
import { Availability } from '#web/features/books/availability.tsx'
import { BookCover } from '#web/features/books/book-cover.tsx'
import { HiddenNotice } from '#web/features/books/hidden-notice.tsx'
import { bookTypeLabels } from '#web/features/books/labels.ts'
import { TodaysPrice } from '#web/features/pricing/todays-price.tsx'
import { WantedCount } from '#web/features/wishlist/titles/wanted-count.tsx'
import { formatRupees, formatRupeesExact, labelOf, moneyOrNoValue, noValue } from '#web/format.ts'
import { exchangePath, paths } from '#web/paths.ts'
import { serverNow } from '#web/session/server-clock.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { SellOne } from './book-actions.tsx'

const dayMs = 86_400_000

export function daysListed({ listedAt }: Pick<OwnBook, 'listedAt'>): number | undefined {
  const days = Math.floor((serverNow() - new Date(listedAt).getTime()) / dayMs)
  return Number.isNaN(days) ? undefined : Math.max(0, days)
}

/** A link to a proposed swap. If the seller has accepted the swap, a copy is reserved for it. */
const RingOfBook = ({ book, ring }: { book: OwnBook; ring: WaitingRing }) => (
  <TextLink to={exchangePath('seller', ring._id)} className="text-sm">
    {!ring.isAccepted
      ? 'Swap waiting for you'
      : book.availability === 'available'
        ? 'Reserved for a swap'
        : 'for a swap'}
  </TextLink>
)

export const DraftBadge = ({ book }: { book: OwnBook }) =>
  book.needsPhotos && <Badge tone="warning">Draft, needs photos</Badge>

/** What a seller should know about a book besides its columns. */
export const BookState = ({ book }: { book: OwnBook }) => (
  <>
    {book.availability !== 'available' && <Availability book={book} />}
    {book.isHidden && <Badge>Hidden by you</Badge>}
    {book.isReservedForWant && <span className="text-muted text-sm">for the first in line</span>}
    {book.ring && <RingOfBook book={book} ring={book.ring} />}
    <WantedCount people={book.wanted} />
  </>
)

export const TitleLink = ({ book }: { book: OwnBook }) => (
  <Link
    to={paths.book(book._id)}
    className="wrap-anywhere line-clamp-2 font-medium hover:text-primary hover:underline"
  >
    {book.title}
  </Link>
)

export const OwnBookCover = ({ book }: { book: OwnBook }) => (
  <BookCover src={book.images[0]} sizes="3rem" className="w-full" />
)

/** What the specification shows of each book, besides the title. */
export const detailCells = {
  author: { header: 'Author', cell: (book) => book.author },
  bookType: { header: 'Book Type', cell: (book) => labelOf(bookTypeLabels, book.bookType) },
  branch: { header: 'Branch', cell: (book) => book.branch },
  originalPrice: { header: 'Original Price', cell: (book) => formatRupees(book.original_price) },
  predictedPrice: {
    header: 'Predicted Price',
    cell: (book) => (
      <>
        {moneyOrNoValue(book.predictedPrice, formatRupeesExact)}
        {book.bookType === 'old' && book.availability !== 'sold' && (
          <span className="ml-1">
            <TodaysPrice prediction={book.prediction} saved={book.predictedPrice} />
          </span>
        )}
      </>
    ),
  },
  rentPrice: {
    header: 'Rent Price',
    cell: (book) =>
      book.isRentable && book.rentPrice !== undefined
        ? `${formatRupees(book.rentPrice)}/day`
        : noValue,
  },
  condition: { header: 'Condition', cell: (book) => labelOf(conditionLabels, book.condition) },
  rentable: { header: 'Rentable', cell: (book) => (book.isRentable ? 'Yes' : 'No') },
} satisfies Record<string, Pick<Column<OwnBook>, 'header' | 'cell'>>

const { author, bookType, branch, originalPrice, predictedPrice } = detailCells
const { rentPrice, condition, rentable } = detailCells

const unbroken = ({ header }: { header: string }) => (
  <span className="whitespace-nowrap">{header}</span>
)
const shelfCode = { header: 'Shelf code' }
const widePredicted = { ...predictedPrice, headerContent: unbroken(predictedPrice) }

/** The columns of the table. Two share a column of the screen, so that all fit on a laptop. */
export const ownBookColumns: Column<OwnBook>[] = [
  {
    header: 'Photo',
    headerContent: <span className="sr-only">Photo</span>,
    cell: (book) => (
      <span className="block w-8">
        <OwnBookCover book={book} />
      </span>
    ),
  },
  {
    header: 'Title',
    sort: { ascending: 'title', descending: '-title' },
    cell: (book) => (
      <span className="flex min-w-40 max-w-96 flex-col items-start gap-0.5">
        <TitleLink book={book} />
        <BookState book={book} />
        {book.hiddenReason && <HiddenNotice reason={book.hiddenReason} />}
      </span>
    ),
    below: {
      ...author,
      cell: (book) => (
        <span className="flex flex-wrap items-center gap-x-2">
          {book.author} <DraftBadge book={book} />
        </span>
      ),
    },
  },
  {
    header: 'Price asked',
    sort: { ascending: 'price', descending: '-price' },
    cell: (book) => <span className="font-medium">{formatRupees(book.price)}</span>,
    below: {
      header: 'Stock',
      sort: { ascending: 'stock', descending: '-stock' },
      cell: (book) => (
        <span className="inline-flex items-center gap-2">
          {book.available} <SellOne book={book} />
        </span>
      ),
    },
  },
  {
    header: 'Days listed',
    sort: { descending: 'listed', ascending: '-listed' },
    cell: (book) => daysListed(book) ?? noValue,
    below: {
      header: 'Chats',
      sort: { descending: '-chats', ascending: 'chats' },
      cell: (book) => book.chats,
    },
  },
  {
    ...bookType,
    // Wide enough for most branches in one line.
    cell: (book) => (
      <span className="block min-w-32 min-[84rem]:min-w-36">{bookType.cell(book)}</span>
    ),
    below: branch,
  },
  { ...originalPrice, headerContent: unbroken(originalPrice), below: widePredicted },
  {
    ...rentPrice,
    headerContent: unbroken(rentPrice),
    below: {
      ...shelfCode,
      headerContent: unbroken(shelfCode),
      cell: (book) => book.shelfCode ?? '',
    },
  },
  { ...condition, below: rentable },
]
