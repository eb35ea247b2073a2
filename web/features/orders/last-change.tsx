// The latest change of an order's status, where it was out of the usual order.
import { useState } from 'react'
import { maxLength } from '#contract/common/policy.ts'
import {
  explainOrderStatus,
  type Order,
  shortOrderId,
  undoOrderStatus,
} from '#contract/orders/orders.ts'
import { errorMessage } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'
import { DialogForm } from '#web/forms/dialog-form.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useIsElapsed } from '#web/ui/hooks/use-is-elapsed.ts'
import { Field, TextArea } from '#web/ui/inputs/field.tsx'
import { useToast } from '#web/ui/toasts.tsx'

const undoMs = 10_000

/** What the buyer reads: from what to what the seller changed the order, and why. */
export function lastChangeText({ history }: Order): string | undefined {
  const [before, last] = history.slice(-2)
  if (!before || !last?.unusual) return undefined
  return `The seller changed it from ${before.status} to ${last.status}: ${last.reason ?? 'no reason given'}`
}

/** Lets the seller take the change back for ten seconds, and say why at any time. */
export function LastChange({ order }: { order: Order }) {
  const [isExplaining, setExplaining] = useState(false)
  const last = order.history.at(-1)
  if (!last?.unusual) return null
  return (
    <>
      {order.can.includes('undo') && <UndoButton key={last.at} order={order} />}
      {order.can.includes('explain') && (
        <Button
          variant="plain"
          size="sm"
          className="w-32 px-1"
          aria-label={`Say why order ${shortOrderId(order._id)} was changed`}
          onClick={() => setExplaining(true)}
        >
          Say why
        </Button>
      )}
      {last.reason && (
        <span className="text-muted text-sm tabular:max-w-32">Your reason: {last.reason}</span>
      )}
      {isExplaining && <ReasonDialog order={order} onClose={() => setExplaining(false)} />}
    </>
  )
}

function UndoButton({ order }: { order: Order }) {
  const toast = useToast()
  const undo = useWrite(undoOrderStatus)
  const isOver = useIsElapsed(undoMs)
  const run = () =>
    undo
      .run({ orderId: order._id })
      .catch((error: unknown) =>
        toast({ text: errorMessage(error, 'Failed to update order status.'), kind: 'error' }),
      )
  if (isOver && !undo.pending) return null
  return (
    <Button
      variant="plain"
      size="sm"
      className="w-32 px-1"
      aria-label={`Undo the change of order ${shortOrderId(order._id)}`}
      pending={undo.pending}
      onClick={() => void run()}
    >
      Undo
    </Button>
  )
}

const ReasonForm = explainOrderStatus.input.pick({ reason: true })

function ReasonDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const form = useContractForm(ReasonForm, { defaultValues: { reason: '' } })
  const { submit, failure, pending } = useSubmit(form, explainOrderStatus, {
    toInput: ({ reason }) => ({ orderId: order._id, reason }),
    fallback: () => 'Failed to save the reason.',
    onDone: onClose,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Why is order ${shortOrderId(order._id)} ${order.status} now?`}
      hasUnsavedChanges={form.formState.isDirty && !pending}
    >
      <DialogForm
        submit={submit}
        failure={failure}
        pending={pending}
        submitLabel="Send"
        onCancel={onClose}
      >
        <Field
          label="Reason"
          hint="The buyer reads it in the chat and with the order."
          error={form.formState.errors.reason?.message}
        >
          <TextArea maxLength={maxLength.reason} {...form.register('reason')} />
        </Field>
      </DialogForm>
    </Dialog>
  )
}
