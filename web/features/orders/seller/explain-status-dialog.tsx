import { explainOrderStatus, type Order, shortOrderId } from '#contract/orders/orders.ts'
import { DialogForm } from '#web/forms/dialog-form.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { Field, TextArea } from '#web/ui/inputs/field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

const ReasonForm = explainOrderStatus.input.pick({ reason: true })

export function ExplainStatusDialog({ order, onClose }: { order: Order; onClose: () => void }) {
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
          <TextArea {...form.register('reason')} />
        </Field>
      </DialogForm>
    </Dialog>
  )
}
