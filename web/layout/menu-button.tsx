import { Menu, X } from 'lucide-react'
import { IconButton } from '#web/ui/button.tsx'

/** `className` hides the button from the width at which the menu is always visible. */
export function MenuButton({
  controls,
  className,
  isOpen,
  toggle,
}: {
  controls: string
  className: string
  isOpen: boolean
  toggle: () => void
}) {
  return (
    <IconButton
      label={isOpen ? 'Close menu' : 'Open menu'}
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={toggle}
      className={className}
    >
      {isOpen ? <X size={22} /> : <Menu size={22} />}
    </IconButton>
  )
}
