import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'

type Subject = {
  /** What changed since the dialog was opened, so that it can’t be done any more. */
  changed: string | undefined
  /** A dialog says that it is open; returns what says that it is closed. */
  register: () => () => void
}

const SubjectContext = createContext<Subject | undefined>(undefined)

/** By which a form tells the dialog around it whether its request is pending. */
export const PendingContext = createContext<((isPending: boolean) => void) | undefined>(undefined)

type Props = {
  /** Whether what the dialogs below are about can still be done. */
  can: boolean
  state?: string
  /**
   * Said in a dialog that is open when it can’t be done any more; `before`: the state it opened in.
   */
  changed: string | ((before: string) => string)
  children: ReactNode
}

/**
 * Shows its children as long as the action is possible, and then as long as one of their dialogs is
 * open or a form of theirs is begun, which keeps what was typed, says what changed and offers no
 * button for it any more.
 */
export function WhilePossible({ can, state = '', changed, children }: Props) {
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
 * What changed below the open dialog of a form: not while the form's own request is pending,
 * because its change may be heard of before its answer. The dialog itself calls `useOpenSubject`.
 */
export function useSubjectChange(isPending: boolean): string | undefined {
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
 * Says that a dialog is open or a form of the page is begun; returns what changed below it, unless
 * its request is pending.
 */
export function useOpenSubject(isOpen: boolean, isPending: boolean): string | undefined {
  const { register, changed } = useContext(SubjectContext) ?? {}
  useEffect(() => (isOpen ? register?.() : undefined), [isOpen, register])
  return isOpen && !isPending ? changed : undefined
}

/** For what stays possible in a dialog after its subject has changed, such as closing it. */
export const WithoutSubject = ({ children }: { children: ReactNode }) => (
  <SubjectContext value={undefined}>{children}</SubjectContext>
)

export const SubjectChange = ({ children }: { children: ReactNode }) => (
  <p role="alert" className="rounded-box bg-accent-soft px-4 py-3 font-medium text-foreground">
    {children}
  </p>
)
