import { type LucideIcon, Menu, X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { IconButton } from '#web/ui/button.tsx'
import { useCloseOnBack } from '#web/ui/hooks/use-close-on-back.ts'
import { usePrefetch } from '#web/ui/hooks/use-online.ts'
import { Logo } from './logo.tsx'

type NavItem = { to: string; label: string; end?: boolean; icon?: LucideIcon; badge?: ReactNode }

/** On small screens, `items` and `end` are in a menu, but `bell` is always visible. */
export type NavProps = { items: NavItem[]; bell?: ReactNode; end: ReactNode }

type Props = NavProps & {
  name: string
  classes: {
    nav: string
    /** The part with the logo and the bell. */
    brand: string
    home: string
    /** Hides the menu's button on screens that always show the menu. */
    button: string
    menu: string
    items: string
    link: string
    activeLink: string
  }
}

/** A navigation that small screens show as a menu. */
export function NavMenu({ name, classes, items, bell, end }: Props) {
  const nav = useRef<HTMLElement>(null)
  const { isOpen, close, toggle } = useMenuToggle(nav)
  const prefetch = usePrefetch()
  const id = useId()
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50
          focus:rounded-box focus:bg-surface focus:px-4 focus:py-2"
      >
        Skip to content
      </a>
      <nav ref={nav} aria-label={name} className={`flex flex-wrap items-center ${classes.nav}`}>
        <div className={classes.brand}>
          <Link
            to={paths.home}
            className={`flex min-h-11 items-center ${classes.home}`}
            aria-label="Dobara, home"
          >
            <Logo />
          </Link>
          {bell}
        </div>
        <IconButton
          label={isOpen ? 'Close menu' : 'Open menu'}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={toggle}
          className={classes.button}
        >
          {isOpen ? <X size={22} /> : <Menu size={22} />}
        </IconButton>
        <div
          id={id}
          className={`${isOpen ? 'flex' : 'hidden'} w-full flex-col gap-1 pb-2 ${classes.menu}`}
        >
          <ul className={`flex flex-col ${classes.items}`}>
            {items.map(({ to, label, end: isExact = false, icon: Icon, badge }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  end={isExact}
                  prefetch={prefetch}
                  onClick={close}
                  className={({ isActive }) =>
                    `flex min-h-11 items-center rounded-box px-3 font-medium transition-colors
                      hover:bg-sunken ${classes.link} ${isActive ? classes.activeLink : ''}`
                  }
                >
                  {Icon && <Icon className="shrink-0" />}
                  <span>{label}</span>
                  {badge}
                </NavLink>
              </li>
            ))}
          </ul>
          {end}
        </div>
      </nav>
    </>
  )
}

/**
 * Opens and closes the menu in `nav` on small screens. A navigation, a login, Back, Escape or a tap
 * outside closes it. Links must also call `close`, because a link to the current page is no
 * navigation.
 */
function useMenuToggle(nav: RefObject<HTMLElement | null>) {
  const { pathname, search, hash } = useLocation()
  const visit = `${pathname}${search}${hash} ${useSession()?.userId}`
  const [openAt, setOpenAt] = useState<string>()
  const isOpen = openAt === visit
  const close = () => setOpenAt(undefined)
  useCloseOnBack(isOpen, close)
  useEffect(() => {
    if (!isOpen) return
    const closeOnEscape = (event: KeyboardEvent) => {
      // If a dialog is open above the menu, Escape closes only the dialog.
      if (event.key !== 'Escape' || event.defaultPrevented) return
      setOpenAt(undefined)
      nav.current?.querySelector<HTMLElement>('[aria-expanded=true]')?.focus()
    }
    const closeOutside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !nav.current?.contains(target)) setOpenAt(undefined)
    }
    document.addEventListener('keydown', closeOnEscape)
    document.addEventListener('pointerdown', closeOutside)
    return () => {
      document.removeEventListener('keydown', closeOnEscape)
      document.removeEventListener('pointerdown', closeOutside)
    }
  }, [isOpen, nav])
  return { isOpen, close, toggle: () => setOpenAt(isOpen ? undefined : visit) }
}
