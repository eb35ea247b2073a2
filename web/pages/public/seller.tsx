import { useParams } from 'react-router'
import { listBooks } from '#contract/books/books.ts'
import { type PublicSeller, readSeller } from '#contract/books/sellers.ts'
import { photoInWidth } from '#contract/common/photos.ts'
import { errorMessage } from '#web/api/client.ts'
import { defaultPageSize, useRead } from '#web/api/hooks.ts'
import { pageData, passHeaders, preload } from '#web/api/preload.ts'
import { isRefusal } from '#web/api/query-client.ts'
import { fullPlaceName } from '#web/features/places/place-text.ts'
import { SellerHeader, SellerHeaderSkeleton } from '#web/features/sellers/seller-header.tsx'
import { SellerShelf } from '#web/features/sellers/seller-shelf.tsx'
import { NotFound, preloadSubject } from '#web/pages/book-or-title.tsx'
import { originOf, pageMeta } from '#web/pages/page-meta.ts'
import { paths } from '#web/paths.ts'
import { useUrlFilters } from '#web/ui/hooks/use-url-filters.ts'
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
