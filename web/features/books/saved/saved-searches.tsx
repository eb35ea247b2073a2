import { useState } from 'react'
import { type SavedSearch, saveSearch, searchName } from '#contract/wishlist/searches.ts'
import { useWrite } from '#web/api/hooks.ts'
import { savedSearchesShown } from '#web/features/books/policy.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/loading/load-error.tsx'
import { Loading, Skeleton } from '#web/ui/loading/loading.tsx'
import { SavedSearchRow } from './saved-search-row.tsx'
import { useRemovals } from './use-removals.tsx'
import type { useSavedSearches } from './use-saved-searches.ts'

const gridClass = 'grid gap-3 md:grid-cols-2'

export function SavedSearches({ searches }: { searches: ReturnType<typeof useSavedSearches> }) {
  const save = useWrite(saveSearch)
  const [showsAll, setShowsAll] = useState(false)
  const { isRemoved, remove } = useRemovals(
    (search: SavedSearch) => ({ id: search._id, name: searchName(search.filters).name }),
    (search) => save.run({ ...search.filters }),
    { kept: 'The search is still saved.', notRestored: 'The search could not be saved.' },
  )
  if (searches.isPending)
    return (
      <Loading text="Loading saved searches...">
        <div className={gridClass}>
          <Skeleton className="h-24" />
          <Skeleton className="h-24" />
        </div>
      </Loading>
    )
  if (searches.isError && searches.rows.length === 0)
    return (
      <LoadError
        text="Failed to load saved searches. Please try again."
        onRetry={() => void searches.refetch()}
      />
    )
  const rows = searches.rows.filter((search) => !isRemoved(search))
  if (rows.length === 0)
    return (
      <p className="text-muted">
        None yet. Search for a book and press ‘Tell me about new copies’. We’ll tell you at most
        once a day.
      </p>
    )
  const hidden = showsAll ? 0 : Math.max(0, rows.length - savedSearchesShown)
  return (
    <>
      <ul className={gridClass}>
        {rows.slice(0, rows.length - hidden).map((search) => (
          <li key={search._id}>
            <SavedSearchRow search={search} onRemove={remove} />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <Button variant="plain" className="self-center" onClick={() => setShowsAll(true)}>
          Show {hidden} more
        </Button>
      )}
    </>
  )
}
