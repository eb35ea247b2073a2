import { useEffect } from 'react'

/** After this time a page has loaded its own files, even over a slow connection. */
const registerDelayMs = 5000

/** Returns the files that were loaded before the service worker could cache them. */
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
