import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Logo } from './logo.tsx'
import { MenuButton } from './menu-button.tsx'
import { type NavItem, NavItems } from './nav-items.tsx'
import { SkipLink } from './skip-link.tsx'
import { useMenuToggle } from './use-menu-toggle.ts'

const linkClass = ({ isActive }: { isActive: boolean }) =>
  `flex min-h-11 items-center gap-2 rounded-box px-3 font-medium transition-colors hover:bg-sunken
    ${isActive ? 'text-primary *:first:underline *:first:decoration-2 *:first:underline-offset-8' : 'text-foreground'}`

type HeaderProps = { items: NavItem[]; end: ReactNode; bell?: ReactNode }

export function SiteHeader({ items, end, bell }: HeaderProps) {
  const nav = useRef<HTMLElement>(null)
  const { close, ...menu } = useMenuToggle(nav)
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
          <NavItems
            items={items}
            className="flex flex-col lg:flex-row"
            linkClass={linkClass}
            onFollow={close}
          />
          {end}
        </div>
      </nav>
    </header>
  )
}
