import { Link, useSearchParams } from 'react-router'
import { findRelatedSearches, type RelatedSearch } from '#contract/books/suggestions.ts'
import { useRead } from '#web/api/hooks.ts'
import {
  changeFilters,
  listInput,
  readFilters,
} from '#web/features/books/explore/filters/filters.ts'
import {
  PlaceLink,
  useNamedPlaces,
  whereOf,
} from '#web/features/books/explore/filters/place-suggestions.tsx'
import { WithoutFilters } from '#web/features/books/explore/filters/without-filters.tsx'
import { formatRupees } from '#web/format.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { formatTotal } from './total.ts'

const labelOf = ({ search, maxPrice }: RelatedSearch) =>
  maxPrice === undefined ? search : `${search || 'Books'} up to ${formatRupees(maxPrice)}`

/**
 * Suggestions for a search without results: a place that it names, the search without its filters,
 * and related searches, each with its number of results.
 */
export function NoResultsSuggestions() {
  const [params] = useSearchParams()
  const { search = '', ...filters } = readFilters(params).filters
  const asked = listInput({ ...filters, search })
  const { data } = useRead(findRelatedSearches, asked, { enabled: search !== '' })
  return (
    <>
      <PlacesInstead />
      <WithoutFilters />
      <RelatedSearches searches={data?.searches ?? []} />
    </>
  )
}

function RelatedSearches({ searches }: { searches: readonly RelatedSearch[] }) {
  const [params] = useSearchParams()
  if (searches.length === 0) return null
  const isMeant = searches.some(({ isCorrected, maxPrice }) => isCorrected || maxPrice)
  return (
    <div className="flex flex-col items-center gap-2">
      <p id="related-searches">{isMeant ? 'Did you mean…' : 'Try fewer words:'}</p>
      <ul aria-labelledby="related-searches" className="flex flex-wrap justify-center gap-2">
        {searches.map((found) => {
          const { search, maxPrice } = found
          const changed = changeFilters(params, {
            search,
            ...(maxPrice !== undefined && { maxPrice: String(maxPrice) }),
          })
          return (
            <li key={changed.toString()}>
              <Link
                to={`?${changed}`}
                preventScrollReset
                className={buttonClass({ variant: 'plain', size: 'sm' }, 'flex-wrap py-1')}
              >
                {labelOf(found)}
                <span className="text-muted"> {formatTotal(found.total, found.isMinimum)}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Offers a place named in the search as the main action. The small links to it are hidden then. */
function PlacesInstead() {
  const [params] = useSearchParams()
  const places = useNamedPlaces(readFilters(params).filters)
  if (places.length === 0) return null
  return (
    <div data-places className="flex flex-col items-center gap-2">
      <p>Your search mentions a place:</p>
      <div className="flex flex-wrap justify-center gap-2">
        {places.map((place) => (
          <PlaceLink
            key={place.name}
            place={place}
            label={`${place.search === '' ? 'Books' : `“${place.search}”`} ${whereOf(place)}`}
            isMain
          />
        ))}
      </div>
    </div>
  )
}
