import { MessagesSquare } from 'lucide-react'
import { Link } from 'react-router'
import type { Side } from '#contract/common/endpoint.ts'
import { useLogin } from '#web/features/account/use-login.ts'
import { useIsSwitching } from '#web/features/account/use-switch-account.ts'
import { NotificationBell } from '#web/features/notifications/notification-bell.tsx'
import { paths } from '#web/paths.ts'
import { useUnreadCounts } from '#web/realtime/use-unread-counts.ts'
import { useSession } from '#web/session/session.ts'
import { CountBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SiteHeader } from './site-header.tsx'

const items = [
  { to: paths.home, label: 'Home', end: true },
  { to: paths.books, label: 'Books' },
  { to: paths.about, label: 'About Us' },
]
const ownItems = {
  buyer: { to: paths.buyer.orders, label: 'My Orders' },
  seller: { to: paths.seller.dashboard, label: 'My shop' },
} as const

/** The header of the public pages, with the buttons for buyers and sellers. */
export function PublicHeader() {
  const openLogin = useLogin()
  const session = useSession()
  const isSwitching = useIsSwitching()
  return (
    <SiteHeader
      items={session ? [...items, ownItems[session.role === 'seller' ? 'seller' : 'buyer']] : items}
      bell={
        session?.role === 'buyer' || session?.role === 'seller' ? (
          <Inbox side={session.role} />
        ) : (
          // Takes its place before it is known whether somebody is logged in, so that nothing
          // moves.
          <Button
            variant="ghost"
            className={`lg:order-last ${session === undefined ? 'invisible' : ''}`}
            onClick={() => openLogin('buyer')}
          >
            Log in
          </Button>
        )
      }
      end={
        <div className="flex gap-2">
          <Button
            className="flex-1 whitespace-nowrap"
            pending={isSwitching && session?.role === 'seller'}
            onClick={() => openLogin('buyer')}
          >
            Buy Books
          </Button>
          <Button
            className="flex-1 whitespace-nowrap"
            variant="plain"
            pending={isSwitching && session?.role === 'buyer'}
            onClick={() => openLogin('seller')}
          >
            Sell Books
          </Button>
        </div>
      }
    />
  )
}

/** Bell and chats of whoever is logged in. */
function Inbox({ side }: { side: Side }) {
  const { messages } = useUnreadCounts()
  return (
    <div className="flex items-center lg:order-last">
      <Link
        to={paths[side].chats}
        aria-label={messages > 0 ? `Chats, ${messages} unread` : 'Chats'}
        className="relative inline-flex size-11 items-center justify-center rounded-box
          hover:bg-sunken"
      >
        <MessagesSquare size={22} aria-hidden />
        <span aria-hidden className="absolute -top-0.5 -right-0.5 scale-90">
          <CountBadge count={messages} />
        </span>
      </Link>
      <NotificationBell side={side} />
    </div>
  )
}
