import { useEffect, useSyncExternalStore } from 'react'

const registerDelayMs = 3000

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
 * How a menu's links prefetch: at once, so that they open offline later. Not while offline: a page
 * that fails to load makes the router reload this one again and again.
 */
export const usePrefetch = (): 'render' | 'none' => (useOnline() ? 'render' : 'none')

/** Files that were loaded before the service worker could cache them. */
const loadedAssets = () =>
  performance
    .getEntriesByType('resource')
    .flatMap(({ name }) => (name.includes('/assets/') ? [new URL(name).pathname] : []))

export function useServiceWorker(pages: readonly string[]): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    let isUnmounted = false
    const timer = setTimeout(async () => {
      try {
        await navigator.serviceWorker.register('/sw.js')
        const { active } = await navigator.serviceWorker.ready
        if (!isUnmounted) active?.postMessage({ pages, files: loadedAssets() })
      } catch {}
    }, registerDelayMs)
    return () => {
      isUnmounted = true
      clearTimeout(timer)
    }
  }, [pages])
}
