import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'

type Subject = {
  /** Why the dialog's action is no longer possible, if that changed while the dialog was open. */
  changed: string | undefined
  /** Registers an open dialog. Returns a function to call when it closes. */
  register: () => () => void
}

const SubjectContext = createContext<Subject | undefined>(undefined)

/** Lets a form tell the dialog around it whether the form's request is pending. */
export const PendingContext = createContext<((isPending: boolean) => void) | undefined>(undefined)

type Props = {
  /** Whether the action of the dialogs in `children` is possible. */
  can: boolean
  state?: string
  /**
   * The message in an open dialog when its action is no longer possible. `before` is the state in
   * which the dialog opened.
   */
  changed?: string | ((before: string) => string)
  children: ReactNode
}

/**
 * Shows its children while the action is possible. If it stops being possible while one of their
 * dialogs is open or one of their forms has input, they stay, so that nothing typed is lost: they
 * say what changed, and no longer offer the action.
 */
export function StaleActionBoundary({
  can,
  state = '',
  changed = 'Something has changed in the meantime, so this can’t be done any more.',
  children,
}: Props) {
  const outer = useContext(SubjectContext)
  const registerOutside = outer?.register
  const [open, setOpen] = useState(0)
  const [before, setBefore] = useState(state)
  if (open === 0 && before !== state) setBefore(state)
  const register = useCallback(() => {
    setOpen((count) => count + 1)
    const close = registerOutside?.()
    return () => {
      setOpen((count) => count - 1)
      close?.()
    }
  }, [registerOutside])
  if (!can && open === 0) return null
  const text = typeof changed === 'string' ? changed : changed(before)
  return (
    <SubjectContext value={{ changed: can ? outer?.changed : text, register }}>
      {children}
    </SubjectContext>
  )
}

/**
 * For a form within a dialog: returns the change that makes the form's action impossible. Undefined
 * while the form's own request is pending, because a live event about its effect may arrive before
 * the response. The dialog itself calls `useOpenSubject`.
 */
export function useStaleReason(isPending: boolean): string | undefined {
  const setPending = useContext(PendingContext)
  useEffect(() => {
    if (!isPending || !setPending) return
    setPending(true)
    return () => setPending(false)
  }, [isPending, setPending])
  const changed = useContext(SubjectContext)?.changed
  return isPending ? undefined : changed
}

/**
 * Registers an open dialog, or a form of the page that has input. Returns the change that makes its
 * action impossible, unless its own request is pending.
 */
export function useOpenSubject(isOpen: boolean, isPending: boolean): string | undefined {
  const { register, changed } = useContext(SubjectContext) ?? {}
  useEffect(() => (isOpen ? register?.() : undefined), [isOpen, register])
  return isOpen && !isPending ? changed : undefined
}

/** For actions that stay possible in such a dialog, for example closing it. */
export const IgnoreStale = ({ children }: { children: ReactNode }) => (
  <SubjectContext value={undefined}>{children}</SubjectContext>
)

export const SubjectChange = ({ children }: { children: ReactNode }) => (
  <p role="alert" className="rounded-box bg-accent-soft px-4 py-3 font-medium text-foreground">
    {children}
  </p>
)
