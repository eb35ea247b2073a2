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
import { listCases } from '#contract/admin/cases.ts'
import { listPasswordRequests } from '#contract/admin/password-requests.ts'
import type { Endpoint, EndpointInput } from '#contract/common/endpoint.ts'
import { useReadPages } from '#web/api/hooks.ts'
import { LogoutButton } from '#web/features/account/logout-button.tsx'
import { AdminGuard } from '#web/layout/guards.tsx'
import { SidebarPage, sidebarEndClass } from '#web/layout/sidebar-page.tsx'
import { paths } from '#web/paths.ts'
import { CountBadge } from '#web/ui/badge.tsx'

/**
 * The counts in the menu are read again at this interval, because admins have no live connection.
 */
const badgeSeconds = 30

type BadgeProps<E extends Endpoint & { paged: true }> = {
  endpoint: E
  input: EndpointInput<E>
  singular: string
}

/**
 * A count in the menu. Uses the same query as the page to which the menu's link leads, so that both
 * share one request.
 */
const Badge = <E extends Endpoint & { paged: true }>(props: BadgeProps<E>) => (
  <CountBadge
    count={useReadPages(props.endpoint, props.input, { everySeconds: badgeSeconds }).total ?? 0}
    singular={props.singular}
  />
)

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
    badge: <Badge endpoint={listCases} input={{ state: 'open' }} singular="open case" />,
  },
  {
    to: paths.admin.passwordRequests,
    label: 'Passwords',
    icon: KeyRound,
    badge: <Badge endpoint={listPasswordRequests} input={{}} singular="password request" />,
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
