import { useEffect } from 'react'
import { useToast } from '#web/ui/overlays/toasts.tsx'

type NavigateEvent = Event & { navigationType: string; userInitiated: boolean }

/** Another reload this soon wouldn't help. */
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
 * The router reloads the page if the code of the next one fails to load. After a deploy that helps,
 * once; if the server is unreachable, a reload would lose the current page too.
 */
export function useReloadGuard(): void {
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
