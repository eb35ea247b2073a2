// What the bars of all pages share: the way past them, and a menu that folds behind a button on small screens.
import { Menu, X } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { IconButton } from '#web/ui/button.tsx'

/** Leads the keyboard past the bar. */
export const SkipLink = () => (
  <a
    href="#main"
    className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:rounded-box focus:bg-surface focus:px-4 focus:py-2"
  >
    Skip to content
  </a>
)

/** Whether a menu is unfolded: only at the address it was opened at, so that following a link or opening a login folds it away. */
export function useFolding() {
  const { key } = useLocation()
  const [openAt, setOpenAt] = useState<string>()
  const open = openAt === key
  return { open, toggle: () => setOpenAt(open ? undefined : key) }
}

/** The button that the menu with this id folds behind. */
export function MenuButton({
  controls,
  open,
  toggle,
}: { controls: string } & ReturnType<typeof useFolding>) {
  return (
    <IconButton
      label={open ? 'Close menu' : 'Open menu'}
      aria-expanded={open}
      aria-controls={controls}
      onClick={toggle}
      className="md:hidden"
    >
      {open ? <X size={22} aria-hidden /> : <Menu size={22} aria-hidden />}
    </IconButton>
  )
}
