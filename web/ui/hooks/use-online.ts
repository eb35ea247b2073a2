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
 * How a menu's links prefetch: when a person is about to press them, but never offline, because
 * after a failed prefetch the router reloads the current page again and again.
 */
export const usePrefetch = (): 'intent' | 'none' => (useOnline() ? 'intent' : 'none')
