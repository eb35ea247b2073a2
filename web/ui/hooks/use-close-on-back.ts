import { createContext, use, useEffect, useEffectEvent } from 'react'

export type Close = () => void

/**
 * Registers a function for Back to call, and returns a function that unregisters it. The layout
 * provides it, because only the layout knows the router.
 */
export const CloseOnBackContext = createContext<(close: Close) => () => void>(() => () => {})

/** Makes Back call `close` while `isOpen`. Of several dialogs, Back closes the last one. */
export function useCloseOnBack(isOpen: boolean, close: Close): void {
  const register = use(CloseOnBackContext)
  const closeNow = useEffectEvent(close)
  useEffect(() => (isOpen ? register(() => closeNow()) : undefined), [isOpen, register])
}
