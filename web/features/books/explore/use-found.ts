import { listBooks } from '#contract/books/books.ts'
import { useReadPages } from '#web/api/hooks.ts'
import {
  type Filters,
  listInput,
  titlesInput,
} from '#web/features/books/explore/filters/filters.ts'
import { useIsNavigatingAway } from '#web/ui/hooks/use-is-navigating-away.ts'
import type { ExploreData } from './preview.ts'
import { formatTotal } from './total.ts'
import { useFoundTitles } from './use-found-titles.ts'

/**
 * What the controls say of what is below them: how many books a list has, and the search that its
 * results are shown of. They are asked for as below, so that both are one request.
 */
export function useFound(filters: Filters, isList: boolean, initial: ExploreData | undefined) {
  const { search } = filters
  const isSearch = search !== undefined
  const enabled = !useIsNavigatingAway() && isList && !isSearch
  const titles = useFoundTitles(titlesInput(filters, isList), initial?.titles, isSearch)
  const options = { initial: initial?.list, enabled, keepPrevious: true }
  const books = useReadPages(listBooks, listInput(filters), options)
  const { total, isMinimum } = isSearch ? titles : books
  return {
    total: isList && total !== undefined ? formatTotal(total, isMinimum) : undefined,
    found: titles.isSuccess && !titles.isPlaceholderData ? search : undefined,
  }
}
