import { createContext, use, useEffect, useEffectEvent } from 'react'

export type Close = () => void

/** Registers what Back calls, until the result is called; provided where the router is known. */
export const CloseOnBackContext = createContext<(close: Close) => () => void>(() => () => {})

/** Makes Back call `close` while `isOpen`; of several, the one that was opened last. */
export function useCloseOnBack(isOpen: boolean, close: Close): void {
  const register = use(CloseOnBackContext)
  const closeNow = useEffectEvent(close)
  useEffect(() => (isOpen ? register(() => closeNow()) : undefined), [isOpen, register])
}
