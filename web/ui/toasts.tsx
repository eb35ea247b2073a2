// Toasts: short words at the edge of the screen, clear of modals (styles.css says where), read out by screen readers; they leave by themselves unless they are errors, and not under the pointer or the focus (WCAG 2.2.1).
import { X } from 'lucide-react'
import {
  createContext,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  use,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { IconButton } from './button.tsx'

export type Toast = {
  text: ReactNode
  kind?: 'info' | 'good' | 'bad' | undefined
  action?: ReactNode
}
type Shown = Toast & { id: number }
type Show = (toast: Toast) => void

const ToastContext = createContext<Show>(() => {})

/** Whether something stands in a toast, or stood in one that is gone: pressing it isn't a press beside the modal beneath. */
export const isToast = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-toast]') !== null

/** Shows a toast. */
export const useToast = (): Show => use(ToastContext)

const tones = { info: 'border-border', good: 'border-primary', bad: 'border-danger' } as const
const lifeMs = 4000
const most = 3

export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown[]>([])
  // The toasts under the pointer and with the focus in them: as long as there is one, none of them goes by itself.
  const [pointed, setPointed] = useState<number>()
  const [focused, setFocused] = useState<number>()
  const held = shown.some(({ id }) => id === pointed || id === focused)
  const count = useRef(0)
  const dismiss = useCallback(
    (id: number) => setShown((all) => all.filter((toast) => toast.id !== id)),
    [],
  )
  const show = useCallback<Show>((toast) => {
    const id = ++count.current
    // The same once more takes the place of the first.
    setShown((all) => [
      ...all.filter(({ text }) => text !== toast.text).slice(1 - most),
      { ...toast, id },
    ])
  }, [])
  return (
    <ToastContext value={show}>
      {children}
      <div
        data-toasts
        aria-live="polite"
        className="pointer-events-none fixed inset-x-0 z-[60] flex flex-col items-center gap-2 p-2"
      >
        {shown.map((toast) => (
          <ToastBox
            key={toast.id}
            toast={toast}
            held={held}
            onPoint={setPointed}
            onFocus={setFocused}
            onDismiss={dismiss}
          />
        ))}
      </div>
    </ToastContext>
  )
}

/** Ends something once it has lived for `lifeMs` in all, not counting the time in which it is held. */
function useLife(lifeMs: number | undefined, held: boolean, onEnd: () => void): void {
  const leftMs = useRef(lifeMs)
  const latest = useRef(onEnd)
  useEffect(() => {
    latest.current = onEnd
  })
  useEffect(() => {
    if (held || leftMs.current === undefined) return
    const since = performance.now()
    const timer = setTimeout(() => latest.current(), leftMs.current)
    return () => {
      clearTimeout(timer)
      leftMs.current = Math.max(0, (leftMs.current ?? 0) - (performance.now() - since))
    }
  }, [held])
}

type Hold = Dispatch<SetStateAction<number | undefined>>
type BoxProps = {
  toast: Shown
  held: boolean
  onPoint: Hold
  onFocus: Hold
  onDismiss: (id: number) => void
}

function ToastBox({
  toast: { id, text, kind = 'info', action },
  held,
  onPoint,
  onFocus,
  onDismiss,
}: BoxProps) {
  useLife(kind === 'bad' ? undefined : lifeMs, held, () => onDismiss(id))
  const release = (now: number | undefined) => (now === id ? undefined : now)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers notice who reads it; there is nothing to press
    <div
      data-toast
      role={kind === 'info' ? undefined : 'alert'}
      onPointerEnter={() => onPoint(id)}
      onPointerLeave={() => onPoint(release)}
      onFocus={() => onFocus(id)}
      onBlur={() => onFocus(release)}
      className={`pointer-events-auto flex w-full max-w-sm animate-rise items-center gap-2 rounded-box border-l-4 bg-surface py-1 pr-1 pl-4 text-foreground shadow-raised ring-1 ring-border ${tones[kind]}`}
    >
      <div className="min-w-0 flex-1 py-2 text-sm [overflow-wrap:anywhere]">{text}</div>
      {action}
      <IconButton label="Dismiss" onClick={() => onDismiss(id)}>
        <X size={18} aria-hidden />
      </IconButton>
    </div>
  )
}
