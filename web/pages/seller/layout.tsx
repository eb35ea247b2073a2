import {
  ArrowLeftRight,
  BookMarked,
  ChartColumn,
  CircleUserRound,
  HandHeart,
  LayoutDashboard,
  LogOut,
  MessagesSquare,
  ReceiptText,
} from 'lucide-react'
import { Outlet } from 'react-router'
import { SwitchAccount } from '#web/features/account/switch-account.tsx'
import { useLogout, useUnsentWarning } from '#web/features/account/use-logout.ts'
import { UnreadBadge } from '#web/features/chat/unread-badge.tsx'
import { Guard } from '#web/layout/guards.tsx'
import { HeaderNotifications } from '#web/layout/header-notifications.tsx'
import { SidebarPage, sidebarEndClass } from '#web/layout/sidebar-page.tsx'
import { paths } from '#web/paths.ts'
import { useIsHelper } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'

const items = [
  { to: paths.seller.dashboard, label: 'Dashboard', icon: LayoutDashboard },
  { to: paths.seller.books, label: 'Manage Books', icon: BookMarked },
  { to: paths.seller.wishlist, label: 'Wishlist', icon: HandHeart },
  { to: paths.seller.exchanges, label: 'Swaps', icon: ArrowLeftRight },
  { to: paths.seller.orders, label: 'Orders', icon: ReceiptText },
  { to: paths.seller.reports, label: 'Reports', icon: ChartColumn },
  { to: paths.seller.chats, label: 'Chats', icon: MessagesSquare, badge: <UnreadBadge /> },
  { to: paths.seller.profile, label: 'Profile', icon: CircleUserRound },
]

/** The pages that helpers can't open, because they belong to the owner and not to the shop. */
const ownersPaths: readonly string[] = [paths.seller.wishlist, paths.seller.exchanges]

export default function SellerLayout() {
  const logout = useLogout()
  const unsent = useUnsentWarning()
  const isHelper = useIsHelper()
  const confirmLogout = () => {
    if (!window.confirm('Are you sure you want to logout?')) return
    if (unsent === undefined || window.confirm(unsent)) logout(paths.home)
  }
  return (
    <Guard side="seller" hasHeader>
      <SidebarPage
        name="Seller"
        items={isHelper ? items.filter(({ to }) => !ownersPaths.includes(to)) : items}
        bell={<HeaderNotifications side="seller" chatsClass="md:hidden" />}
        end={
          <div className={`${sidebarEndClass} flex flex-col gap-2`}>
            {!isHelper && (
              <SwitchAccount
                side="buyer"
                label="Switch to buying"
                className="whitespace-nowrap px-2"
              />
            )}
            <Button variant="plain" icon={<LogOut />} onClick={confirmLogout}>
              Logout
            </Button>
          </div>
        }
      >
        <Outlet />
      </SidebarPage>
    </Guard>
  )
}
