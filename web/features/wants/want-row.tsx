import { Pencil, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { formatMeetingTime } from '#contract/common/dates.ts'
import type { Want } from '#contract/wishlist/wants.ts'
import { formatCount, formatDate } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { limitsText } from './limits-draft.ts'
import { peopleText } from './people-text.ts'
import { WantOrder } from './want-order.tsx'

type Props = { want: Want; onEdit: (want: Want) => void; onRemove: (want: Want) => void }

/** The copies that are open to exchange, as a list of Explore Books. */
const openCopiesPath = ({ title, isbn }: Want): string =>
  `${paths.books}?${new URLSearchParams({ search: isbn ?? title, openToExchange: 'true' })}`

export function WantRow({ want, onEdit, onRemove }: Props) {
  const facts = [want.author, ...(want.isbn ? [`ISBN ${want.isbn}`] : [])]
  return (
    <article
      className="wrap-anywhere flex h-full items-start gap-2 rounded-box border border-border
        bg-surface p-3 text-sm"
    >
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <h2 className="font-sans font-semibold text-base leading-snug">{want.title}</h2>
        <p className="text-muted">{facts.join(' · ')}</p>
        <p>{limitsText(want)}</p>
        {want.order ? (
          <WantOrder want={want} order={want.order} onRemove={() => onRemove(want)} />
        ) : (
          <Waiting want={want} />
        )}
      </div>
      <div className="-mt-2 -mr-2 flex">
        <IconButton label={`Change ${want.title}`} onClick={() => onEdit(want)}>
          <Pencil size={18} aria-hidden />
        </IconButton>
        <IconButton
          label={`Remove ${want.title}`}
          className="text-danger"
          onClick={() => onRemove(want)}
        >
          <Trash2 size={18} aria-hidden />
        </IconButton>
      </div>
    </article>
  )
}

const Waiting = ({ want }: { want: Want }) => (
  <>
    {want.next?.map(({ bookId, until }) => (
      <p key={bookId}>
        <Link to={paths.book(bookId)} className="underline">
          A copy
        </Link>{' '}
        is reserved for somebody before you until {formatMeetingTime(new Date(until))}; you are
        next.
      </p>
    ))}
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
      {want.copies > 0 && (
        <Link to={openCopiesPath(want)}>
          <Badge tone="success">
            <span className="underline">
              {formatCount(want.copies, 'copy', 'copies')} to exchange
            </span>
          </Badge>
        </Link>
      )}
      <span>{want.people === 1 ? 'Nobody else wants this' : peopleText(want.people)}</span>
      <span>Since {formatDate(want.createdAt)}</span>
    </p>
  </>
)
