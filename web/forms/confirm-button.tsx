import { type ComponentProps, type ReactNode, useState } from 'react'
import { useWriteFailure } from '#web/forms/use-write-failure.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { StaleActionBoundary } from '#web/ui/overlays/open-dialogs.tsx'

export type Question = Pick<
  ComponentProps<typeof ConfirmDialog>,
  'title' | 'confirmLabel' | 'cancelLabel' | 'danger' | 'children'
>

type ActionButtonProps = {
  label: string
  button?: ComponentProps<typeof Button>
  /** Whether the action is possible. `changed` is shown if it stops being possible. */
  can: boolean
  changed: ComponentProps<typeof StaleActionBoundary>['changed']
  state?: string
  /** A question that must be confirmed before `run`. Without it, `run` starts at once. */
  question?: Question | undefined
  /** The function must handle its own errors. */
  run: () => Promise<unknown>
}

export function ActionButton(props: ActionButtonProps) {
  const { label, button, can, changed, state, question, run } = props
  const [isAsking, setAsking] = useState(false)
  const [isPending, setPending] = useState(false)
  const confirm = async () => {
    setPending(true)
    await run()
    setPending(false)
    setAsking(false)
  }
  return (
    <StaleActionBoundary can={can} changed={changed} {...(state !== undefined && { state })}>
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
