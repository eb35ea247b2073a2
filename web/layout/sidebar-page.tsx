import type { ReactNode } from 'react'
import { NavMenu, type NavProps } from './nav-menu.tsx'

const classes = {
  nav: `px-4 py-2 md:h-full md:flex-col md:flex-nowrap md:items-stretch md:overflow-y-auto md:py-4`,
  brand: 'mr-auto flex flex-1 items-center justify-between md:mr-0 md:flex-none',
  home: '',
  button: 'md:hidden',
  menu: 'md:flex md:flex-1 md:pt-4',
  items: 'gap-1',
  link: 'gap-3',
  activeLink: 'bg-primary-soft text-primary',
}

export const sidebarEndClass = 'mt-2 md:mt-auto'

/** `name` is the label of the navigation. */
type Props = NavProps & { name: string; children: ReactNode }

export const SidebarPage = ({ children, ...nav }: Props) => (
  <div className="md:grid md:grid-cols-[13rem_minmax(0,1fr)] print:block">
    <header
      data-sidebar
      className="sticky top-0 z-30 border-border border-b bg-surface print:hidden md:h-dvh
        md:border-r md:border-b-0"
    >
      <NavMenu classes={classes} {...nav} />
    </header>
    <main id="main" className="mx-auto w-full max-w-[100rem] px-4 py-6 md:px-6 print:p-0">
      {children}
    </main>
  </div>
)
