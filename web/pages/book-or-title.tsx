// Parts that the pages of books and titles share.
import type { RouterContextProvider } from 'react-router'
import type { Book } from '#contract/books/books.ts'
import type { CallResult, Endpoint, EndpointInput } from '#contract/common/endpoint.ts'
import { photoInWidth } from '#contract/common/photos.ts'
import { preload } from '#web/api/preload.ts'
import { isRefusal } from '#web/api/query-client.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/links.tsx'
import { LoadError } from '#web/ui/loading/empty-state.tsx'

/**
 * Reads the book or title of a page. If `isMissing`, the page must have status 404, for search
 * engines.
 */
export async function preloadSubject<E extends Endpoint>(
  context: Readonly<RouterContextProvider>,
  endpoint: E,
  input: EndpointInput<E>,
): Promise<{ subject: CallResult<E> | undefined; isMissing: boolean }> {
  try {
    return { subject: await preload(context, endpoint, input), isMissing: false }
  } catch (error) {
    return { subject: undefined, isMissing: isRefusal(error) }
  }
}

type SchemaBook = {
  title: string
  author: string
  isbn?: string | undefined
  pages?: number | undefined
  ratings: Book['ratings']
}

/** Describes a book for search engines: https://schema.org/Book */
export const bookSchema = (
  { title, author, isbn, pages, ratings }: SchemaBook,
  image: string | undefined,
  origin: string,
) => ({
  '@context': 'https://schema.org',
  '@type': ['Book', 'Product'],
  name: title,
  author: { '@type': 'Person', name: author },
  ...(isbn && { isbn }),
  ...(pages && { numberOfPages: pages }),
  ...(image && { image: `${origin}${photoInWidth(image, 1200)}` }),
  ...(ratings.average !== undefined && {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: ratings.average,
      ratingCount: ratings.count,
    },
  }),
})

export const NotFound = ({ text }: { text: string }) => (
  <div className="flex flex-col gap-4">
    <LoadError text={text} />
    <LinkButton to={paths.books} variant="plain" className="self-center">
      Explore Books
    </LinkButton>
  </div>
)
