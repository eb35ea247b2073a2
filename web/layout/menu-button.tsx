import { Menu, X } from 'lucide-react'
import { IconButton } from '#web/ui/button.tsx'

/** `className` says from which width on the menu is there without it. */
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
      {isOpen ? <X size={22} aria-hidden /> : <Menu size={22} aria-hidden />}
    </IconButton>
  )
}
