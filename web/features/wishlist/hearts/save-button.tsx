import { Heart as HeartIcon } from 'lucide-react'
import { useLocation } from 'react-router'
import { unknownBook } from '#contract/common/display-names.ts'
import { useOpenLogin } from '#web/features/account/use-open-login.ts'
import { useAdminToken, useSession } from '#web/session/session.ts'
import { useSaved } from './use-saved.ts'

type Props = { book: { _id: string; title: string } }

/**
 * Saves a book: at once for buyers, after the login for guests. Sellers and admins don't see the
 * button. It appears once the session is known, so that server-rendered pages are the same for all.
 */
export function SaveButton({ book }: Props) {
  const session = useSession()
  const admin = useAdminToken()
  const title = book.title || unknownBook
  if (session?.role === 'buyer') return <BuyerHeart bookId={book._id} title={title} />
  return session === null && admin === null ? <GuestHeart bookId={book._id} title={title} /> : null
}

function GuestHeart({ bookId, title }: { bookId: string; title: string }) {
  const openLogin = useOpenLogin()
  const { pathname, search } = useLocation()
  const path = pathname + search
  const pendingAction = { kind: 'save', params: { bookId }, side: 'buyer', path } as const
  return (
    <Heart title={title} isSaved={false} onPress={() => openLogin('buyer', { pendingAction })} />
  )
}

function BuyerHeart({ bookId, title }: { bookId: string; title: string }) {
  const { isSaved, toggle } = useSaved(bookId)
  return <Heart title={title} isSaved={isSaved} onPress={toggle} />
}

type HeartProps = { title: string; isSaved: boolean; onPress?: () => void }

/** The heart in the upper right corner of its container, above the link of a card. */
const Heart = ({ title, isSaved, onPress }: HeartProps) => (
  <button
    type="button"
    aria-pressed={isSaved}
    aria-label={`${isSaved ? 'Saved' : 'Save'} ${title}`}
    title={isSaved ? 'Saved' : 'Save'}
    onClick={onPress}
    className="group/heart absolute top-0 right-0 z-10 grid size-11 place-items-center rounded-full"
  >
    <span
      className="grid size-9 place-items-center rounded-full border border-border bg-surface
        text-foreground transition-colors group-hover/heart:text-danger
        group-aria-pressed/heart:text-danger"
    >
      <HeartIcon className={isSaved ? 'fill-current' : ''} />
    </span>
  </button>
)
