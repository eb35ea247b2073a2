import { Menu, X } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { IconButton } from '#web/ui/button.tsx'

/** Whether the menu of small screens is open. Every navigation closes it. */
export function useMenuToggle() {
  const { key } = useLocation()
  const [openAtKey, setOpenAtKey] = useState<string>()
  const isOpen = openAtKey === key
  return { isOpen, toggle: () => setOpenAtKey(isOpen ? undefined : key) }
}

/** `className` says from which width on the menu is there without it. */
export function MenuButton({
  controls,
  className,
  isOpen,
  toggle,
}: { controls: string; className: string } & ReturnType<typeof useMenuToggle>) {
  return (
    <IconButton
      label={isOpen ? 'Close menu' : 'Open menu'}
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={toggle}
      className={className}
    >
      {isOpen ? <X size={22} aria-hidden /> : <Menu size={22} aria-hidden />}
    </IconButton>
  )
}
