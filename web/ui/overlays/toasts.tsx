// Toasts disappear after a while, except errors and those that have the pointer or the focus (WCAG
// 2.2.1). Pressing a toast's action also dismisses the toast, because its text is then out of date.
import { X } from 'lucide-react'
import { createContext, type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react'
import { IconButton } from '#web/ui/button.tsx'

export type Toast = {
  text: ReactNode
  kind?: 'info' | 'success' | 'error' | undefined
  action?: ReactNode
  /** How long the toast is shown. By default 4 seconds; errors stay until they are dismissed. */
  seconds?: number
}
type ShownToast = Toast & { id: number }
/** Shows a toast and returns a function that dismisses it. */
type ShowToast = (toast: Toast) => () => void

const ToastContext = createContext<ShowToast>(() => () => {})

/** Whether an element is in a toast. A click there doesn't count as a click outside a dialog. */
export const isToast = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-toast]') !== null

export const useToast = (): ShowToast => use(ToastContext)

const tones = { info: 'border-border', success: 'border-primary', error: 'border-danger' } as const
const defaultSeconds = 4
const recheckMs = 1000
const maxShown = 3

export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<ShownToast[]>([])
  const lastId = useRef(0)
  const dismiss = useCallback(
    (id: number) => setShown((all) => all.filter((toast) => toast.id !== id)),
    [],
  )
  const show = useCallback<ShowToast>(
    (toast) => {
      const id = ++lastId.current
      setShown((all) => [
        ...all.filter(({ text }) => text !== toast.text).slice(1 - maxShown),
        { ...toast, id },
      ])
      return () => dismiss(id)
    },
    [dismiss],
  )
  return (
    <ToastContext value={show}>
      {children}
      <div
        data-toasts
        aria-live="polite"
        className="pointer-events-none fixed inset-x-0 z-[60] flex flex-col items-center gap-2 px-2 py-1 sm:p-2"
      >
        {shown.map((toast) => (
          <ToastBox key={toast.id} toast={toast} onDismiss={dismiss} />
        ))}
      </div>
    </ToastContext>
  )
}

const isAnyInUse = () =>
  document.querySelector('[data-toast]:hover, [data-toast]:focus-within') !== null

type BoxProps = { toast: ShownToast; onDismiss: (id: number) => void }

function ToastBox({
  toast: { id, text, kind = 'info', action, seconds = defaultSeconds },
  onDismiss,
}: BoxProps) {
  useEffect(() => {
    if (kind === 'error') return
    const end = () => {
      if (isAnyInUse()) timer = setTimeout(end, recheckMs)
      else onDismiss(id)
    }
    let timer = setTimeout(end, seconds * 1000)
    return () => clearTimeout(timer)
  }, [id, kind, seconds, onDismiss])
  return (
    <div
      data-toast
      role={kind === 'info' ? undefined : 'alert'}
      className={`pointer-events-auto flex w-full max-w-sm animate-rise flex-wrap items-center gap-x-2
        rounded-box border-l-4 bg-surface py-1 pr-1 pl-4 text-foreground shadow-raised ring-1
        ring-border max-sm:min-h-13 max-sm:py-0.5 max-sm:not-last:hidden ${tones[kind]}`}
    >
      <span className="wrap-anywhere min-w-0 flex-1 basis-40 py-1 text-sm sm:py-2">{text}</span>
      {action !== undefined && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the action within is a button or link
        // biome-ignore lint/a11y/useKeyWithClickEvents: the action turns keys into clicks
        <span className="contents" onClick={() => onDismiss(id)}>
          {action}
        </span>
      )}
      <IconButton label="Dismiss" className="ml-auto" onClick={() => onDismiss(id)}>
        <X size={18} />
      </IconButton>
    </div>
  )
}
