import { ChevronRight, Store, UserRound } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { backOnText } from '#contract/accounts/holiday.ts'
import type { BookDetail } from '#contract/books/books.ts'
import { conditionLabels } from '#contract/books/conditions.ts'
import { outOfPrintYears } from '#contract/books/pricing.ts'
import { unknownBook, unknownSeller } from '#contract/common/display-names.ts'
import { handOversText } from '#contract/common/hand-overs.ts'
import { useOpenLogin } from '#web/features/account/use-open-login.ts'
import { askingPrice, differsFromListPrice } from '#web/features/books/asking-price.tsx'
import { Availability } from '#web/features/books/availability.tsx'
import { ExchangeTag } from '#web/features/books/exchange-tag.tsx'
import { DraftNotice, HiddenNotice } from '#web/features/books/hidden-notice.tsx'
import { bookTypeLabels, dealsText } from '#web/features/books/labels.ts'
import { Rating } from '#web/features/books/rating.tsx'
import { CopiesLink } from '#web/features/books/titles/copies-link.tsx'
import { ReportButton } from '#web/features/complaints/report-button.tsx'
import { PlaceLine } from '#web/features/places/place-line.tsx'
import { fullPlaceName } from '#web/features/places/place-text.ts'
import { SellerLink } from '#web/features/sellers/seller-link.tsx'
import { SaveButton } from '#web/features/wishlist/hearts/save-button.tsx'
import { useWantedCount, WantedCount } from '#web/features/wishlist/titles/wanted-count.tsx'
import {
  formatPriceBand,
  formatRupees,
  formatRupeesExact,
  isCompleteBand,
  labelOf,
  moneyOrNoValue,
  noValue,
  orNoValue,
} from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { formatDate } from '#web/time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { useMediaQuery } from '#web/ui/hooks/use-media-query.ts'
import { lazyPart } from '#web/ui/loading/lazy-part.ts'
import { Skeleton } from '#web/ui/loading/loading.tsx'
import { ChatButtons } from './chat-buttons.tsx'
import { Gallery } from './gallery.tsx'
import { OtherCopies } from './similar-books.tsx'

/**
 * Whether all copies are sold or rented out. Reserved copies don't count, because they may become
 * free.
 */
const isGone = (book: BookDetail): boolean =>
  book.availability !== 'available' && !book.reservedUntil

export function BookDetails({ book }: { book: BookDetail }) {
  const isSold = isGone(book) && book.availability === 'sold'
  return (
    <article className="wrap-anywhere grid gap-4 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] md:gap-8">
      <Gallery images={book.images} title={book.title}>
        <SaveButton book={book} />
      </Gallery>
      <div className="flex min-w-0 flex-col gap-4 md:gap-6">
        <header className="flex flex-col gap-1 md:gap-2">
          <div className="flex flex-wrap gap-2 empty:hidden">
            {(book.availability !== 'available' || book.copies > 1) && <Availability book={book} />}
            {book.seller.backOn && (
              <Badge tone="warning">{backOnText(book.seller.backOn, 'Seller')}</Badge>
            )}
            {book.isHidden && <Badge>Hidden by its seller</Badge>}
            {!book.can.includes('offer') && <ExchangeTag book={book} />}
          </div>
          <h1 className="font-semibold text-2xl leading-tight sm:text-4xl">
            {book.title || unknownBook}
          </h1>
          <p className="flex flex-wrap gap-x-3 text-muted">
            {book.author && `by ${book.author}`}
            <Rating of={book.ratings} />
          </p>
          {!isSold && <PriceLines book={book} />}
          <div className="flex gap-x-2 text-muted">
            <p className="shrink-0">{labelOf(conditionLabels, book.condition)} condition</p>
            {book.place && <PlaceLine place={book.place} />}
          </div>
        </header>
        {book.hiddenReason && <HiddenNotice reason={book.hiddenReason} />}
        {book.needsPhotos && <DraftNotice />}
        {book.can.includes('edit') && book.available > 0 && <WantedFromSeller book={book} />}
        <SellerCard seller={book.seller} />
        {!isSold && <ChatWithSeller book={book} />}
        {isGone(book) ? (
          <OtherCopies book={book} />
        ) : (
          book.otherCopies && (
            <p>
              <CopiesLink
                title={{ _id: book.otherCopies.title, title: book.title }}
                copies={book.otherCopies.copies}
                lowestPrice={book.otherCopies.lowestPrice}
                isOther
              />
            </p>
          )
        )}
        {isSold && <ChatWithSeller book={book} />}
        <section aria-labelledby="description">
          <h2 id="description" className="font-semibold text-lg">
            Description
          </h2>
          <p className="max-w-prose whitespace-pre-line text-muted">
            {book.description || 'No description available.'}
          </p>
        </section>
        <div>
          {!isSold && book.priceBand && isCompleteBand(book.priceBand) && (
            <details>
              <summary className={summaryClass}>Is this a fair price?</summary>
              <p className="pb-2 text-muted">
                Similar copies sell for {formatPriceBand(book.priceBand)}. We estimate that from its
                condition, age and original price, and from used-book prices.
              </p>
            </details>
          )}
          <AllDetails book={book} />
        </div>
        {!book.can.includes('edit') && (
          <ReportButton
            subject="listing"
            id={book._id}
            about={book.title}
            path={paths.book(book._id)}
          />
        )}
      </div>
    </article>
  )
}

