import { type ComponentProps, type ReactNode, useState } from 'react'
import type { Endpoint, EndpointInput } from '#contract/common/endpoint.ts'
import { useAction } from '#web/forms/use-action.ts'
import { useWriteFailure } from '#web/forms/use-write-failure.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { StaleActionBoundary } from '#web/ui/overlays/stale-actions.tsx'

export type Question = Pick<
  ComponentProps<typeof ConfirmDialog>,
  'title' | 'confirmLabel' | 'cancelLabel' | 'danger' | 'children'
>

type DialogButtonProps = Omit<ComponentProps<typeof Button>, 'children' | 'onClick'> & {
  label: ReactNode
  /** Whether the dialog's action is possible. Otherwise the button is hidden. */
  can?: boolean
  /** Returns the dialog. */
  children: (close: () => void) => ReactNode
}

/** A button that opens a dialog. */
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

type ConfirmActionProps<E extends Endpoint> = Question &
  Parameters<typeof useAction<E>>[1] & {
    endpoint: E
    input: EndpointInput<E>
    onClose: () => void
  }

/** A question whose confirmation writes through an endpoint. A toast shows the result. */
export function ConfirmAction<E extends Endpoint>({
  endpoint,
  input,
  failed,
  done,
  onClose,
  ...question
}: ConfirmActionProps<E>) {
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

type ActionButtonProps = {
  label: string
  button?: ComponentProps<typeof Button>
  /** Whether the action is possible. */
  can: boolean
  /** A question that must be confirmed before `run`. Without it, `run` starts at once. */
  question?: Question | undefined
  /** The function must handle its own errors. */
  run: () => Promise<unknown>
}

export function ActionButton(props: ActionButtonProps) {
  const { label, button, can, question, run } = props
  const [isAsking, setAsking] = useState(false)
  const [isPending, setPending] = useState(false)
  const confirm = async () => {
    setPending(true)
    await run()
    setPending(false)
    setAsking(false)
  }
  return (
    <StaleActionBoundary can={can}>
      <Button
        {...button}
        pending={isPending}
        onClick={() => (question ? setAsking(true) : void confirm())}
      >
        {label}
      </Button>
      {question && (
        <ConfirmDialog
          {...question}
          open={isAsking}
          pending={isPending}
          onCancel={() => setAsking(false)}
          onConfirm={() => void confirm()}
        />
      )}
    </StaleActionBoundary>
  )
}

type Props = Omit<ActionButtonProps, 'question'> & {
  question: Omit<Question, 'children'>
  /** Facts for the decision, shown below the title of `question`. */
  children: ReactNode
  actions: readonly string[]
  failed: string
}

/**
 * A button that asks for confirmation first, and shows a failure below. `actions` is the `can` list
 * of the object that it changes.
 */
export function ConfirmButton({ question, children, actions, run, failed, ...rest }: Props) {
  const { failure, attempt } = useWriteFailure(actions)
  return (
    <>
      <ActionButton
        {...rest}
        question={{ ...question, children }}
        run={() => attempt(run, failed)}
      />
      <FormError>{failure}</FormError>
    </>
  )
}
