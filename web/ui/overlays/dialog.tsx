import { X } from 'lucide-react'
import { AlertDialog as Alert, Dialog as Modal } from 'radix-ui'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { Button, IconButton } from '#web/ui/button.tsx'
import { focusFirst, focusNearest, focusPath } from '#web/ui/hooks/focus.ts'
import { useBeforeUnloadWarning } from '#web/ui/hooks/use-before-unload-warning.ts'
import { useCloseOnBack } from '#web/ui/hooks/use-close-on-back.ts'
import { IgnoreStale, PendingContext, StaleNote, useStaleWhileOpen } from './stale-actions.tsx'
import { isToast } from './toasts.tsx'

const overlayClass = 'fixed inset-0 z-50 bg-overlay data-[state=open]:animate-appear'
/** The panel leaves room for a toast above it, unless the screen is too short. */
const panelClass = `
  fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-(--max-height) w-full flex-col outline-none
  [--max-height:max(calc(100dvh-4.5rem),min(92dvh,32rem))] typing:[--max-height:100dvh]
  sm:[--max-height:max(calc(100dvh-9rem),min(92dvh,36rem))] wrap-anywhere rounded-t-box bg-surface
  text-foreground shadow-raised data-[state=open]:animate-rise sm:bottom-auto sm:rounded-box
`
/** Fixes the panel's top, so that a dialog whose content grows doesn't move. */
const topAlignedClass = 'sm:top-[calc((100dvh-var(--max-height))/2)]'
const centredClass = 'sm:top-1/2 sm:-translate-y-1/2'
const widths = { sm: 'sm:max-w-md', md: 'sm:max-w-xl', lg: 'sm:max-w-3xl' } as const

function focusBody(event: Event): void {
  event.preventDefault()
  const panel = event.currentTarget as HTMLElement
  // If the content has no field, for example while it loads, the panel gets the focus.
  if (!panel.contains(document.activeElement) && !focusFirst(panel.querySelector('[data-body]')))
    panel.focus()
}

/** Returns the focus to the opener or its container. Radix does this only for its own triggers. */
function useFocusReturn(onOpen?: (event: Event) => void) {
  const openerPath = useRef<Element[]>([])
  return {
    ref: useCallback((panel: HTMLElement | null) => {
      if (panel) openerPath.current = focusPath(document.activeElement)
    }, []),
    ...(onOpen && { onOpenAutoFocus: onOpen }),
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      focusNearest(openerPath.current)
    },
  }
}

type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  width?: keyof typeof widths
  isFullHeight?: boolean
  hasUnsavedChanges?: boolean
  /** True if the URL opens the dialog, because then Back closes it anyway. */
  isOpenedByUrl?: boolean
  children: ReactNode
}

/**
 * A dialog that closes with Escape, a click outside or the browser's Back. When it closes, the
 * focus returns to the opener.
 */