const summaryClass = 'min-h-11 cursor-pointer content-center font-semibold'

function PriceLines({ book }: { book: BookDetail }) {
  const price = askingPrice(book)
  const saved = book.original_price - price
  // Rounded down, so that a book with a price is never '100 % off'.
  const savedPercent = Math.floor((saved / book.original_price) * 100)
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold text-3xl">{formatRupees(price)}</span>
        {differsFromListPrice(book) && (
          <span className="text-muted">
            Original price <s>{formatRupees(book.original_price)}</s>
          </span>
        )}
      </p>
      {!isGone(book) && (
        <p className="flex flex-wrap gap-x-3 font-medium empty:hidden">
          {savedPercent >= 1 && (
            <span className="text-primary">
              {savedPercent}% off · you save {formatRupees(saved)}
            </span>
          )}
          {book.isRentable && book.rentPrice !== undefined && (
            <span className="text-accent-text">or {formatRupees(book.rentPrice)} a day</span>
          )}
        </p>
      )}
      {book.bookType === 'old' && saved < 0 && (
        <p className="text-muted text-sm">
          At least {outOfPrintYears} years old: priced above the original price.
        </p>
      )}
    </>
  )
}

/** Shows the seller of a book how many people want the title and accept this condition. */
function WantedFromSeller({ book }: { book: BookDetail }) {
  const { title, author, isbn = '', condition } = book
  return <WantedCount people={useWantedCount({ title, author, isbn, condition })} />
}

function SellerCard({ seller }: Pick<BookDetail, 'seller'>) {
  const { shopName, sellerType, deals = 0, ratings } = seller
  const name = seller.name || unknownSeller
  const Icon = shopName ? Store : UserRound
  const linkClass = 'after:absolute after:inset-0 group-hover:text-primary'
  return (
    <section
      aria-label="Seller"
      className="group relative flex items-center gap-3 rounded-box border border-border bg-surface px-3
        py-2"
    >
      <span className="rounded-full bg-primary-soft p-2 text-primary">
        <Icon />
      </span>
      <div className="min-w-0">
        <p className="truncate font-semibold">
          <SellerLink seller={seller} className={linkClass}>
            {shopName || name}
          </SellerLink>
        </p>
        <p className="flex flex-wrap gap-x-3 text-muted text-sm">
          <span>{shopName ? name : sellerType === 'student' ? 'Student' : 'Seller'}</span>
          <Rating of={ratings} />
          <span>{dealsText(deals)}</span>
        </p>
      </div>
      {seller.hasPage && <ChevronRight className="ml-auto shrink-0 text-muted" />}
    </section>
  )
}

/** The details are folded at first, except on wide screens. */
function AllDetails({ book }: { book: BookDetail }) {
  const isWide = useMediaQuery('(min-width: 48rem)', false)
  return (
    <details open={isWide}>
      <summary className={summaryClass}>All details</summary>
      <DetailList book={book} />
    </details>
  )
}

