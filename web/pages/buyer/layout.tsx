import { Outlet, useLocation } from 'react-router'
import { LogoutButton } from '#web/features/account/logout-button.tsx'
import { SwitchSideButton } from '#web/features/account/switch-account.tsx'
import { UnreadBadge } from '#web/features/chat/unread-badge.tsx'
import { NotificationBell } from '#web/features/notifications/notification-bell.tsx'
import { PublicHeader } from '#web/layout/public-header.tsx'
import { pageFrameClass, SiteFooter } from '#web/layout/site-footer.tsx'
import { SiteHeader } from '#web/layout/site-header.tsx'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'

export default function BuyerLayout() {
  const session = useSession()
  const { pathname } = useLocation()
  return (
    <div className={pageFrameClass}>
      {session?.role === 'buyer' ? <BuyerHeader /> : <PublicHeader />}
      <Outlet />
      {/* A chat uses the whole height. */}
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
      bell={<NotificationBell side="buyer" className="lg:order-last" />}
      end={
        <div className="flex flex-col gap-1 lg:flex-row lg:gap-2">
          <SwitchSideButton side="seller" />
          <LogoutButton to={paths.home} />
        </div>
      }
    />
  )
}