export function Dialog({
  open,
  onClose,
  title,
  description,
  width = 'sm',
  isFullHeight,
  hasUnsavedChanges = false,
  isOpenedByUrl,
  children,
}: DialogProps) {
  const [isAsking, setIsAsking] = useState(false)
  const [isPending, setPending] = useState(false)
  const focus = useFocusReturn(focusBody)
  const isStale = useStaleWhileOpen(open, isPending)
  const close = () => (hasUnsavedChanges && !isStale ? setIsAsking(true) : onClose())
  useCloseOnBack(open && !isOpenedByUrl, close)
  useBeforeUnloadWarning(open && hasUnsavedChanges)
  return (
    <Modal.Root open={open} onOpenChange={(next) => !next && close()}>
      <Modal.Portal>
        <Modal.Overlay className={overlayClass} />
        <Modal.Content
          className={`${panelClass} ${topAlignedClass} ${widths[width]}`}
          onInteractOutside={(event) =>
            isToast(event.detail.originalEvent.target) && event.preventDefault()
          }
          {...focus}
          {...(description === undefined && { 'aria-describedby': undefined })}
        >
          <div
            className="flex items-start justify-between gap-4 border-border border-b py-2 pr-2 pl-4
              typing:hidden"
          >
            <div className="py-1.5">
              <Modal.Title className="font-semibold text-xl leading-snug">{title}</Modal.Title>
              {description !== undefined && (
                <Modal.Description className="text-muted text-sm">{description}</Modal.Description>
              )}
            </div>
            <IconButton label="Close" onClick={close}>
              <X />
            </IconButton>
          </div>
          <div
            data-body
            className={
              isFullHeight
                ? 'h-[80dvh] min-h-0 shrink typing:h-dvh'
                : 'relative overflow-y-auto overscroll-contain p-4'
            }
          >
            {isStale && (
              <div className="mb-4">
                <StaleNote />
              </div>
            )}
            <PendingContext value={setPending}>{children}</PendingContext>
          </div>
        </Modal.Content>
      </Modal.Portal>
      <DiscardDialog
        open={isAsking}
        onKeep={() => setIsAsking(false)}
        onDiscard={() => {
          setIsAsking(false)
          onClose()
        }}
      />
    </Modal.Root>
  )
}

/** Makes a button close its dialog as the X does, with the question about unsaved changes. */
export const DialogClose = ({ children }: { children: ReactNode }) => (
  <Modal.Close asChild>{children}</Modal.Close>
)

export function UnsavedChangesGuard({
  hasChanges,
  onDiscard,
}: {
  hasChanges: boolean
  onDiscard: () => void
}) {
  const [isAsking, setIsAsking] = useState(false)
  useCloseOnBack(hasChanges, () => setIsAsking(true))
  useBeforeUnloadWarning(hasChanges)
  return <DiscardDialog open={isAsking} onKeep={() => setIsAsking(false)} onDiscard={onDiscard} />
}

type DiscardProps = { open: boolean; onKeep: () => void; onDiscard: () => void }

const DiscardDialog = ({ open, onKeep, onDiscard }: DiscardProps) => (
  <IgnoreStale>
    <ConfirmDialog
      open={open}
      title="Discard what you entered?"
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      danger
      onCancel={onKeep}
      onConfirm={onDiscard}
    />
  </IgnoreStale>
)

type ConfirmProps = {
  open: boolean
  title: ReactNode
  children?: ReactNode
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
  pending?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** A question with two answers. The focus starts on the answer that changes nothing. */
export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  danger = false,
  pending = false,
  onConfirm,
  onCancel,
}: ConfirmProps) {
  const isStale = useStaleWhileOpen(open, pending)
  const focus = useFocusReturn()
  const cancelUnlessPending = () => {
    if (!pending) onCancel()
  }
  useCloseOnBack(open, cancelUnlessPending)
  return (
    <Alert.Root open={open} onOpenChange={(next) => !next && cancelUnlessPending()}>
      <Alert.Portal>
        <Alert.Overlay className={overlayClass} />
        <Alert.Content
          {...focus}
          className={`${panelClass} ${centredClass} gap-4 p-5 sm:max-w-md`}
          {...(!children && { 'aria-describedby': undefined })}
        >
          <Alert.Title className="font-semibold text-lg">{title}</Alert.Title>
          {children && (
            <Alert.Description asChild>
              <div className="text-muted">{children}</div>
            </Alert.Description>
          )}
          {isStale && <StaleNote />}
          <div className="flex flex-wrap justify-end gap-2">
            <Alert.Cancel asChild>
              <Button variant="plain">{isStale ? 'Close' : cancelLabel}</Button>
            </Alert.Cancel>
            {!isStale && (
              <Button variant={danger ? 'danger' : 'primary'} pending={pending} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            )}
          </div>
        </Alert.Content>
      </Alert.Portal>
    </Alert.Root>
  )
}
