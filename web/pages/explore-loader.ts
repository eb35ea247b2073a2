// The loader and head of Explore Books, which has two URLs.
import type { MetaDescriptor } from 'react-router'
import { listBooks, listBranches, listShelves } from '#contract/books/books.ts'
import { searchTitles } from '#contract/books/titles.ts'
import { defaultPageSize } from '#web/api/hooks.ts'
import { pageData, preload } from '#web/api/preload.ts'
import {
  type Filters,
  listInput,
  readFilters,
  titlesInput,
} from '#web/features/books/explore/filters/filters.ts'
import { type ExploreData, previewShelves } from '#web/features/books/explore/preview.ts'
import { paths } from '#web/paths.ts'
import { type Matches, pageMeta } from './page-meta.ts'

type Context = Parameters<typeof preload>[0]

/** Loads what the URL asks for. What fails here is requested again by the browser. */
export async function loadExplore({ context, request }: { context: Context; request: Request }) {
  const { filters, isList } = readFilters(new URL(request.url).searchParams)
  const [branches, books] = await Promise.all([
    preload(context, listBranches, {}).catch(() => undefined),
    loadBooks(context, filters, isList).catch(() => undefined),
  ])
  const data: ExploreData = { filtersKey: JSON.stringify(filters), branches, ...books }
  return pageData(data, { complete: branches !== undefined && books !== undefined })
}

async function loadBooks(
  context: Context,
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

export const exploreMeta = ({ matches }: { matches: Matches }): MetaDescriptor[] =>
  pageMeta({
    title: 'Explore Books · Dobara',
    description:
      'Search second-hand and new books by title or author, by branch, condition and price. ' +
      'Buy them, or rent them by the day.',
    matches,
    path: paths.books,
  })
