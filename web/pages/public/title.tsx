import { useParams } from 'react-router'
import {
  listTitleCopies,
  readTitle,
  type Title,
  titleIdIn,
  titleSlug,
} from '#contract/books/titles.ts'
import { formatCount } from '#contract/common/numbers.ts'
import { photoInWidth } from '#contract/common/photos.ts'
import { errorMessage } from '#web/api/client.ts'
import { defaultPageSize, useRead } from '#web/api/hooks.ts'
import { pageData, passHeaders, preload } from '#web/api/preload.ts'
import { isRefusal } from '#web/api/query-client.ts'
import { Reviews } from '#web/features/books/book-page/reviews.tsx'
import { SimilarBooks } from '#web/features/books/book-page/similar-books.tsx'
import { TitleCopies } from '#web/features/books/titles/title-copies.tsx'
import { TitleHeader, TitleHeaderSkeleton } from '#web/features/books/titles/title-header.tsx'
import { UsedPrices } from '#web/features/books/titles/used-prices.tsx'
import { formatRupees } from '#web/format.ts'
import { bookSchema, NotFound, preloadSubject } from '#web/pages/book-or-title.tsx'
import { originOf, pageMeta } from '#web/pages/page-meta.ts'
import { paths } from '#web/paths.ts'
import { LoadError } from '#web/ui/loading/empty-state.tsx'
import { Loading } from '#web/ui/loading/loading.tsx'
import type { Route } from './+types/title'

export async function loader({ context, params }: Route.LoaderArgs) {
  const id = titleIdIn(params.slug)
  const [{ subject: title, isMissing }, copies] = await Promise.all([
    preloadSubject(context, readTitle, { id }),
    preload(context, listTitleCopies, { id, limit: defaultPageSize }).catch(() => undefined),
  ])
  return pageData(
    { title, copies: title && copies },
    {
      complete: isMissing || (title !== undefined && copies !== undefined),
      status: isMissing ? 404 : 200,
    },
  )
}
export const headers = passHeaders
export const clientLoader = () => ({ title: undefined, copies: undefined })
export const shouldRevalidate = () => false

function describeTitle({ title, author, copies, lowestPrice = 0 }: Title): string {
  const offer =
    copies > 0
      ? `${formatCount(copies, 'copy', 'copies')}, second-hand and new, from ${formatRupees(lowestPrice)}.`
      : 'No copy is offered right now.'
  return `${title} by ${author}. ${offer} Compare price, condition and place.`
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const title = loaderData?.title
  if (!title) return [{ title: 'Title · Dobara' }, { name: 'robots', content: 'noindex' }]
  return [
    ...pageMeta({
      title: `${title.title} by ${title.author} · Dobara`,
      description: describeTitle(title),
      matches,
      path: paths.title(titleSlug(title)),
      image: title.image && photoInWidth(title.image, 1200),
      kind: 'book',
      isIndexed: title.copies > 0,
    }),
    { 'script:ld+json': structuredData(title, originOf(matches) ?? '') },
  ]
}

/** Describes the title and its offers for search engines: https://schema.org/AggregateOffer */
const structuredData = (title: Title, origin: string) => ({
  ...bookSchema(title, title.image, origin),
  url: `${origin}${paths.title(titleSlug(title))}`,
  ...(title.copies > 0 && {
    offers: {
      '@type': 'AggregateOffer',
      priceCurrency: 'INR',
      lowPrice: title.lowestPrice,
      highPrice: title.highestPrice,
      offerCount: title.copies,
    },
  }),
})

export default function TitlePage({ loaderData }: Route.ComponentProps) {
  const id = titleIdIn(useParams().slug ?? '')
  const isInitial = loaderData.title?._id === id
  const title = useRead(readTitle, { id }, { initial: isInitial ? loaderData.title : undefined })
  const rejection = isRefusal(title.error) ? title.error : undefined
  return (
    <main id="main" className="mx-auto flex w-full max-w-6xl flex-col gap-10 px-4 py-8">
      {!title.data && <h1 className="sr-only">Book</h1>}
      {rejection ? (
        <NotFound text={rejection.message} />
      ) : title.data ? (
        <>
          {!isInitial && <title>{`${title.data.title} by ${title.data.author} · Dobara`}</title>}
          <TitleHeader title={title.data} />
          <UsedPrices prices={title.data.usedPrices} />
          <TitleCopies
            titleId={id}
            name={title.data.title}
            initial={isInitial ? loaderData.copies : undefined}
          />
          {title.data.ratings.count > 0 && <Reviews bookId={title.data.book} />}
          <SimilarBooks bookId={title.data.book} initial={undefined} />
        </>
      ) : title.isError ? (
        <LoadError
          text={errorMessage(title.error, 'Failed to fetch book.')}
          onRetry={() => void title.refetch()}
        />
      ) : (
        <Loading showsText>
          <TitleHeaderSkeleton />
        </Loading>
      )}
    </main>
  )
}
