// Toasts: short words at the edge of the screen, clear of modals (styles.css says where), read out by screen readers; they leave by themselves unless they are errors.
import { X } from 'lucide-react'
import { createContext, type ReactNode, use, useCallback, useRef, useState } from 'react'
import { IconButton } from './button.tsx'

export type Toast = { text: ReactNode; kind?: 'info' | 'good' | 'bad' | undefined; action?: ReactNode }
type Shown = Toast & { id: number }
type Show = (toast: Toast) => void

const ToastContext = createContext<Show>(() => {})

/** Whether something stands in a toast, or stood in one that is gone: pressing it isn't a press beside the modal beneath. */
export const isToast = (target: EventTarget | null): boolean => target instanceof Element && target.closest('[data-toast]') !== null

/** Shows a toast. */
export const useToast = (): Show => use(ToastContext)

const tones = { info: 'border-line', good: 'border-leaf', bad: 'border-brick' } as const
const lifeMs = 4000
const most = 3

export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown[]>([])
  const count = useRef(0)
  const dismiss = useCallback((id: number) => setShown((all) => all.filter((toast) => toast.id !== id)), [])
  const show = useCallback<Show>(
    (toast) => {
      const id = ++count.current
      // The same once more takes the place of the first.
      setShown((all) => [...all.filter(({ text }) => text !== toast.text).slice(1 - most), { ...toast, id }])
      if (toast.kind !== 'bad') setTimeout(() => dismiss(id), lifeMs)
    },
    [dismiss],
  )
  return (
    <ToastContext value={show}>
      {children}
      <div data-toasts aria-live="polite" className="pointer-events-none fixed inset-x-0 z-[60] flex flex-col items-center gap-2 p-2">
        {shown.map((toast) => (
          <div
            key={toast.id}
            data-toast
            role={toast.kind === undefined || toast.kind === 'info' ? undefined : 'alert'}
            className={`pointer-events-auto flex w-full max-w-sm animate-rise items-center gap-2 rounded-box border-l-4 bg-card py-1 pr-1 pl-4 text-ink shadow-raised ring-1 ring-line ${tones[toast.kind ?? 'info']}`}
          >
            <div className="min-w-0 flex-1 py-2 text-sm [overflow-wrap:anywhere]">{toast.text}</div>
            {toast.action}
            <IconButton label="Dismiss" onClick={() => dismiss(toast.id)}>
              <X size={18} aria-hidden />
            </IconButton>
          </div>
        ))}
      </div>
    </ToastContext>
  )
}
