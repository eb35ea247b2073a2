import { Heart as HeartIcon } from 'lucide-react'
import { useLocation } from 'react-router'
import { unknownBook } from '#contract/common/display-names.ts'
import { useOpenLogin } from '#web/features/account/use-open-login.ts'
import { useAdminToken, useSession } from '#web/session/session.ts'
import { useSaved } from './use-saved.ts'

type Props = { book: { _id: string; title: string } }

/**
 * Saves a book: at once for buyers, after the login for guests. Sellers and admins don't see the
 * button. The button appears only when the session is known, so that server-rendered pages are the
 * same for everybody.
 */
export function SaveButton({ book }: Props) {
  const session = useSession()
  const admin = useAdminToken()
  const isShown = session ? session.role === 'buyer' : session === null && admin === null
  return isShown ? <Heart bookId={book._id} title={book.title || unknownBook} /> : null
}

/** A heart in the upper right corner of its container, above the link that covers the card. */
function Heart({ bookId, title }: { bookId: string; title: string }) {
  const isGuest = !useSession()
  const openLogin = useOpenLogin()
  const { pathname, search } = useLocation()
  const { isSaved, toggle } = useSaved(bookId)
  const press = () => {
    if (!isGuest) return toggle()
    const path = pathname + search
    openLogin('buyer', {
      pendingAction: { kind: 'save', params: { bookId }, side: 'buyer', path },
    })
  }
  return (
    <button
      type="button"
      aria-pressed={isSaved}
      aria-label={`${isSaved ? 'Saved' : 'Save'} ${title}`}
      title={isSaved ? 'Saved' : 'Save'}
      onClick={press}
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
}
