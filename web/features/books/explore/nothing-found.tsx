import { TellMe } from '#web/features/books/saved/tell-me.tsx'
import { NearSearches } from './near-searches.tsx'
import { WithoutFilters } from './without-filters.tsx'

/** What may be done where nothing is found. */
export const NothingFound = ({ advice }: { advice: string }) => (
  <>
    <p className="text-muted">{advice}</p>
    <WithoutFilters />
    <NearSearches />
    <TellMe isProminent />
  </>
)
