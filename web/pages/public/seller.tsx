import { useParams } from 'react-router'
import { type Book, listBooks } from '#contract/books/books.ts'
import { type PublicSeller, readSeller } from '#contract/books/sellers.ts'
import type { Page } from '#contract/common/endpoint.ts'
import { photoInWidth } from '#contract/common/photos.ts'
import { errorMessage } from '#web/api/client.ts'
import { defaultPageSize, useRead, useReadPages } from '#web/api/hooks.ts'
import { pageData, passHeaders, preload } from '#web/api/preload.ts'
import { isRefusal } from '#web/api/query-client.ts'
import { BookCard, RentPrice } from '#web/features/books/book-card.tsx'
import { FoundList } from '#web/features/books/explore/found-list.tsx'
import { firstCovers } from '#web/features/books/limits.ts'
import { fullPlaceName } from '#web/features/places/place-text.ts'
import { SellerHeader, SellerHeaderSkeleton } from '#web/features/sellers/seller-header.tsx'
import { NotFound, preloadSubject } from '#web/pages/book-or-title.tsx'
import { originOf, pageMeta } from '#web/pages/page-meta.ts'
import { paths } from '#web/paths.ts'
import { useUrlFilters } from '#web/ui/hooks/use-url-filters.ts'
import { SearchBox } from '#web/ui/inputs/search-box.tsx'
import { LoadError } from '#web/ui/loading/empty-state.tsx'
import { Loading } from '#web/ui/loading/loading.tsx'
import type { Route } from './+types/seller'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { sellerId: id } = params
  const search = new URL(request.url).searchParams.get('search')?.trim() ?? ''
  const shelf = { seller: id, limit: defaultPageSize, ...(search && { search }) }
  const [{ subject: seller, isMissing }, books] = await Promise.all([
    preloadSubject(context, readSeller, { id }),
    preload(context, listBooks, shelf).catch(() => undefined),
  ])
  return pageData(
    { seller, search, books: seller && books },
    {
      complete: isMissing || (seller !== undefined && books !== undefined),
      status: isMissing ? 404 : 200,
    },
  )
}
export const headers = passHeaders
export const clientLoader = () => ({ seller: undefined, search: '', books: undefined })
export const shouldRevalidate = () => false

const titleOf = ({ name, place }: PublicSeller): string =>
  `${name}${place ? `, ${place.city}` : ''} · Dobara`

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const { seller, books } = loaderData ?? {}
  if (!seller) return [{ title: 'Seller · Dobara' }, { name: 'robots', content: 'noindex' }]
  const cover = books?.rows[0]?.images[0]
  const where = seller.place ? ` in ${fullPlaceName(seller.place)}` : ''
  return [
    ...pageMeta({
      title: titleOf(seller),
      description: `Second-hand and new books from ${seller.name}${where}. Buy them, or rent them by the day.`,
      matches,
      path: paths.sellerPage(seller._id),
      image: cover && photoInWidth(cover, 1200),
      isIndexed: books !== undefined && books.rows.length > 0,
    }),
    ...(seller.sellerType === 'shop owner'
      ? [{ 'script:ld+json': structuredData(seller, originOf(matches) ?? '') }]
      : []),
  ]
}

/** Describes a shop for search engines: https://schema.org/BookStore */
const structuredData = ({ _id, name, place, ratings }: PublicSeller, origin: string) => ({
  '@context': 'https://schema.org',
  '@type': 'BookStore',
  name,
  url: `${origin}${paths.sellerPage(_id)}`,
  ...(place && {
    address: {
      '@type': 'PostalAddress',
      addressLocality: place.city,
      addressRegion: place.state,
      addressCountry: 'IN',
    },
  }),
  ...(ratings.average !== undefined && {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: ratings.average,
      ratingCount: ratings.count,
    },
  }),
})

export default function SellerPage({ loaderData }: Route.ComponentProps) {
  const { sellerId: id = '' } = useParams()
  const { filters, setFilters } = useUrlFilters(['search'])
  const { search = '' } = filters
  const isInitial = loaderData.seller?._id === id
  const seller = useRead(readSeller, { id }, { initial: isInitial ? loaderData.seller : undefined })
  const rejection = isRefusal(seller.error) ? seller.error : undefined
  const books = isInitial && loaderData.search === search ? loaderData.books : undefined
  return (
    <main id="main" className="mx-auto flex w-full max-w-6xl flex-col gap-8 px-4 py-6 md:py-8">
      {!seller.data && <h1 className="sr-only">Seller</h1>}
      {rejection ? (
        <NotFound text={rejection.message} />
      ) : seller.data ? (
        <>
          {!isInitial && <title>{titleOf(seller.data)}</title>}
          <SellerHeader seller={seller.data} />
          <SellerShelf
            key={id}
            sellerId={id}
            search={search}
            onSearch={(search) => setFilters({ search })}
            initial={books}
          />
        </>
      ) : seller.isError ? (
        <LoadError
          text={errorMessage(seller.error, 'Could not load this seller.')}
          onRetry={() => void seller.refetch()}
        />
      ) : (
        <Loading showsText>
          <SellerHeaderSkeleton />
        </Loading>
      )}
    </main>
  )
}

type ShelfProps = {
  sellerId: string
  search: string
  onSearch: (text: string) => void
  initial: Page<Book> | undefined
}

/** All books of a seller that are on the market. The search is in the URL. */
function SellerShelf({ sellerId, search, onSearch, initial }: ShelfProps) {
  const list = useReadPages(
    listBooks,
    { seller: sellerId, ...(search && { search }) },
    { initial, keepPrevious: true },
  )
  const hasBooks = search !== '' || list.rows.length > 0
  return (
    <section aria-labelledby="shelf" className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="shelf" className="font-semibold text-2xl">
          Books
        </h2>
        {hasBooks && (
          <search className="flex w-full sm:max-w-sm">
            <SearchBox
              label="Search this shelf"
              placeholder="Search by title or author..."
              value={search}
              onSearch={onSearch}
            />
          </search>
        )}
      </div>
      <FoundList
        list={list}
        emptyText={search ? 'No books found.' : 'No books for sale right now.'}
        emptyAction={
          search && <p className="text-muted">Check the spelling, or search for one word.</p>
        }
      >
        {(book, index) => (
          // The page already says where the books are.
          <BookCard book={book} eager={index < firstCovers} nearest="">
            <RentPrice book={book} />
          </BookCard>
        )}
      </FoundList>
    </section>
  )
}
