import { useSearchParams } from 'react-router'
import { chosenFilters } from '#contract/books/filter-labels.ts'
import { formatTotal } from '#web/features/books/explore/total.ts'
import { useFoundTitles } from '#web/features/books/explore/use-found-titles.ts'
import { LinkButton } from '#web/ui/links.tsx'
import { changeFilters, noListFilters, readFilters, titlesInput } from './filters.ts'

/**
 * A link to the same search without filters, shown if the search alone finds something. It loads
 * the same query as the linked page, which then finds the result in the cache.
 */
export function WithoutFilters() {
  const [params] = useSearchParams()
  const { filters } = readFilters(params)
  const { search, branch } = filters
  const count = chosenFilters(filters).length
  const asked = { ...(search && { search }), ...(branch && { branch }) }
  const isAsking = search !== undefined && count > 0
  const titles = useFoundTitles(titlesInput(asked), undefined, isAsking)
  const { total = 0, isMinimum, isPlaceholderData } = titles
  if (!isAsking || isPlaceholderData || total === 0) return null
  return (
    <LinkButton variant="plain" to={`?${changeFilters(params, noListFilters)}`} preventScrollReset>
      {formatTotal(total, isMinimum)} without {count === 1 ? 'this filter' : 'these filters'}
    </LinkButton>
  )
}
