import { type ReactNode, Suspense } from 'react'
import { conditionLabels } from '#contract/books/book-forms.ts'
import { type BookDetail, listOtherCopies } from '#contract/books/books.ts'
import { unknownBook, unknownSeller } from '#contract/common/display-names.ts'
import { handOversText } from '#contract/common/hand-overs.ts'
import { truncateWithDots } from '#contract/common/truncate.ts'
import { useRead } from '#web/api/hooks.ts'
import { useOpenLogin } from '#web/features/account/use-open-login.ts'
import { askingPrice, differsFromListPrice } from '#web/features/books/asking-price.tsx'
import { Availability, isToBeHad } from '#web/features/books/availability.tsx'
import { BookCard } from '#web/features/books/book-card.tsx'
import { ExchangeTag } from '#web/features/books/exchange-tag.tsx'
import { HiddenNotice } from '#web/features/books/hidden-notice.tsx'
import { bookTypeLabels } from '#web/features/books/labels.ts'
import { cardTitleLength } from '#web/features/books/policy.ts'
import { Rating } from '#web/features/books/rating.tsx'
import { Shelf, ShelfSkeleton } from '#web/features/books/shelf.tsx'
import { CopiesLink } from '#web/features/books/titles/copies-link.tsx'
import { ReportButton } from '#web/features/complaints/report-button.tsx'
import { FullPlace } from '#web/features/places/place-line.tsx'
import { WhereAreYou } from '#web/features/places/where-are-you.tsx'
import { HowListedEstimated } from '#web/features/pricing/how-estimated.tsx'
import { PriceScale } from '#web/features/pricing/price-scale.tsx'
import { SaveButton } from '#web/features/wishlist/hearts/save-button.tsx'
import {
  formatDate,
  formatRupees,
  formatRupeesExact,
  labelOf,
  moneyOrNoValue,
  noValue,
  orNoValue,
} from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { lazyPart } from '#web/ui/loading/lazy-part.ts'
import { InlineLoadError } from '#web/ui/loading/load-error.tsx'
import { Skeleton } from '#web/ui/loading/loading.tsx'
import { ChatButtons } from './chat-buttons.tsx'
import { Gallery } from './gallery.tsx'

// Only its seller loads it.
const WantedFromSeller = lazyPart(() =>
  import('./wanted-from-seller.tsx').then((module) => module.WantedFromSeller),
)

// Only who is signed in may wait for it.
const NextInQueue = lazyPart(() =>
  import('./next-in-queue.tsx').then((module) => module.NextInQueue),
)

/** Sold or rented out, and not only kept for somebody who may still decide against it. */
const isGone = (book: BookDetail): boolean =>
  book.availability !== 'available' && !book.reservedUntil

