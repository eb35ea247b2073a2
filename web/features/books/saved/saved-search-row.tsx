import { X } from 'lucide-react'
import { Link } from 'react-router'
import {
  maxNewCopies,
  newestFirst,
  removeSavedSearch,
  type SavedSearch,
  searchName,
} from '#contract/wishlist/searches.ts'
import { useWrite } from '#web/api/hooks.ts'
import { formatDate } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/button.tsx'

type Props = {
  search: SavedSearch
  /** `sent` fails where the server didn't remove it. */
  onRemove: (search: SavedSearch, sent: Promise<unknown>) => void
}

export function SavedSearchRow({ search, onRemove }: Props) {
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
