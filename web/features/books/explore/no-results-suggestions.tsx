import { useSearchParams } from 'react-router'
import { findRelatedSearches, type RelatedSearch } from '#contract/books/suggestions.ts'
import { useRead } from '#web/api/hooks.ts'
import {
  changeFilters,
  listInput,
  readFilters,
} from '#web/features/books/explore/filters/filters.ts'
import { WithoutFilters } from '#web/features/books/explore/filters/without-filters.tsx'
import { formatRupees } from '#web/format.ts'
import { LinkButton } from '#web/ui/links.tsx'
import { formatTotal } from './total.ts'

const labelOf = ({ search, maxPrice }: RelatedSearch) =>
  maxPrice === undefined ? search : `${search || 'Books'} up to ${formatRupees(maxPrice)}`

/**
 * If a search finds nothing, suggests the same search without filters, and related searches, each
 * with its number of results.
 */
export function NoResultsSuggestions() {
  const [params] = useSearchParams()
  const { search = '', ...filters } = readFilters(params).filters
  const asked = listInput({ ...filters, search })
  const { data } = useRead(findRelatedSearches, asked, { enabled: search !== '' })
  return (
    <>
      <WithoutFilters />
      <RelatedSearches searches={data?.searches ?? []} />
    </>
  )
}

function RelatedSearches({ searches }: { searches: readonly RelatedSearch[] }) {
  const [params] = useSearchParams()
  if (searches.length === 0) return null
  const isCorrection = searches.some(({ isCorrected, maxPrice }) => isCorrected || maxPrice)
  return (
    <div className="flex flex-col items-center gap-2">
      <p id="related-searches">{isCorrection ? 'Did you mean…' : 'Try fewer words:'}</p>
      <ul aria-labelledby="related-searches" className="flex flex-wrap justify-center gap-2">
        {searches.map((found) => {
          const { search, maxPrice } = found
          const changed = changeFilters(params, {
            search,
            ...(maxPrice !== undefined && { maxPrice: String(maxPrice) }),
          })
          return (
            <li key={changed.toString()}>
              <LinkButton
                variant="plain"
                size="sm"
                to={`?${changed}`}
                preventScrollReset
                className="flex-wrap py-1"
              >
                {labelOf(found)}
                <span className="text-muted"> {formatTotal(found.total, found.isMinimum)}</span>
              </LinkButton>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
