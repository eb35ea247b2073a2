import { type RefObject, useEffect, useEffectEvent } from 'react'

/** A phone moves the page by less when its keyboard comes. */
const scrolledPx = 80

/**
 * Closes a list when somebody presses outside of its box, which on a phone doesn't take the focus
 * from it, or scrolls on to what it lies over.
 */
export function useCloseOnLeaving(
  box: RefObject<HTMLElement | null>,
  isShown: boolean,
  close: () => void,
): void {
  const closeNow = useEffectEvent(close)
  useEffect(() => {
    if (!isShown) return
    const start = window.scrollY
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !box.current?.contains(target)) closeNow()
    }
    const onScroll = () => {
      if (Math.abs(window.scrollY - start) > scrolledPx) closeNow()
    }
    document.addEventListener('pointerdown', onPress)
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      document.removeEventListener('pointerdown', onPress)
      window.removeEventListener('scroll', onScroll)
    }
  }, [box, isShown])
}
