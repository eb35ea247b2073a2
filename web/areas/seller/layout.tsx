import { BookMarked, ChartColumn, CircleUserRound, LayoutDashboard, LogOut, Menu, MessagesSquare, ReceiptText, X } from 'lucide-react'
import { useState } from 'react'
import { Link, NavLink, Outlet, useLocation } from 'react-router'
import { useLogout } from '#web/data/logout.ts'
import { Bell } from '#web/parts/bell.tsx'
import { Guard } from '#web/parts/guard.tsx'
import { Logo } from '#web/parts/logo.tsx'
import { UnreadBadge } from '#web/parts/unread.tsx'
import { paths } from '#web/paths.ts'
import { Button, IconButton } from '#web/ui/button.tsx'

const items = [
  { to: paths.seller.dashboard, label: 'Dashboard', icon: LayoutDashboard },
  { to: paths.seller.books, label: 'Manage Books', icon: BookMarked },
  { to: paths.seller.orders, label: 'Orders', icon: ReceiptText },
  { to: paths.seller.reports, label: 'Reports', icon: ChartColumn },
  { to: paths.seller.chats, label: 'Chats', icon: MessagesSquare },
  { to: paths.seller.profile, label: 'Profile', icon: CircleUserRound },
]

/** A seller's pages, beside their sidebar; on phones it folds behind a button. */
export default function SellerLayout() {
  return (
    <Guard side="seller">
      <div className="md:grid md:grid-cols-[13rem_minmax(0,1fr)]">
        <Sidebar />
        <main id="main" className="mx-auto w-full max-w-7xl px-4 py-6 md:px-6">
          <Outlet />
        </main>
      </div>
    </Guard>
  )
}

function Sidebar() {
  const { pathname } = useLocation()
  const logout = useLogout()
  const [openOn, setOpenOn] = useState<string>()
  const open = openOn === pathname
  return (
    <header className="sticky top-0 z-30 border-line border-b bg-card print:hidden md:h-dvh md:border-r md:border-b-0">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:rounded-box focus:bg-card focus:px-4 focus:py-2"
      >
        Skip to content
      </a>
      <nav aria-label="Seller" className="flex flex-wrap items-center px-4 py-2 md:h-full md:flex-col md:items-stretch md:py-4">
        <div className="mr-auto flex flex-1 items-center justify-between md:mr-0 md:flex-none">
          <Link to={paths.home} className="flex min-h-11 items-center" aria-label="Dobara, home">
            <Logo />
          </Link>
          <Bell side="seller" />
        </div>
        <IconButton
          label={open ? 'Close menu' : 'Open menu'}
          aria-expanded={open}
          aria-controls="seller-menu"
          onClick={() => setOpenOn(open ? undefined : pathname)}
          className="md:hidden"
        >
          {open ? <X size={22} aria-hidden /> : <Menu size={22} aria-hidden />}
        </IconButton>
        <div id="seller-menu" className={`${open ? 'flex' : 'hidden'} w-full flex-col gap-1 pb-2 md:flex md:flex-1 md:pt-4`}>
          <ul className="flex flex-col gap-1">
            {items.map(({ to, label, icon: Icon }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  prefetch="render"
                  className={({ isActive }) =>
                    `flex min-h-11 items-center gap-3 rounded-box px-3 font-medium transition-colors hover:bg-sunken ${isActive ? 'bg-leaf-wash text-leaf' : ''}`
                  }
                >
                  <Icon size={20} aria-hidden />
                  {label}
                  {to === paths.seller.chats && <UnreadBadge />}
                </NavLink>
              </li>
            ))}
          </ul>
          <Button
            look="plain"
            className="mt-2 md:mt-auto"
            icon={<LogOut size={20} aria-hidden />}
            onClick={() => {
              if (window.confirm('Are you sure you want to logout?')) logout(paths.home)
            }}
          >
            Logout
          </Button>
        </div>
      </nav>
    </header>
  )
}
