// What makes the product work without a connection: the service worker, and the word that there is none.
import { useEffect, useSyncExternalStore } from 'react'

const subscribe = (call: () => void) => {
  window.addEventListener('online', call)
  window.addEventListener('offline', call)
  return () => {
    window.removeEventListener('online', call)
    window.removeEventListener('offline', call)
  }
}

/** Whether the browser has a connection at all. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )

/**
 * When a menu's pages are loaded: at once, so that they open without a connection too; not while there is none, because a
 * page that can't be loaded makes the router load this one anew, without end.
 */
export const usePrefetch = (): 'render' | 'none' => (useOnline() ? 'render' : 'none')

/** The scripts and styles that this page has loaded; the first of them came before the service worker did. */
const loaded = () =>
  performance
    .getEntriesByType('resource')
    .flatMap(({ name }) => (name.includes('/assets/') ? [new URL(name).pathname] : []))

/** Installs the service worker, and has it keep `pages`, so that they open without a connection. */
export function useServiceWorker(pages: readonly string[]): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    let over = false
    const wait = setTimeout(async () => {
      try {
        await navigator.serviceWorker.register('/sw.js')
        const { active } = await navigator.serviceWorker.ready
        if (!over) active?.postMessage({ pages, files: loaded() })
      } catch {
        // Forbidden or broken here: everything works as without it.
      }
      // Not while the page itself is still loading.
    }, 3000)
    return () => {
      over = true
      clearTimeout(wait)
    }
  }, [pages])
}
