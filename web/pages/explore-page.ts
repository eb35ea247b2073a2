// What both addresses of Explore Books share: their loader and their head.
import type { MetaDescriptor } from 'react-router'
import { listBooks, listBranches, listShelves } from '#contract/books.ts'
import type { EndpointInput } from '#contract/endpoint.ts'
import { pageContext } from '#web/api/page-context.ts'
import { pageData, preload } from '#web/api/preload.ts'
import { type ExploreData, readFilters } from '#web/features/books/explore.tsx'
import { paths } from '#web/paths.ts'
import { pageMeta } from './page-meta.ts'

type Context = Parameters<typeof preload>[0]
export type ExplorePageData = ExploreData & { origin?: string | undefined }

/** Reads on the server what the address asks for. What can't be read there, the browser asks for again. */
export async function loadExplore({ context, request }: { context: Context; request: Request }) {
  const { filters, asList } = readFilters(new URL(request.url).searchParams)
  const unread = () => undefined
  const [branches, shelves, list] = await Promise.all([
    preload(context, listBranches, {}).catch(unread),
    asList
      ? undefined
      : preload(context, listShelves, {
          ...(filters.search && { search: filters.search }),
          ...(filters.branch && { branch: filters.branch }),
        }).catch(unread),
    asList
      ? preload(context, listBooks, {
          ...(filters as EndpointInput<typeof listBooks>),
          limit: 24,
        }).catch(unread)
      : undefined,
  ])
  const data: ExplorePageData = {
    origin: context.get(pageContext).origin,
    asked: JSON.stringify(filters),
    branches,
    shelves,
    list,
  }
  return pageData(data, {
    complete: branches !== undefined && (asList ? list : shelves) !== undefined,
  })
}

export const exploreMeta = (data: ExplorePageData | undefined): MetaDescriptor[] =>
  pageMeta({
    title: 'Explore Books · Dobara',
    description:
      'Search second-hand and new books by title or author, by branch, condition and price. Buy them, or rent them by the day.',
    origin: data?.origin,
    path: paths.books,
  })