function DetailList({ book }: { book: BookDetail }) {
  const isDifferent = differsFromListPrice(book)
  const handOvers = handOversText(book.handOvers)
  return (
    <dl className="grid grid-cols-1 gap-x-8 sm:grid-cols-2">
      <Detail name="Title">{book.title || unknownBook}</Detail>
      <Detail name="Author">{orNoValue(book.author)}</Detail>
      <Detail name="Book Type">{labelOf(bookTypeLabels, book.bookType)}</Detail>
      <Detail name="Branch">{orNoValue(book.branch)}</Detail>
      <Detail name="Condition">{labelOf(conditionLabels, book.condition)}</Detail>
      <Detail name="Pages">{book.pages ?? noValue}</Detail>
      <Detail name="Publication Date">
        {book.publicationDate
          ? formatDate(book.publicationDate)
          : (book.publication_year ?? noValue)}
      </Detail>
      <Detail name={isDifferent ? 'Original Price' : 'Price'}>
        {formatRupees(book.original_price)}
      </Detail>
      {isDifferent && <Detail name="Price">{formatRupees(askingPrice(book))}</Detail>}
      <Detail name="Predicted Price">
        {moneyOrNoValue(book.predictedPrice, formatRupeesExact)}
      </Detail>
      <Detail name="Rent Price">
        {book.isRentable && book.rentPrice !== undefined
          ? `${formatRupees(book.rentPrice)} per day`
          : 'Not Available'}
      </Detail>
      {book.isRentable && <RentTerms book={book} />}
      <Detail name="Seller">
        {book.seller.name || unknownSeller}
        <Rating of={book.seller.ratings} className="ml-2" />
      </Detail>
      {book.seller.shopName && <Detail name="Shop">{book.seller.shopName}</Detail>}
      {book.place && <Detail name="Place">{fullPlaceName(book.place)}</Detail>}
      {handOvers && <Detail name="Hand-over">{handOvers}</Detail>}
      {book.isbn && <Detail name="ISBN">{book.isbn}</Detail>}
    </dl>
  )
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-border border-b py-2">
      <dt className="shrink-0 text-muted">{name}</dt>
      <dd className="text-right font-medium">{children}</dd>
    </div>
  )
}

const RentTerms = ({ book }: { book: BookDetail }) => (
  <>
    {book.rentDeposit !== undefined && (
      <Detail name="Rent Deposit">
        {formatRupees(book.rentDeposit)}, given back with the book
      </Detail>
    )}
    {book.lateFee !== undefined && (
      <Detail name="Late Fee">
        {formatRupees(book.lateFee)} for each day after the last, up to the book’s price
      </Detail>
    )}
    <Detail name="If lost">{formatRupees(askingPrice(book))}</Detail>
  </>
)

export function BookDetailsSkeleton() {
  return (
    <div className="grid gap-4 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] md:gap-8">
      <Skeleton className="mx-auto aspect-[2/3] w-40 md:w-full" />
      <div className="flex flex-col gap-4">
        <Skeleton className="h-10 w-4/5" />
        <Skeleton className="h-6 w-2/5" />
        <Skeleton className="h-28" />
        <Skeleton className="h-64" />
      </div>
    </div>
  )
}

const OpenChat = lazyPart(() => import('./open-chat.tsx').then((module) => module.OpenChat))

function ChatWithSeller({ book }: { book: BookDetail }) {
  const session = useSession()
  const openLogin = useOpenLogin()
  const canChat = book.can.includes('chat')
  if (session)
    return (
      <Suspense fallback={canChat && <ChatButtons book={book} />}>
        <OpenChat book={book} session={session} />
      </Suspense>
    )
  if (!canChat) return null
  const path = paths.book(book._id)
  return (
    <ChatButtons
      book={book}
      onOpen={(opens) =>
        openLogin('buyer', {
          pendingAction: { kind: 'chat', params: { bookId: book._id, opens }, side: 'buyer', path },
        })
      }
    />
  )
}
