import { Link, useSearchParams } from 'react-router'
import { findNearSearches } from '#contract/books/suggestions.ts'
import { useRead } from '#web/api/hooks.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { useIsNavigatingAway } from '#web/ui/hooks/use-is-navigating-away.ts'
import { listInput, readFilters } from './filters.ts'
import { formatTotal } from './total.ts'

/** Where a search finds nothing: those nearest to it, each with how much it finds. */
export function NearSearches() {
  const [params] = useSearchParams()
  const { search = '', ...filters } = readFilters(params).filters
  const asked = listInput({ ...filters, search })
  // Not as a guest what somebody looked for who is logging out.
  const isLeaving = useIsNavigatingAway()
  const { data } = useRead(findNearSearches, asked, { enabled: search !== '' && !isLeaving })
  const searches = data?.searches ?? []
  if (searches.length === 0) return null
  const isCorrected = searches.some((found) => found.isCorrected)
  return (
    <div className="flex flex-col items-center gap-2">
      <p id="near-searches">{isCorrected ? 'Did you mean…' : 'Some of your words find books:'}</p>
      <ul aria-labelledby="near-searches" className="flex flex-wrap justify-center gap-2">
        {searches.map((found) => {
          const changed = new URLSearchParams(params)
          changed.set('search', found.search)
          return (
            <li key={found.search}>
              <Link
                to={`?${changed}`}
                preventScrollReset
                className={buttonClass({ variant: 'plain', size: 'sm' }, 'flex-wrap py-1')}
              >
                {found.search}
                <span className="text-muted"> {formatTotal(found.total, found.isMinimum)}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
