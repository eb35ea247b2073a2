// Toasts other than errors disappear, but not while they have the pointer or the focus (WCAG
// 2.2.1).
import { X } from 'lucide-react'
import {
  createContext,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { IconButton } from '#web/ui/button.tsx'

type Toast = {
  text: ReactNode
  kind?: 'info' | 'success' | 'error' | undefined
  action?: ReactNode
}
type ShownToast = Toast & { id: number }
type ShowToast = (toast: Toast) => void

const ToastContext = createContext<ShowToast>(() => {})

/** Whether an element is in a toast. A click there doesn't count as a click outside a dialog. */
export const isToast = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-toast]') !== null

export const useToast = (): ShowToast => use(ToastContext)

const tones = { info: 'border-border', success: 'border-primary', error: 'border-danger' } as const
const durationMs = 4000
const maxShown = 3

export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<ShownToast[]>([])
  // Ids of the toasts with the pointer and with the focus. While there is one, all toasts stay.
  const [hovered, setHovered] = useState<number>()
  const [focused, setFocused] = useState<number>()
  const isPaused = shown.some(({ id }) => id === hovered || id === focused)
  const lastId = useRef(0)
  const dismiss = useCallback(
    (id: number) => setShown((all) => all.filter((toast) => toast.id !== id)),
    [],
  )
  const show = useCallback<ShowToast>((toast) => {
    const id = ++lastId.current
    setShown((all) => [
      ...all.filter(({ text }) => text !== toast.text).slice(1 - maxShown),
      { ...toast, id },
    ])
  }, [])
  return (
    <ToastContext value={show}>
      {children}
      <div
        data-toasts
        aria-live="polite"
        className="pointer-events-none fixed inset-x-0 z-[60] flex flex-col items-center gap-2 px-2 py-1 sm:p-2"
      >
        {shown.map((toast) => (
          <ToastBox
            key={toast.id}
            toast={toast}
            isPaused={isPaused}
            onHover={setHovered}
            onFocus={setFocused}
            onDismiss={dismiss}
          />
        ))}
      </div>
    </ToastContext>
  )
}

/**
 * Calls `onEnd` after a duration, not counting pauses. If the duration is undefined, it never does.
 */
function usePausableTimer(totalMs: number | undefined, isPaused: boolean, onEnd: () => void): void {
  const leftMs = useRef(totalMs)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (isPaused || leftMs.current === undefined) return
    const startedAtMs = performance.now()
    const timer = setTimeout(() => end(), leftMs.current)
    return () => {
      clearTimeout(timer)
      leftMs.current = Math.max(0, (leftMs.current ?? 0) - (performance.now() - startedAtMs))
    }
  }, [isPaused])
}

/** Whether the text has more lines than its box shows, and whether the person has expanded it. */
function useCutText() {
  const box = useRef<HTMLSpanElement>(null)
  const [isCut, setIsCut] = useState(false)
  const [isWhole, setIsWhole] = useState(false)
  useLayoutEffect(() => {
    if (box.current) setIsCut(box.current.scrollHeight > box.current.clientHeight)
  }, [])
  return { box, isCut, isWhole, toggle: () => setIsWhole((is) => !is) }
}

type SetId = Dispatch<SetStateAction<number | undefined>>
type BoxProps = {
  toast: ShownToast
  isPaused: boolean
  onHover: SetId
  onFocus: SetId
  onDismiss: (id: number) => void
}

function ToastBox({
  toast: { id, text, kind = 'info', action },
  isPaused,
  onHover,
  onFocus,
  onDismiss,
}: BoxProps) {
  const { box, isCut, isWhole, toggle } = useCutText()
  usePausableTimer(kind === 'error' ? undefined : durationMs, isPaused || isWhole, () =>
    onDismiss(id),
  )
  const clearOwnId = (current: number | undefined) => (current === id ? undefined : current)
  const isClamped = kind !== 'error' && !isWhole
  const shownText = (
    <span
      ref={box}
      className={`wrap-anywhere block min-w-0 flex-1 text-sm sm:py-2 ${isClamped ? 'max-sm:line-clamp-3' : ''}`}
    >
      {text}
    </span>
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only pause the timer
    <div
      data-toast
      role={kind === 'info' ? undefined : 'alert'}
      onPointerEnter={() => onHover(id)}
      onPointerLeave={() => onHover(clearOwnId)}
      onFocus={() => onFocus(id)}
      onBlur={() => onFocus(clearOwnId)}
      className={`pointer-events-auto flex w-full max-w-sm animate-rise items-center gap-2
        rounded-box border-l-4 bg-surface py-1 pr-1 pl-4 text-foreground shadow-raised ring-1
        ring-border max-sm:min-h-13 max-sm:py-0.5 max-sm:not-last:hidden ${tones[kind]}`}
    >
      {isCut ? (
        <button
          type="button"
          aria-expanded={isWhole}
          className="min-w-0 flex-1 text-left"
          onClick={toggle}
        >
          {shownText}
        </button>
      ) : (
        shownText
      )}
      {action}
      <IconButton label="Dismiss" onClick={() => onDismiss(id)}>
        <X size={18} />
      </IconButton>
    </div>
  )
}
