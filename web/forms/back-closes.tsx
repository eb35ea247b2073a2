// What Back does while something stands over the page.
import { type ReactNode, useCallback, useRef } from 'react'
import { useBlocker, useNavigate } from 'react-router'
import { BackContext, type Close } from '#web/ui/hooks/back.ts'

/** Marks the entry that stands on the first one of this tab and shows the same. */
const doubled = 'doubled'
type Marked = { [doubled]?: boolean } | null

/**
 * Closes what was opened last instead of going back. Beneath the tab's first entry there is another site or nothing, and
 * no page can hold that Back up; so the entry is doubled when something opens on it.
 */
export function BackCloses({ children }: { children: ReactNode }) {
  const open = useRef<Close[]>([])
  const navigate = useNavigate()
  useBlocker(
    useCallback(({ currentLocation, nextLocation, historyAction }) => {
      if (historyAction !== 'POP') return false
      const last = open.current.at(-1)
      if (last) last()
      // Nothing is open any more, so what is beneath the doubled entry is the same once more.
      else if (
        (currentLocation.state as Marked)?.[doubled] &&
        entry().idx === 0 &&
        isSame(currentLocation, nextLocation)
      )
        window.history.back()
      return last !== undefined
    }, []),
  )
  const keep = useCallback(
    (close: Close) => {
      const { idx, usr } = entry()
      const { pathname, search, hash } = window.location
      // While the router undoes a Back the number is too low, and all that opens then is a question above what is open.
      if (open.current.length === 0 && idx === 0)
        void navigate(
          { pathname, search, hash },
          { state: { ...usr, [doubled]: true }, preventScrollReset: true },
        )
      open.current.push(close)
      return () => {
        open.current = open.current.filter((one) => one !== close)
      }
    },
    [navigate],
  )
  return <BackContext value={keep}>{children}</BackContext>
}

/** The history's present entry, as the router numbers it, and the state that belongs to its location. */
const entry = () => (window.history.state ?? {}) as { idx?: number; usr?: object | null }

type Address = { pathname: string; search: string; hash: string }
const isSame = (one: Address, other: Address) =>
  one.pathname === other.pathname && one.search === other.search && one.hash === other.hash
