import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import type { Endpoint, EndpointInput } from '#contract/common/endpoint.ts'
import { useAction } from '#web/forms/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { StaleActionBoundary } from '#web/ui/overlays/stale-actions.tsx'

export type Question = Pick<
  ComponentProps<typeof ConfirmDialog>,
  'title' | 'confirmLabel' | 'cancelLabel' | 'danger' | 'children'
>

type DialogButtonProps = Omit<ComponentProps<typeof Button>, 'children' | 'onClick'> & {
  label: ReactNode
  /** Whether the dialog's action is possible. If not, the button is hidden. */
  can?: boolean
  children: (close: () => void) => ReactNode
}

export function DialogButton({ label, can = true, children, ...button }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <StaleActionBoundary can={can}>
      <Button {...button} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && children(() => setOpen(false))}
    </StaleActionBoundary>
  )
}

type ActionProps<E extends Endpoint> = Pick<
  Parameters<typeof useAction<E>>[1],
  'failed' | 'done'
> & {
  endpoint: E
  input: EndpointInput<E>
}

/**
 * A dialog with a question. Confirming it writes through an endpoint, and a toast shows the result.
 */
export function ConfirmAction<E extends Endpoint>({
  endpoint,
  input,
  failed,
  done,
  onClose,
  ...question
}: Question & ActionProps<E> & { onClose: () => void }) {
  const { run, pending } = useAction(endpoint, { failed, ...(done && { done }) })
  return (
    <ConfirmDialog
      {...question}
      open
      pending={pending}
      onCancel={onClose}
      onConfirm={() => void run(input).then(onClose)}
    />
  )
}

type ActionButtonProps<E extends Endpoint> = Omit<DialogButtonProps, 'children'> &
  ActionProps<E> & {
    /** A question that must be confirmed first. If it is missing, a press writes at once. */
    question?: Question | undefined
  }

/** A button that writes through an endpoint. A toast shows the result. */
export function ActionButton<E extends Endpoint>({
  label,
  can = true,
  question,
  endpoint,
  input,
  failed,
  done,
  ...button
}: ActionButtonProps<E>) {
  const [isAsking, setAsking] = useState(false)
  const { run, pending, dismissUnclear } = useAction(endpoint, { failed, ...(done && { done }) })
  useEffect(() => {
    if (!can) dismissUnclear()
    return dismissUnclear
  }, [can, dismissUnclear])
  const write = () => void run(input).then(() => setAsking(false))
  return (
    <StaleActionBoundary can={can}>
      <Button {...button} pending={pending} onClick={() => (question ? setAsking(true) : write())}>
        {label}
      </Button>
      {question && (
        <ConfirmDialog
          {...question}
          open={isAsking}
          pending={pending}
          onCancel={() => setAsking(false)}
          onConfirm={write}
        />
      )}
    </StaleActionBoundary>
  )
}
