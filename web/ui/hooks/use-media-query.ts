import { useCallback, useSyncExternalStore } from 'react'

/**
 * Returns whether a media query matches. On the server and during hydration it returns `atFirst`.
 */
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
