import { type ComponentProps, type ReactNode, useState } from 'react'
import { useWriteFailure } from '#web/forms/use-write-failure.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/inputs/field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { WhilePossible } from '#web/ui/overlays/open-dialogs.tsx'

type Props = {
  label: string
  button?: ComponentProps<typeof Button>
  /** Whether it can be done now; `changed` says why it can't be any more. */
  can: boolean
  changed: ComponentProps<typeof WhilePossible>['changed']
  state?: string
  question: { title: string; confirmLabel: string; cancelLabel: string; danger?: boolean }
  /** What the answer follows from, beside `question`. */
  children: ReactNode
  actions: readonly string[]
  run: () => Promise<unknown>
  failed: string
}

/** A button that asks first, and says below what failed. `actions` are those that are possible. */
export function AskedButton(props: Props) {
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
      <WhilePossible can={can} changed={changed} {...(state !== undefined && { state })}>
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
      </WhilePossible>
      <FormError>{failure}</FormError>
    </>
  )
}
