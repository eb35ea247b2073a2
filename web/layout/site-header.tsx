import { NavMenu, type NavProps } from './nav-menu.tsx'

const classes = {
  nav: 'mx-auto max-w-6xl gap-x-2 px-4 py-2',
  brand: 'contents',
  home: 'mr-auto rounded-box',
  button: 'lg:hidden',
  menu: 'lg:flex lg:w-auto lg:flex-row lg:items-center lg:gap-2 lg:pb-0',
  items: 'lg:flex-row',
  link: 'gap-2',
  activeLink: 'text-primary *:first:underline *:first:decoration-2 *:first:underline-offset-8',
}

export const SiteHeader = (props: NavProps) => (
  <header className="sticky top-0 z-30 border-border border-b bg-page/95 backdrop-blur-sm">
    <NavMenu name="Main" classes={classes} {...props} />
  </header>
)
