// Registers the service worker, and says whether there is a connection.
import { useEffect, useSyncExternalStore } from 'react'

/** The service worker waits until the page itself has loaded. */
const registerDelayMs = 3000

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Whether the browser has a connection; true on the server. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )

/**
 * How a menu's links prefetch: at once, so that they open offline later. Not while offline: a page
 * that fails to load makes the router reload this one again and again.
 */
export const usePrefetch = (): 'render' | 'none' => (useOnline() ? 'render' : 'none')

/** The first scripts and styles came before there was a service worker to cache them. */
const loadedAssets = () =>
  performance
    .getEntriesByType('resource')
    .flatMap(({ name }) => (name.includes('/assets/') ? [new URL(name).pathname] : []))

/** Installs the service worker and has it cache `pages`, so that they open offline. */
export function useServiceWorker(pages: readonly string[]): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    let isUnmounted = false
    const timer = setTimeout(async () => {
      try {
        await navigator.serviceWorker.register('/sw.js')
        const { active } = await navigator.serviceWorker.ready
        if (!isUnmounted) active?.postMessage({ pages, files: loadedAssets() })
      } catch {
        // Not allowed in this browser: the app works without it.
      }
    }, registerDelayMs)
    return () => {
      isUnmounted = true
      clearTimeout(timer)
    }
  }, [pages])
}
