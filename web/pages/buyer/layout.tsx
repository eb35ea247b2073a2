import { Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { PublicHeader } from '#web/layout/public-header.tsx'
import { pageFrameClass, SiteFooter } from '#web/layout/site-footer.tsx'
import { SiteHeader } from '#web/layout/site-header.tsx'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { lazyPart } from '#web/ui/loading/lazy-part.ts'

// These parts are loaded separately, because guests read books in this layout and don't need them.
const UnreadBadge = lazyPart(() =>
  import('#web/features/chat/unread-badge.tsx').then((module) => module.UnreadBadge),
)
const HeaderNotifications = lazyPart(() =>
  import('#web/layout/header-notifications.tsx').then((module) => module.HeaderNotifications),
)
const BuyerToday = lazyPart(() =>
  import('#web/features/orders/buyer-today.tsx').then((module) => module.BuyerToday),
)
const MenuEnd = lazyPart(() => import('./account-buttons.tsx').then((module) => module.MenuEnd))

export default function BuyerLayout() {
  const session = useSession()
  const { pathname, search } = useLocation()
  return (
    // On phones, the open chat's header replaces this one.
    <div className={`${pageFrameClass} max-md:has-[[data-open-chat]]:[&>header]:hidden`}>
      {session?.role === 'buyer' ? <BuyerHeader /> : <PublicHeader />}
      <Outlet />
      {session?.role === 'buyer' && pathname === paths.buyer.dashboard && search === '' && (
        // At the bottom of the screen, so that nothing moves when it is loaded.
        <Suspense>
          <div className="sticky bottom-2 z-10 mx-auto w-full max-w-6xl px-4 *:shadow-lg empty:hidden">
            <BuyerToday />
          </div>
        </Suspense>
      )}
      {/* The page of chats has no footer, because it uses the whole height. */}
      {pathname !== paths.buyer.chats && <SiteFooter />}
    </div>
  )
}

const unreadBadge = (
  <Suspense>
    <UnreadBadge />
  </Suspense>
)

function BuyerHeader() {
  return (
    <SiteHeader
      items={[
        { to: paths.buyer.dashboard, label: 'Home' },
        { to: paths.buyer.orders, label: 'My Orders' },
        { to: paths.buyer.wishlist, label: 'Wishlist' },
        { to: paths.buyer.exchanges, label: 'Swaps' },
        { to: paths.buyer.chats, label: 'Chats', badge: unreadBadge },
        { to: paths.buyer.profile, label: 'Profile' },
      ]}
      bell={
        <Suspense fallback={<span className="h-11 w-22 lg:order-last lg:w-11" />}>
          <HeaderNotifications side="buyer" chatsClass="lg:hidden" />
        </Suspense>
      }
      end={
        <Suspense fallback={<div className="min-h-11 lg:w-80" />}>
          <MenuEnd />
        </Suspense>
      }
    />
  )
}
