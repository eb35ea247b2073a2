// Modals: focus is trapped and returned; Escape, the backdrop and the browser's Back close; the page beneath doesn't scroll.
import { X } from 'lucide-react'
import { AlertDialog as Alert, Dialog as Modal } from 'radix-ui'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { useAskBeforeUnload, useBack } from '#web/ui/hooks/back.ts'
import { focusFirst, focusNearest, placeOf } from '#web/ui/hooks/focus.ts'
import { Button, IconButton } from './button.tsx'
import { isToast } from './toasts.tsx'

const shade = 'fixed inset-0 z-50 bg-overlay animate-appear'
/** As high as leaves room above for a toast, where the screen isn't too low for that. */
const panel =
  'fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-(--most) w-full flex-col outline-none [--most:max(calc(100dvh-4.5rem),min(92dvh,32rem))] sm:[--most:max(calc(100dvh-9rem),min(92dvh,36rem))] wrap-anywhere rounded-t-box bg-surface text-foreground shadow-raised animate-rise sm:bottom-auto sm:rounded-box'
/** Held at its top, a modal grows downwards only: what one looks at stays where it is. */
const hung = 'sm:top-[calc((100dvh-var(--most))/2)]'
const centred = 'sm:top-1/2 sm:-translate-y-1/2'
const widths = { sm: 'sm:max-w-md', md: 'sm:max-w-xl', lg: 'sm:max-w-3xl' } as const

/** A modal begins at the first field of what it holds, not at the button that closes it. */
function focusBody(event: Event): void {
  event.preventDefault()
  const panel = event.currentTarget as HTMLElement
  // What loads first, or sees to its focus itself, starts at the whole.
  if (!panel.contains(document.activeElement) && !focusFirst(panel.querySelector('[data-body]')))
    panel.focus()
}

/** Gives the focus back to what had it before, or to where that stood; Radix does so only where it knows the button that opens. */
function useFocusReturn(onOpen?: (event: Event) => void) {
  const opener = useRef<Element[]>([])
  return {
    ref: useCallback((panel: HTMLElement | null) => {
      if (panel) opener.current = placeOf(document.activeElement)
    }, []),
    ...(onOpen && { onOpenAutoFocus: onOpen }),
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      focusNearest(opener.current)
    },
  }
}

type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  width?: keyof typeof widths
  /** Buttons that stay in sight under the scrolling part. */
  footer?: ReactNode
  /** The content fills the modal's whole height and scrolls by itself. */
  bare?: boolean
  /** Closing asks first when something would be lost. */
  keep?: boolean
  /** The address opens it, so that Back closes it anyway. */
  addressed?: boolean
  children: ReactNode
}

/** A modal with a title, a close button and a scrolling middle. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  width = 'sm',
  footer,
  bare,
  keep = false,
  addressed,
  children,
}: DialogProps) {
  const [asking, setAsking] = useState(false)
  const focus = useFocusReturn(focusBody)
  const close = () => (keep ? setAsking(true) : onClose())
  useBack(open && !addressed, close)
  useAskBeforeUnload(open && keep)
  return (
    <Modal.Root open={open} onOpenChange={(next) => !next && close()}>
      <Modal.Portal>
        <Modal.Overlay className={shade} />
        <Modal.Content
          className={`${panel} ${hung} ${widths[width]}`}
          onInteractOutside={(event) =>
            isToast(event.detail.originalEvent.target) && event.preventDefault()
          }
          {...focus}
          {...(description === undefined && { 'aria-describedby': undefined })}
        >
          <div className="flex items-start justify-between gap-4 border-border border-b py-2 pr-2 pl-4">
            <div className="py-1.5">
              <Modal.Title className="font-semibold text-xl leading-snug">{title}</Modal.Title>
              {description !== undefined && (
                <Modal.Description className="text-muted text-sm">{description}</Modal.Description>
              )}
            </div>
            <IconButton label="Close" onClick={close}>
              <X size={20} aria-hidden />
            </IconButton>
          </div>
          <div
            data-body
            className={
              bare ? 'h-[80dvh] min-h-0 shrink' : 'relative overflow-y-auto overscroll-contain p-4'
            }
          >
            {children}
          </div>
          {footer && (
            <div className="flex flex-wrap justify-end gap-2 border-border border-t p-4">
              {footer}
            </div>
          )}
        </Modal.Content>
      </Modal.Portal>
      <Discard
        open={asking}
        onKeep={() => setAsking(false)}
        onDiscard={() => {
          setAsking(false)
          onClose()
        }}
      />
    </Modal.Root>
  )
}

/** Has Back ask before what was entered in a part of the page is lost. */
export function KeepEntered({ touched, onDiscard }: { touched: boolean; onDiscard: () => void }) {
  const [asking, setAsking] = useState(false)
  useBack(touched, () => setAsking(true))
  useAskBeforeUnload(touched)
  return <Discard open={asking} onKeep={() => setAsking(false)} onDiscard={onDiscard} />
}

/** Asks before what was entered is lost. */
function Discard({
  open,
  onKeep,
  onDiscard,
}: {
  open: boolean
  onKeep: () => void
  onDiscard: () => void
}) {
  return (
    <Confirm
      open={open}
      title="Discard what you entered?"
      confirm="Discard"
      cancel="Keep editing"
      danger
      onCancel={onKeep}
      onConfirm={onDiscard}
    />
  )
}

type ConfirmProps = {
  open: boolean
  title: ReactNode
  children?: ReactNode
  confirm: string
  cancel?: string
  danger?: boolean
  pending?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** A question that must be answered; the focus starts on the answer that changes nothing. */
export function Confirm({
  open,
  title,
  children,
  confirm,
  cancel = 'Cancel',
  danger = false,
  pending = false,
  onConfirm,
  onCancel,
}: ConfirmProps) {
  const focus = useFocusReturn()
  const leave = () => {
    if (!pending) onCancel()
  }
  useBack(open, leave)
  return (
    <Alert.Root open={open} onOpenChange={(next) => !next && leave()}>
      <Alert.Portal>
        <Alert.Overlay className={shade} />
        <Alert.Content
          {...focus}
          className={`${panel} ${centred} gap-4 p-5 sm:max-w-md`}
          {...(!children && { 'aria-describedby': undefined })}
        >
          <Alert.Title className="font-semibold text-lg">{title}</Alert.Title>
          {children && (
            <Alert.Description asChild>
              <div className="text-muted">{children}</div>
            </Alert.Description>
          )}
          <div className="flex flex-wrap justify-end gap-2">
            <Alert.Cancel asChild>
              <Button look="plain">{cancel}</Button>
            </Alert.Cancel>
            <Button look={danger ? 'danger' : 'primary'} pending={pending} onClick={onConfirm}>
              {confirm}
            </Button>
          </div>
        </Alert.Content>
      </Alert.Portal>
    </Alert.Root>
  )
}
