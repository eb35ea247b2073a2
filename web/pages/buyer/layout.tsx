import { Outlet, useLocation } from 'react-router'
import { LogoutButton } from '#web/features/account/logout-button.tsx'
import { UnreadBadge } from '#web/features/chat/unread-badge.tsx'
import { Bell } from '#web/features/notifications/bell.tsx'
import { PublicHeader } from '#web/layout/public-header.tsx'
import { pageFrame, SiteFooter, SiteHeader } from '#web/layout/site-header.tsx'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'

/** A buyer's pages; who isn't signed in as one browses the books among them under the public bar. */
export default function BuyerLayout() {
  const session = useSession()
  const { pathname } = useLocation()
  return (
    <div className={pageFrame}>
      {session?.role === 'buyer' ? <BuyerHeader /> : <PublicHeader />}
      <Outlet />
      {/* A chat takes the whole height; a foot below it would only be in the way. */}
      {pathname !== paths.buyer.chats && <SiteFooter />}
    </div>
  )
}

function BuyerHeader() {
  return (
    <SiteHeader
      items={[
        { to: paths.buyer.dashboard, label: 'Home' },
        { to: paths.buyer.orders, label: 'My Orders' },
        { to: paths.buyer.chats, label: 'Chats', badge: <UnreadBadge /> },
        { to: paths.buyer.profile, label: 'Profile' },
      ]}
      bell={<Bell side="buyer" className="md:order-last" />}
      end={<LogoutButton to={paths.home} />}
    />
  )
}
