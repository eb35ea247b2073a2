import { useLocation } from 'react-router'
import { unknownBook } from '#contract/common/display-names.ts'
import { useOpenLogin } from '#web/features/account/use-open-login.ts'
import { useAdminToken, useSession } from '#web/session/session.ts'
import { BuyerHeart } from './buyer-heart.tsx'
import { Heart } from './heart.tsx'

type Props = { book: { _id: string; title: string } }

/**
 * Saves a book: at once for buyers, after the login for guests; nobody else has it. It comes once
 * it is known who is there, so that pages of the server are the same for everybody.
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
  const logIn = () =>
    openLogin('buyer', {
      pendingAction: { kind: 'save', params: { bookId }, side: 'buyer', path: pathname + search },
    })
  return <Heart title={title} isSaved={false} onPress={logIn} />
}
