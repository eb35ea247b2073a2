import { createContext, use, useEffect, useEffectEvent } from 'react'

export type Close = () => void

/**
 * Registers a function that Back calls, and returns a function that unregisters it. The layout
 * provides this context, because only the layout knows the router.
 */
export const CloseOnBackContext = createContext<(close: Close) => () => void>(() => () => {})

/**
 * While `isOpen`, the browser's Back calls `close`. If several dialogs are open, Back closes the
 * last one.
 */
export function useCloseOnBack(isOpen: boolean, close: Close): void {
  const register = use(CloseOnBackContext)
  const closeNow = useEffectEvent(close)
  useEffect(() => (isOpen ? register(() => closeNow()) : undefined), [isOpen, register])
}
