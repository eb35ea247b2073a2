import { useEffect } from 'react'
import { useParams } from 'react-router'
import { type BookDetail, listSimilarBooks, readBook } from '#contract/books/books.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { photoInWidth } from '#contract/common/photos.ts'
import { errorMessage } from '#web/api/client.ts'
import { useRead } from '#web/api/hooks.ts'
import { pageData, passHeaders, preload } from '#web/api/preload.ts'
import { BookDetails, BookDetailsSkeleton } from '#web/features/books/book-page/book-details.tsx'
import { Reviews } from '#web/features/books/book-page/reviews.tsx'
import { SimilarBooks } from '#web/features/books/book-page/similar-books.tsx'
import { formatRupees } from '#web/format.ts'
import { bookSchema, NotFound, preloadSubject } from '#web/pages/book-or-title.tsx'
import { originOf, pageMeta } from '#web/pages/page-meta.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { showFromTop } from '#web/ui/hooks/focus.ts'
import { useOnline } from '#web/ui/hooks/use-online.ts'
import { LinkButton } from '#web/ui/links.tsx'
import { LoadError } from '#web/ui/loading/empty-state.tsx'
import { Loading } from '#web/ui/loading/loading.tsx'
import type { Route } from './+types/book'

/** The maximum length of a book's description for search engines, in characters. */
const maxDescriptionLength = 300

export async function loader({ context, params }: Route.LoaderArgs) {
  const { bookId: id = '' } = params
  const [{ subject: book, isMissing }, similar] = await Promise.all([
    preloadSubject(context, readBook, { id }),
    preload(context, listSimilarBooks, { id }).catch(() => undefined),
  ])
  return pageData(
    { book, similar: book && similar },
    {
      complete: isMissing || (book !== undefined && similar !== undefined),
      status: isMissing ? 404 : 200,
    },
  )
}
export const headers = passHeaders
export const clientLoader = () => ({ book: undefined, similar: undefined })
export const shouldRevalidate = () => false

function describeBook(book: BookDetail): string {
  const kind = book.bookType === 'new' ? 'new' : 'second-hand'
  const rent = book.isRentable && book.rentPrice ? ` or ${formatRupees(book.rentPrice)} a day` : ''
  const offer = `${book.title} by ${book.author}, ${kind}, for ${formatRupees(book.price)}${rent}.`
  return `${offer} ${book.description ?? ''}`.slice(0, maxDescriptionLength)
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const book = loaderData?.book
  if (!book) return [{ title: 'Book · Dobara' }, { name: 'robots', content: 'noindex' }]
  const cover = book.images[0]
  return [
    ...pageMeta({
      title: `${book.title} by ${book.author} · ${formatRupees(book.price)} · Dobara`,
      description: describeBook(book),
      matches,
      path: paths.book(book._id),
      image: cover && photoInWidth(cover, 1200),
      kind: 'book',
    }),
    { 'script:ld+json': structuredData(book, originOf(matches) ?? '') },
  ]
}

const schemaUrl = (name: string) => `https://schema.org/${name}`

/** Describes the book and its offer for search engines: https://schema.org/Book */
const structuredData = (book: BookDetail, origin: string) => ({
  ...bookSchema(book, book.images[0], origin),
  offers: {
    '@type': 'Offer',
    url: `${origin}${paths.book(book._id)}`,
    price: book.price,
    priceCurrency: 'INR',
    itemCondition: schemaUrl(book.bookType === 'new' ? 'NewCondition' : 'UsedCondition'),
    availability: schemaUrl(book.availability === 'available' ? 'InStock' : 'OutOfStock'),
  },
})

export default function BookPage({ loaderData }: Route.ComponentProps) {
  const { bookId = '' } = useParams()
  useEffect(() => {
    if (bookId === '') console.warn('No book ID provided')
  }, [bookId])
  const session = useSession()
  const isOnline = useOnline()
  // The server renders the page as for a guest, so logged-in people must load their own `can`.
  const initial = !session && loaderData.book?._id === bookId ? loaderData.book : undefined
  const book = useRead(readBook, { id: bookId }, { initial, keepPrevious: true, staleMs: 0 })
  const rejection =
    book.error instanceof AppError && book.error.status < 500 ? book.error : undefined
  // If the book can't be loaded, for example offline, the one that came with the page is shown.
  const offlineBook =
    book.isError && !rejection && loaderData.book?._id === bookId ? loaderData.book : undefined
  const readBefore = book.data?._id === bookId ? book.data : offlineBook
  const hasGone = rejection?.code === 'book_not_found'
  const shownBook = hasGone ? undefined : readBefore
  return (
    <main id="main" className="mx-auto flex max-w-6xl flex-col gap-12 px-4 py-4 md:py-8">
      {!shownBook && !(hasGone && readBefore) && <h1 className="sr-only">Book</h1>}
      {shownBook ? (
        <>
          {/* If the server rendered the page without the book, it has no title yet. */}
          {!loaderData.book && (
            <title>{`${shownBook.title} by ${shownBook.author} · Dobara`}</title>
          )}
          <BookDetails key={shownBook._id} book={shownBook} />
          {shownBook.ratings.count > 0 && <Reviews bookId={shownBook._id} />}
        </>
      ) : rejection && hasGone && readBefore ? (
        <NoLongerOffered title={readBefore.title} text={rejection.message} />
      ) : rejection ? (
        <NotFound text={rejection.message} />
      ) : book.isError ? (
        <LoadError
          text={errorMessage(book.error, 'Failed to fetch book.')}
          onRetry={() => void book.refetch()}
        />
      ) : (
        <Loading showsText>
          <BookDetailsSkeleton />
        </Loading>
      )}
      {(readBefore || (isOnline && !rejection)) && bookId !== '' && (
        <SimilarBooks
          bookId={bookId}
          initial={loaderData.book?._id === bookId ? loaderData.similar : undefined}
        />
      )}
    </main>
  )
}

/** Replaces a book that is no longer on the market but was when its page was opened. */
function NoLongerOffered({ title, text }: { title: string; text: string }) {
  return (
    <div ref={showFromTop} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      <h1 className="wrap-anywhere font-semibold text-3xl leading-tight">{title}</h1>
      <LoadError text={`${text} It is no longer offered.`} />
      <LinkButton
        variant="plain"
        className="self-center"
        to={`${paths.books}?${new URLSearchParams({ search: title })}`}
      >
        Look for other copies
      </LinkButton>
    </div>
  )
}
