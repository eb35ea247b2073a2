import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'

type Boundary = {
  /** Whether the dialog's action has become impossible while the dialog was open. */
  isStale: boolean
  /** Registers an open dialog. Returns a function to call when it closes. */
  register: () => () => void
}

const BoundaryContext = createContext<Boundary | undefined>(undefined)

/** Lets a form tell the dialog around it whether the form's request is pending. */
export const PendingContext = createContext<((isPending: boolean) => void) | undefined>(undefined)

type Props = {
  /** Whether the action of the dialogs in `children` is possible. */
  can: boolean
  children: ReactNode
}

/**
 * Shows its children while the action is possible. If it becomes impossible while one of their
 * dialogs is open or one of their forms has input, the children stay, so that nothing typed is
 * lost. They say that something changed, and no longer offer the action.
 */
export function StaleActionBoundary({ can, children }: Props) {
  const outer = useContext(BoundaryContext)
  const registerOutside = outer?.register
  const [open, setOpen] = useState(0)
  const register = useCallback(() => {
    setOpen((count) => count + 1)
    const close = registerOutside?.()
    return () => {
      setOpen((count) => count - 1)
      close?.()
    }
  }, [registerOutside])
  if (!can && open === 0) return null
  const isStale = !can || outer?.isStale === true
  return <BoundaryContext value={{ isStale, register }}>{children}</BoundaryContext>
}

/**
 * For a form within a dialog. Returns whether a change has made the form's action impossible, but
 * false while the form's own request is pending, because a live event about its effect may arrive
 * before the response. The dialog itself calls `useStaleWhileOpen`.
 */
export function useIsStale(isPending: boolean): boolean {
  const setPending = useContext(PendingContext)
  useEffect(() => {
    if (!isPending || !setPending) return
    setPending(true)
    return () => setPending(false)
  }, [isPending, setPending])
  const isStale = useContext(BoundaryContext)?.isStale === true
  return isStale && !isPending
}

/**
 * Registers an open dialog, or a form of the page that has input. Returns whether a change has made
 * its action impossible, but false while its own request is pending.
 */
export function useStaleWhileOpen(isOpen: boolean, isPending: boolean): boolean {
  const { register, isStale = false } = useContext(BoundaryContext) ?? {}
  useEffect(() => (isOpen ? register?.() : undefined), [isOpen, register])
  return isStale && isOpen && !isPending
}

/**
 * For parts of a dialog that stay possible when its action is stale, such as the button that closes
 * it.
 */
export const IgnoreStale = ({ children }: { children: ReactNode }) => (
  <BoundaryContext value={undefined}>{children}</BoundaryContext>
)

export const staleText = 'Something has changed in the meantime, so this can’t be done any more.'

export const StaleNote = () => (
  <p role="alert" className="rounded-box bg-accent-soft px-4 py-3 font-medium text-foreground">
    {staleText}
  </p>
)
