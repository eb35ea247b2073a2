import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query matches; `atFirst` on the server and while its page is hydrated. */
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
