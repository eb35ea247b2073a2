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
