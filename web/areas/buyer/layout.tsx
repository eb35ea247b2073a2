import { Outlet, useLocation } from 'react-router'
import { useSession } from '#web/data/session.ts'
import { Bell } from '#web/parts/bell.tsx'
import { LogoutButton } from '#web/parts/logout-button.tsx'
import { PublicHeader } from '#web/parts/public-header.tsx'
import { pageFrame, SiteFooter, SiteHeader } from '#web/parts/site-header.tsx'
import { UnreadBadge } from '#web/parts/unread.tsx'
import { paths } from '#web/paths.ts'

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
