import { X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  maxNewCopies,
  newestFirst,
  removeSavedSearch,
  type SavedSearch,
  saveSearch,
  searchName,
} from '#contract/wishlist/searches.ts'
import { useWrite } from '#web/api/hooks.ts'
import { useRemovals } from '#web/features/wishlist/use-removals.tsx'
import { formatDate } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/loading/load-error.tsx'
import { Loading, Skeleton } from '#web/ui/loading/loading.tsx'
import type { useSavedSearches } from './use-saved-searches.ts'

/** If there are more saved searches, a button shows the others. */
const savedSearchesShown = 6

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

type RowProps = {
  search: SavedSearch
  /** `sent` rejects if the server didn't remove the search. */
  onRemove: (search: SavedSearch, sent: Promise<unknown>) => void
}

function SavedSearchRow({ search, onRemove }: RowProps) {
  const remove = useWrite(removeSavedSearch)
  const { name, details } = searchName(search.filters)
  return (
    <div
      className="wrap-anywhere relative flex h-full items-start gap-2 rounded-box border border-border
        bg-surface p-3 text-sm hover:border-primary"
    >
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <h3 className="font-sans font-semibold text-base leading-snug">
          <Link
            to={`${paths.buyer.dashboard}?${newestFirst(search.filters)}`}
            className="after:absolute after:inset-0 after:rounded-box hover:text-primary hover:underline"
          >
            {name}
          </Link>
        </h3>
        {details.length > 0 && <p className="text-muted">{details.join(' · ')}</p>}
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
          {search.newCopies > 0 && <Badge tone="success">{countNew(search.newCopies)}</Badge>}
          {search.foundAt === undefined
            ? `Nothing new since ${formatDate(search.savedAt)}`
            : `Last new copy on ${formatDate(search.foundAt)}`}
        </p>
      </div>
      <IconButton
        label={`Remove ${[name, ...details].join(', ')} from saved searches`}
        className="relative -mt-2 -mr-2"
        onClick={() => onRemove(search, remove.run({ id: search._id }))}
      >
        <X size={20} aria-hidden />
      </IconButton>
    </div>
  )
}

const countNew = (copies: number) =>
  copies > maxNewCopies ? `${maxNewCopies}+ new` : `${copies} new`