export function BookDetails({ book }: { book: BookDetail }) {
  const session = useSession()
  const isSold = isGone(book) && book.availability === 'sold'
  return (
    <article className="wrap-anywhere grid gap-8 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      <Gallery images={book.images} title={book.title}>
        <SaveButton book={book} />
      </Gallery>
      <div className="flex min-w-0 flex-col gap-6">
        <header className="flex flex-col gap-2">
          <div className="flex flex-wrap gap-2">
            <Availability book={book} />
            {book.isRentable && !isGone(book) && <Badge tone="warning">Rent / Buy</Badge>}
            <ExchangeTag book={book} />
          </div>
          <h1 className="font-semibold text-3xl leading-tight sm:text-4xl">
            {book.title || unknownBook}
          </h1>
          <p className="text-lg text-muted">by {book.author || unknownSeller}</p>
          {book.ratings.average !== undefined && (
            <Rating average={book.ratings.average} count={book.ratings.count} />
          )}
          {book.place && (
            <div className="flex min-w-0 flex-wrap items-center gap-x-3">
              <FullPlace place={book.place} />
              <WhereAreYou isFlush />
            </div>
          )}
        </header>
        {book.hiddenReason && <HiddenNotice reason={book.hiddenReason} />}
        {book.can.includes('edit') && book.available > 0 && (
          <Suspense>
            <WantedFromSeller book={book} />
          </Suspense>
        )}
        {session && session.role !== 'admin' && !isToBeHad(book) && book.reservedUntil && (
          <Suspense>
            <NextInQueue book={book} />
          </Suspense>
        )}
        {!isSold && <PriceBox book={book} />}
        {isGone(book) && <OtherCopies book={book} />}
        {isSold && <ChatWithSeller book={book} />}
        <DetailList book={book} />
        <section aria-labelledby="description">
          <h2 id="description" className="font-semibold text-lg">
            Description
          </h2>
          <p className="max-w-prose whitespace-pre-line text-muted">
            {book.description || 'No description available.'}
          </p>
        </section>
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

function PriceBox({ book }: { book: BookDetail }) {
  const price = askingPrice(book)
  const saved = book.original_price - price
  // Rounded down, so that it is never 100 % for a book that costs something.
  const savedPercent = Math.floor((saved / book.original_price) * 100)
  return (
    <div className="flex flex-col gap-4 rounded-box border border-border bg-surface p-4">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-semibold text-3xl">{formatRupees(price)}</span>
        {differsFromListPrice(book) && (
          <span className="text-muted">
            Original price <s>{formatRupees(book.original_price)}</s>
          </span>
        )}
        {book.isRentable && book.rentPrice !== undefined && !isGone(book) && (
          <span className="font-medium text-accent-text">
            or {formatRupees(book.rentPrice)} a day
          </span>
        )}
      </p>
      {savedPercent >= 1 && !isGone(book) && (
        <p className="font-medium text-primary">
          {savedPercent}% off · you save {formatRupees(saved)}
        </p>
      )}
      {book.bookType === 'old' && saved < 0 && (
        <p className="text-muted text-sm">Over 20 years old: priced above the original price.</p>
      )}
      {book.priceBand && (
        <div>
          <PriceScale
            band={book.priceBand}
            max={book.original_price}
            marker={{ price, label: `Price ${formatRupees(price)}` }}
          />
          <HowListedEstimated />
        </div>
      )}
      {book.otherCopies && !isGone(book) && (
        <p>
          <CopiesLink
            title={{ _id: book.otherCopies.title, title: book.title }}
            copies={book.otherCopies.copies}
            lowestPrice={book.otherCopies.lowestPrice}
            isOther
          />
        </p>
      )}
      <ChatWithSeller book={book} />
    </div>
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
        {book.seller.ratings.average !== undefined && (
          <Rating
            average={book.seller.ratings.average}
            count={book.seller.ratings.count}
            className="ml-2"
          />
        )}
      </Detail>
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
    <Detail name="Lost Copy">You pay its price: {formatRupees(askingPrice(book))}</Detail>
  </>
)

export function BookDetailsSkeleton() {
  return (
    <div className="grid gap-8 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
      <Skeleton className="mx-auto aspect-[2/3] w-full max-w-56 md:max-w-none" />
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
  const params = { bookId: book._id }
  return (
    <ChatButtons
      book={book}
      onOpen={(kind) =>
        openLogin('buyer', { pendingAction: { kind, params, side: 'buyer', path } })
      }
    />
  )
}

const title = 'Other copies of this book'

/** Where a book has gone: what there is of its title instead. */
function OtherCopies({ book: { _id: id, title: name, otherCopies } }: { book: BookDetail }) {
  const copies = useRead(listOtherCopies, { id })
  if (copies.isPending) return <ShelfSkeleton title={title} />
  if (!copies.data?.length)
    return (
      <section className="flex flex-col gap-2">
        <h2 className="font-semibold text-2xl">{title}</h2>
        {copies.isError ? (
          <InlineLoadError onRetry={() => void copies.refetch()} />
        ) : (
          <p className="text-muted">Nobody else is offering this book right now.</p>
        )}
      </section>
    )
  return (
    <Shelf
      title={title}
      summary={
        otherCopies && (
          <p className="text-lg">
            <CopiesLink
              title={{ _id: otherCopies.title, title: name }}
              copies={otherCopies.copies}
              lowestPrice={otherCopies.lowestPrice}
              isOther
            />
          </p>
        )
      }
    >
      {copies.data.map((book) => (
        <BookCard
          key={book._id}
          book={book}
          title={truncateWithDots(book.title || unknownBook, cardTitleLength)}
        >
          <p className="text-muted">{labelOf(conditionLabels, book.condition)}</p>
        </BookCard>
      ))}
    </Shelf>
  )
}
