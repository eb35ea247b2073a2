import {
  BookMarked,
  History,
  KeyRound,
  LayoutDashboard,
  MessageSquareQuote,
  ReceiptText,
  Store,
  TrendingUp,
  UserRound,
  Users,
} from 'lucide-react'
import { Outlet } from 'react-router'
import { AdminGuard } from '#web/parts/guard.tsx'
import { LogoutButton } from '#web/parts/logout-button.tsx'
import { SidebarPage, sidebarEnd } from '#web/parts/sidebar.tsx'
import { paths } from '#web/paths.ts'
import { RequestsBadge } from './requests-badge.tsx'

const items = [
  { to: paths.admin.dashboard, label: 'Dashboard', icon: LayoutDashboard },
  { to: paths.admin.profile, label: 'Profile', icon: UserRound },
  { to: paths.admin.buyers, label: 'Buyers', icon: Users },
  { to: paths.admin.sellers, label: 'Sellers', icon: Store },
  { to: paths.admin.books, label: 'Books', icon: BookMarked },
  { to: paths.admin.orders, label: 'Orders', icon: ReceiptText },
  { to: paths.admin.reviews, label: 'Reviews', icon: MessageSquareQuote },
  {
    to: paths.admin.passwordRequests,
    label: 'Passwords',
    icon: KeyRound,
    badge: <RequestsBadge />,
  },
  { to: paths.admin.prices, label: 'Prices', icon: TrendingUp },
  { to: paths.admin.audit, label: 'Audit log', icon: History },
]

/** An admin's pages, beside their sidebar. */
export default function AdminLayout() {
  return (
    <AdminGuard>
      <SidebarPage
        name="Admin"
        items={items}
        end={<LogoutButton kind="admin" to={paths.admin.login} className={sidebarEnd} />}
      >
        <Outlet />
      </SidebarPage>
    </AdminGuard>
  )
}
