// Header and footer of all pages but the seller's and the admin's.
import { Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router'
import { usePrefetch } from '#web/api/service-worker.ts'
import { useLogin } from '#web/features/account/use-login.ts'
import { paths } from '#web/paths.ts'
import { Logo } from './logo.tsx'
import { MenuButton, SkipLink, useMenuToggle } from './menu.tsx'

/** Keeps the footer at the bottom of short pages too. */
export const pageFrameClass = 'flex min-h-dvh flex-col [&>main]:w-full [&>main]:flex-1'

export type NavItem = { to: string; label: string; end?: boolean; badge?: ReactNode }

const linkClass = ({ isActive }: { isActive: boolean }) =>
  `flex min-h-11 items-center gap-2 rounded-box px-3 font-medium transition-colors hover:bg-sunken ${isActive ? 'text-primary' : 'text-foreground'}`

type HeaderProps = { items: NavItem[]; end: ReactNode; bell?: ReactNode }

/** Logo, links and `end`. Small screens show a menu button and the bell instead. */
export function SiteHeader({ items, end, bell }: HeaderProps) {
  const menu = useMenuToggle()
  const prefetch = usePrefetch()
  return (
    <header className="sticky top-0 z-30 border-border border-b bg-page/95 backdrop-blur-sm">
      <SkipLink />
      <nav
        aria-label="Main"
        className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-2 px-4 py-2"
      >
        <Link
          to={paths.home}
          className="mr-auto flex min-h-11 items-center rounded-box"
          aria-label="Dobara, home"
        >
          <Logo />
        </Link>
        {bell}
        <MenuButton controls="menu" {...menu} />
        <div
          id="menu"
          className={`${menu.isOpen ? 'flex' : 'hidden'} w-full flex-col gap-1 pb-2 md:flex md:w-auto md:flex-row md:items-center md:gap-2 md:pb-0`}
        >
          <ul className="flex flex-col md:flex-row">
            {items.map(({ to, label, end: isExact = false, badge }) => (
              <li key={to}>
                <NavLink to={to} end={isExact} prefetch={prefetch} className={linkClass}>
                  {({ isActive }) => (
                    <>
                      <span className={isActive ? 'underline decoration-2 underline-offset-8' : ''}>
                        {label}
                      </span>
                      {badge}
                    </>
                  )}
                </NavLink>
              </li>
            ))}
          </ul>
          {end}
        </div>
      </nav>
    </header>
  )
}

const supportEmail = 'support@dobara.example'
const socialLinks = [
  { label: 'Instagram', to: 'https://www.instagram.com/' },
  { label: 'X', to: 'https://x.com/' },
  { label: 'YouTube', to: 'https://www.youtube.com/' },
]

export function SiteFooter() {
  const openLogin = useLogin()
  const link = 'inline-flex min-h-9 items-center text-left hover:underline'
  return (
    <footer className="mt-16 border-border border-t bg-sunken">
      <div className="mx-auto grid max-w-6xl gap-8 px-4 py-10 sm:grid-cols-[minmax(0,1fr)_auto_auto] md:grid-cols-3">
        <div className="flex flex-col gap-3">
          <Logo />
          <p className="max-w-xs text-muted">The best recycle is book recycle.</p>
        </div>
        <nav aria-label="Quick links">
          <h2 className="font-semibold text-lg">Quick links</h2>
          <ul className="mt-1 grid grid-cols-2 sm:grid-cols-1">
            <li>
              <Link className={link} to={paths.home}>
                Home
              </Link>
            </li>
            <li>
              <Link className={link} to={paths.books}>
                Books
              </Link>
            </li>
            <li>
              <Link className={link} to={paths.about}>
                About Us
              </Link>
            </li>
            <li>
              <button type="button" className={link} onClick={() => openLogin('seller')}>
                Sell Books
              </button>
            </li>
            <li>
              <button type="button" className={link} onClick={() => openLogin('buyer')}>
                Buy Books
              </button>
            </li>
          </ul>
        </nav>
        <div>
          <h2 className="font-semibold text-lg">Stay in touch</h2>
          <ul className="mt-1 flex flex-col">
            <li>
              <a className={`${link} gap-2`} href={`mailto:${supportEmail}`}>
                <Mail size={18} aria-hidden />
                {supportEmail}
              </a>
            </li>
            {socialLinks.map(({ label, to }) => (
              <li key={label}>
                <a className={link} href={to} target="_blank" rel="noreferrer noopener">
                  {label}
                  <span className="sr-only"> (opens in a new tab)</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  )
}
