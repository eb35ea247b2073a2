import { Menu, X } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { IconButton } from '#web/ui/button.tsx'

/** Lets keyboard users skip the navigation. */
export const SkipLink = () => (
  <a
    href="#main"
    className="sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:rounded-box focus:bg-surface focus:px-4 focus:py-2"
  >
    Skip to content
  </a>
)

/** Whether the menu of small screens is open. Every navigation closes it. */
export function useMenuToggle() {
  const { key } = useLocation()
  const [openAtKey, setOpenAtKey] = useState<string>()
  const isOpen = openAtKey === key
  return { isOpen, toggle: () => setOpenAtKey(isOpen ? undefined : key) }
}

/** Opens and closes the menu with the id `controls`. */
export function MenuButton({
  controls,
  isOpen,
  toggle,
}: { controls: string } & ReturnType<typeof useMenuToggle>) {
  return (
    <IconButton
      label={isOpen ? 'Close menu' : 'Open menu'}
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={toggle}
      className="md:hidden"
    >
      {isOpen ? <X size={22} aria-hidden /> : <Menu size={22} aria-hidden />}
    </IconButton>
  )
}
