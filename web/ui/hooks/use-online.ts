import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )

/**
 * How a menu's links prefetch: when somebody is about to press them. Not while offline: a page that
 * fails to load makes the router reload this one again and again.
 */
export const usePrefetch = (): 'intent' | 'none' => (useOnline() ? 'intent' : 'none')
