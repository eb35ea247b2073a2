import { useCallback, useSyncExternalStore } from 'react'

/** Returns whether a media query matches, or `atFirst` on the server and during hydration. */
export function useMediaQuery(query: string, atFirst: boolean): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => atFirst,
  )
}
