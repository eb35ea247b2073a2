import { type ReactNode, useRef } from 'react'
import { Link, NavLink } from 'react-router'
import { paths } from '#web/paths.ts'
import { usePrefetch } from '#web/ui/hooks/use-online.ts'
import { Logo } from './logo.tsx'
import { MenuButton } from './menu-button.tsx'
import { SkipLink } from './skip-link.tsx'
import { useMenuToggle } from './use-menu-toggle.ts'

type NavItem = { to: string; label: string; end?: boolean; badge?: ReactNode }

const linkClass = ({ isActive }: { isActive: boolean }) =>
  `flex min-h-11 items-center gap-2 rounded-box px-3 font-medium transition-colors hover:bg-sunken
    ${isActive ? 'text-primary' : 'text-foreground'}`

type HeaderProps = { items: NavItem[]; end: ReactNode; bell?: ReactNode }

export function SiteHeader({ items, end, bell }: HeaderProps) {
  const nav = useRef<HTMLElement>(null)
  const { close, ...menu } = useMenuToggle(nav)
  const prefetch = usePrefetch()
  return (
    <header className="sticky top-0 z-30 border-border border-b bg-page/95 backdrop-blur-sm">
      <SkipLink />
      <nav
        ref={nav}
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
        <MenuButton controls="menu" className="lg:hidden" {...menu} />
        <div
          id="menu"
          className={`${menu.isOpen ? 'flex' : 'hidden'} w-full flex-col gap-1 pb-2 lg:flex
            lg:w-auto lg:flex-row lg:items-center lg:gap-2 lg:pb-0`}
        >
          <ul className="flex flex-col lg:flex-row">
            {items.map(({ to, label, end: isExact = false, badge }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  end={isExact}
                  prefetch={prefetch}
                  className={linkClass}
                  onClick={close}
                >
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
