import { X } from 'lucide-react'
import { Link } from 'react-router'
import {
  maxNewCopies,
  newestFirst,
  type SavedSearch,
  searchName,
} from '#contract/wishlist/searches.ts'
import { SavedPart } from '#web/features/wishlist/saved-list.tsx'
import { paths } from '#web/paths.ts'
import { formatDate } from '#web/time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { type useSavedSearches, useSearchActions } from './save-search-button.tsx'

const savedSearchesShown = 6

type Props = { searches: ReturnType<typeof useSavedSearches> }

export function SavedSearches({ searches }: Props) {
  const { save, remove } = useSearchActions()
  return (
    <SavedPart
      title="Searches"
      list={searches}
      shown={savedSearchesShown}
      nameOf={({ filters }) => searchName(filters).name}
      remove={({ _id: id }) => remove.run({ id })}
      restore={({ filters }) => save.run({ ...filters })}
      emptyText="None yet."
      emptyAction={
        <p className="text-muted">
          Search for a book and press ‘Tell me about new copies’. We’ll tell you at most once a day.
        </p>
      }
    >
      {(search, onRemove) => <SavedSearchRow search={search} onRemove={onRemove} />}
    </SavedPart>
  )
}

function SavedSearchRow({ search, onRemove }: { search: SavedSearch; onRemove: () => void }) {
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
        onClick={onRemove}
      >
        <X />
      </IconButton>
    </div>
  )
}

const countNew = (copies: number) =>
  copies > maxNewCopies ? `${maxNewCopies}+ new` : `${copies} new`
