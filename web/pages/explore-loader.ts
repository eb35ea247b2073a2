// The loader and head of Explore Books, which has two URLs.
import type { MetaDescriptor } from 'react-router'
import { listBooks, listBranches, listShelves } from '#contract/books/books.ts'
import { searchTitles } from '#contract/books/titles.ts'
import { defaultPageSize } from '#web/api/hooks.ts'
import { pageData, preload } from '#web/api/preload.ts'
import { listInput, readFilters, titlesInput } from '#web/features/books/explore/filters/filters.ts'
import { type ExploreData, previewShelves } from '#web/features/books/explore/preview.ts'
import { paths } from '#web/paths.ts'
import { type Matches, pageMeta } from './page-meta.ts'

type Context = Parameters<typeof preload>[0]

/** Loads what the URL asks for. What fails here is requested again by the browser. */
export async function loadExplore({ context, request }: { context: Context; request: Request }) {
  const { filters, isList } = readFilters(new URL(request.url).searchParams)
  const ignoreError = () => undefined
  const isSearch = filters.search !== undefined
  const hasShelves = !isList && !isSearch
  const [branches, list, titles, shelves] = await Promise.all([
    preload(context, listBranches, {}).catch(ignoreError),
    isList && !isSearch
      ? preload(context, listBooks, { ...listInput(filters), limit: defaultPageSize }).catch(
          ignoreError,
        )
      : undefined,
    isSearch ? preload(context, searchTitles, titlesInput(filters)).catch(ignoreError) : undefined,
    hasShelves
      ? preload(context, listShelves, {
          ...(filters.branch && { branch: filters.branch }),
        }).catch(ignoreError)
      : undefined,
  ])
  const data: ExploreData = {
    filtersKey: JSON.stringify(filters),
    branches,
    shelves: shelves && previewShelves(shelves),
    list,
    titles,
  }
  return pageData(data, {
    complete:
      branches !== undefined &&
      (!hasShelves || shelves !== undefined) &&
      (!isSearch || titles !== undefined) &&
      (isSearch || !isList || list !== undefined),
  })
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
