import { WifiOff } from 'lucide-react'
import { useEffect } from 'react'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { useOnline } from '#web/ui/hooks/use-online.ts'
import { useToast } from '#web/ui/overlays/toasts.tsx'

/** Public pages that are cached for offline use, including the time after a logout. */
const publicPages: readonly string[] = [paths.home, paths.books, paths.about]
const offlinePages: Record<string, readonly string[]> = {
  buyer: [...publicPages, ...Object.values(paths.buyer)],
  seller: [...publicPages, ...Object.values(paths.seller)],
}

export function OfflineBanner() {
  const session = useSession()
  useServiceWorker(offlinePages[session?.role ?? ''] ?? publicPages)
  const isOnline = useOnline()
  useReloadGuard()
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-40 flex justify-center sm:p-2"
    >
      {!isOnline && (
        <p
          data-offline
          className="flex items-center gap-2 border-border border-t bg-surface px-4 py-1.5 text-sm
            max-sm:w-full max-sm:justify-center sm:rounded-full sm:border sm:shadow-raised"
        >
          <WifiOff size={16} />
          You’re offline. This is what loaded last.
        </p>
      )}
    </div>
  )
}

/** A page has loaded its own files after this time, even over a slow connection. */
const registerDelayMs = 5000

/** Returns the files that were loaded before the service worker could cache them. */
const loadedAssets = () =>
  performance
    .getEntriesByType('resource')
    .flatMap(({ name }) => (name.includes('/assets/') ? [new URL(name).pathname] : []))

function useServiceWorker(pages: readonly string[]): void {
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

type NavigateEvent = Event & { navigationType: string; userInitiated: boolean }

/** A reload doesn't help if the last one was this recent. */
const minIntervalMs = 30_000
const storageKey = 'dobara.reloaded'

function mayReload(nowMs = Date.now()): boolean {
  try {
    const lastMs = Number(sessionStorage.getItem(storageKey))
    sessionStorage.setItem(storageKey, String(nowMs))
    return nowMs - lastMs > minIntervalMs
  } catch {
    return false
  }
}

const isServerThere = () =>
  fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

/**
 * Controls the router's reload of the page, which follows if the code of the next page fails to
 * load. After a deploy one reload helps. But if the server can't be reached, a reload would lose
 * the current page, too.
 */
function useReloadGuard(): void {
  const toast = useToast()
  useEffect(() => {
    const { navigation } = window as { navigation?: EventTarget }
    let isAllowed = false
    const onNavigate = (event: Event) => {
      const { navigationType, userInitiated, cancelable } = event as NavigateEvent
      if (navigationType !== 'reload' || userInitiated || isAllowed || !cancelable) return
      event.preventDefault()
      void isServerThere().then((isThere) => {
        if (isThere && mayReload()) {
          isAllowed = true
          window.location.reload()
        } else {
          const text = 'This could not be loaded. Check your connection, then try again.'
          toast({ text, kind: 'error' })
        }
      })
    }
    navigation?.addEventListener('navigate', onNavigate)
    return () => navigation?.removeEventListener('navigate', onNavigate)
  }, [toast])
}
