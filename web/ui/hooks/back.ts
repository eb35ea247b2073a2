import { createContext, use, useEffect, useRef } from 'react'

export type Close = () => void

/** Registers what Back calls, until the result is called; provided where the router is known. */
export const BackContext = createContext<(close: Close) => () => void>(() => () => {})

/** Makes Back call `close` while `isOpen`; of several, the one that was opened last. */
export function useBack(isOpen: boolean, close: Close): void {
  const register = use(BackContext)
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => (isOpen ? register(() => latest.current()) : undefined), [isOpen, register])
}

/** Makes the browser ask before the tab is closed or reloaded while there are unsaved changes. */
export function useAskBeforeUnload(hasChanges: boolean): void {
  useEffect(() => {
    if (!hasChanges) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [hasChanges])
}
