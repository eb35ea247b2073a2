import { type ComponentProps, type ReactNode, useState } from 'react'
import { useWriteFailure } from '#web/forms/use-write-failure.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { StaleActionBoundary } from '#web/ui/overlays/open-dialogs.tsx'

type Props = {
  label: string
  button?: ComponentProps<typeof Button>
  /** Whether the action is possible. If it stops being possible, `changed` says why. */
  can: boolean
  changed: ComponentProps<typeof StaleActionBoundary>['changed']
  state?: string
  question: { title: string; confirmLabel: string; cancelLabel: string; danger?: boolean }
  /** Facts for the decision, shown below the title of `question`. */
  children: ReactNode
  actions: readonly string[]
  run: () => Promise<unknown>
  failed: string
}

/**
 * A button that asks for confirmation first, and shows a failure below. `actions` is the `can` list
 * of what it acts on.
 */
export function ConfirmButton(props: Props) {
  const { label, button, can, changed, state, question, children, actions, run, failed } = props
  const [isAsking, setAsking] = useState(false)
  const [isPending, setPending] = useState(false)
  const { failure, fail, clear } = useWriteFailure(actions)
  const confirm = async () => {
    clear()
    setPending(true)
    try {
      await run()
    } catch (error) {
      fail(error, failed)
    }
    setPending(false)
    setAsking(false)
  }
  return (
    <>
      <StaleActionBoundary can={can} changed={changed} {...(state !== undefined && { state })}>
        <Button {...button} onClick={() => setAsking(true)}>
          {label}
        </Button>
        <ConfirmDialog
          open={isAsking}
          {...question}
          pending={isPending}
          onCancel={() => setAsking(false)}
          onConfirm={() => void confirm()}
        >
          {children}
        </ConfirmDialog>
      </StaleActionBoundary>
      <FormError>{failure}</FormError>
    </>
  )
}
