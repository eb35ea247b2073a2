import {
  BookMarked,
  Flag,
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
import { LogoutButton } from '#web/features/account/logout-button.tsx'
import { CasesBadge } from '#web/features/admin/cases-badge.tsx'
import { PasswordRequestsBadge } from '#web/features/admin/password-requests-badge.tsx'
import { AdminGuard } from '#web/layout/guards.tsx'
import { SidebarPage, sidebarEndClass } from '#web/layout/sidebar-page.tsx'
import { paths } from '#web/paths.ts'

const items = [
  { to: paths.admin.dashboard, label: 'Dashboard', icon: LayoutDashboard },
  { to: paths.admin.profile, label: 'Profile', icon: UserRound },
  { to: paths.admin.buyers, label: 'Buyers', icon: Users },
  { to: paths.admin.sellers, label: 'Sellers', icon: Store },
  { to: paths.admin.books, label: 'Books', icon: BookMarked },
  { to: paths.admin.orders, label: 'Orders', icon: ReceiptText },
  { to: paths.admin.reviews, label: 'Reviews', icon: MessageSquareQuote },
  {
    to: paths.admin.complaints,
    label: 'Complaints',
    icon: Flag,
    badge: <CasesBadge />,
  },
  {
    to: paths.admin.passwordRequests,
    label: 'Passwords',
    icon: KeyRound,
    badge: <PasswordRequestsBadge />,
  },
  { to: paths.admin.prices, label: 'Prices', icon: TrendingUp },
  { to: paths.admin.audit, label: 'Audit log', icon: History },
]

export default function AdminLayout() {
  return (
    <AdminGuard>
      <SidebarPage
        name="Admin"
        items={items}
        end={<LogoutButton kind="admin" to={paths.admin.login} className={sidebarEndClass} />}
      >
        <Outlet />
      </SidebarPage>
    </AdminGuard>
  )
}
