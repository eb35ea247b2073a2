import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { Logo } from './logo.tsx'
import { MenuButton } from './menu-button.tsx'
import { type NavItem, NavItems } from './nav-items.tsx'
import { SkipLink } from './skip-link.tsx'
import { useMenuToggle } from './use-menu-toggle.ts'

/**
 * `name` is the label of the navigation. On phones the menu hides `items` and `end`, but not
 * `bell`.
 */
type Props = { name: string; items: NavItem[]; bell?: ReactNode; end: ReactNode }

export const sidebarEndClass = 'mt-2 md:mt-auto'

export function SidebarPage({ children, ...sidebar }: Props & { children: ReactNode }) {
  return (
    <div className="md:grid md:grid-cols-[13rem_minmax(0,1fr)] print:block">
      <Sidebar {...sidebar} />
      <main id="main" className="mx-auto w-full max-w-[100rem] px-4 py-6 md:px-6 print:p-0">
        {children}
      </main>
    </div>
  )
}

const linkClass = ({ isActive }: { isActive: boolean }) =>
  `flex min-h-11 items-center gap-3 rounded-box px-3 font-medium transition-colors hover:bg-sunken
    ${isActive ? 'bg-primary-soft text-primary' : ''}`

function Sidebar({ name, items, bell, end }: Props) {
  const nav = useRef<HTMLElement>(null)
  const { close, ...menu } = useMenuToggle(nav)
  return (
    <header
      data-sidebar
      className="sticky top-0 z-30 border-border border-b bg-surface print:hidden md:h-dvh
        md:border-r md:border-b-0"
    >
      <SkipLink />
      <nav
        ref={nav}
        aria-label={name}
        className="flex flex-wrap items-center px-4 py-2 md:h-full md:flex-col md:flex-nowrap
          md:items-stretch md:overflow-y-auto md:py-4"
      >
        <div className="mr-auto flex flex-1 items-center justify-between md:mr-0 md:flex-none">
          <Link to={paths.home} className="flex min-h-11 items-center" aria-label="Dobara, home">
            <Logo />
          </Link>
          {bell}
        </div>
        <MenuButton controls="sidebar-menu" className="md:hidden" {...menu} />
        <div
          id="sidebar-menu"
          className={`${menu.isOpen ? 'flex' : 'hidden'} w-full flex-col gap-1 pb-2 md:flex
            md:flex-1 md:pt-4`}
        >
          <NavItems
            items={items}
            className="flex flex-col gap-1"
            linkClass={linkClass}
            onFollow={close}
          />
          {end}
        </div>
      </nav>
    </header>
  )
}
