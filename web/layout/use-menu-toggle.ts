import { type RefObject, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useCloseOnBack } from '#web/ui/hooks/use-close-on-back.ts'

/**
 * Opens and closes the menu in `nav` on small screens. A navigation, Back, Escape or a tap outside
 * closes it. Links must call `close` themselves, because a link may lead to the current page.
 */
export function useMenuToggle(nav: RefObject<HTMLElement | null>) {
  const { pathname, search, hash } = useLocation()
  const address = pathname + search + hash
  const [openAt, setOpenAt] = useState<string>()
  const isOpen = openAt === address
  const close = () => setOpenAt(undefined)
  useCloseOnBack(isOpen, close)
  useEffect(() => {
    if (!isOpen) return
    const closeOnEscape = (event: KeyboardEvent) => {
      // If a dialog is open above the menu, Escape only closes the dialog.
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
  return { isOpen, close, toggle: () => setOpenAt(isOpen ? undefined : address) }
}
