// The browser's Back closes what stands over the page before it leaves the page.
import { createContext, use, useEffect, useRef } from 'react'

export type Close = () => void

/** Keeps a way of closing for as long as it is wanted; what it returns forgets it. Whoever knows the history provides it. */
export const BackContext = createContext<(close: Close) => () => void>(() => () => {})

/** Has Back call `close` while there is something `open`; of several, what was opened last. */
export function useBack(open: boolean, close: Close): void {
  const keep = use(BackContext)
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => (open ? keep(() => latest.current()) : undefined), [open, keep])
}

/** Has the browser ask before the tab is closed or another page is loaded, while something would be lost. */
export function useAskBeforeUnload(wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [wanted])
}
