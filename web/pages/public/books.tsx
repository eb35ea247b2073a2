// Explore Books, a page with two URLs.
import { listBooks, listBranches, listShelves } from '#contract/books/books.ts'
import { searchTitles } from '#contract/books/titles.ts'
import { defaultPageSize } from '#web/api/hooks.ts'
import { pageData, passHeaders, preload } from '#web/api/preload.ts'
import { Explore } from '#web/features/books/explore/explore.tsx'
import {
  type Filters,
  listInput,
  readFilters,
  titlesInput,
} from '#web/features/books/explore/filters/filters.ts'
import { type ExploreData, previewShelves } from '#web/features/books/explore/preview.ts'
import { pageMeta } from '#web/pages/page-meta.ts'
import { paths } from '#web/paths.ts'
import type { Route } from './+types/books'

/** Loads the books that the URL asks for. If a read fails here, the browser repeats it. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { filters, isList } = readFilters(new URL(request.url).searchParams)
  const [branches, books] = await Promise.all([
    preload(context, listBranches, {}).catch(() => undefined),
    loadBooks(context, filters, isList).catch(() => undefined),
  ])
  const data: ExploreData = { filtersKey: JSON.stringify(filters), branches, ...books }
  return pageData(data, { complete: branches !== undefined && books !== undefined })
}

async function loadBooks(
  context: Route.LoaderArgs['context'],
  filters: Filters,
  isList: boolean,
): Promise<ExploreData> {
  if (filters.search) return { titles: await preload(context, searchTitles, titlesInput(filters)) }
  if (isList) {
    const input = { ...listInput(filters), limit: defaultPageSize }
    return { list: await preload(context, listBooks, input) }
  }
  const { branch } = filters
  return {
    shelves: previewShelves(await preload(context, listShelves, { ...(branch && { branch }) })),
  }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Explore Books · Dobara',
    description:
      'Search second-hand and new books by title or author, by branch, condition and price. ' +
      'Buy them, or rent them by the day.',
    matches,
    path: paths.books,
  })

export const headers = passHeaders
export const clientLoader = (): ExploreData => ({})
export const shouldRevalidate = () => false

export default function Books({ loaderData }: Route.ComponentProps) {
  return <Explore data={loaderData} />
}
