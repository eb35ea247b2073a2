import { type ReactNode, useCallback, useRef } from 'react'
import { useBlocker, useNavigate } from 'react-router'
import { type Close, CloseOnBackContext } from '#web/ui/hooks/use-close-on-back.ts'

const duplicateKey = 'isDuplicate'
type LocationState = { [duplicateKey]?: boolean } | null

/**
 * Lets the browser's Back close the dialog that was opened last. A page can't block Back on the
 * tab's first history entry, so that entry is duplicated when a dialog opens on it.
 */
export function CloseOnBackProvider({ children }: { children: ReactNode }) {
  const openDialogs = useRef<Close[]>([])
  const navigate = useNavigate()
  useBlocker(
    useCallback(({ currentLocation, nextLocation, historyAction }) => {
      if (historyAction !== 'POP') return false
      const closeLast = openDialogs.current.at(-1)
      // Waits until the router has undone this Back, because another Back before that would leave
      // the page.
      if (closeLast) window.addEventListener('popstate', () => closeLast(), { once: true })
      // No dialog is open, so Back should leave the page. But this Back leads only from the
      // duplicate to the entry that it repeats, so a second one follows.
      else if (
        (currentLocation.state as LocationState)?.[duplicateKey] &&
        currentEntry().idx === 0 &&
        isSameAddress(currentLocation, nextLocation)
      )
        window.history.back()
      return closeLast !== undefined
    }, []),
  )
  const register = useCallback(
    (close: Close) => {
      const { idx, usr } = currentEntry()
      const { pathname, search, hash } = window.location
      // Only the first dialog needs this, and `idx` is too low while the router undoes a Back.
      if (openDialogs.current.length === 0 && idx === 0)
        void navigate(
          { pathname, search, hash },
          { state: { ...usr, [duplicateKey]: true }, preventScrollReset: true },
        )
      openDialogs.current.push(close)
      return () => {
        openDialogs.current = openDialogs.current.filter((other) => other !== close)
      }
    },
    [navigate],
  )
  return <CloseOnBackContext value={register}>{children}</CloseOnBackContext>
}

const currentEntry = () => (window.history.state ?? {}) as { idx?: number; usr?: object | null }

type Address = { pathname: string; search: string; hash: string }
const isSameAddress = (a: Address, b: Address) =>
  a.pathname === b.pathname && a.search === b.search && a.hash === b.hash
