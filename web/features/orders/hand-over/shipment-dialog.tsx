import { useId } from 'react'
import type { z } from 'zod'
import { maxLength } from '#contract/common/policy.ts'
import { couriers } from '#contract/orders/hand-over.ts'
import { type Order, shortOrderId } from '#contract/orders/orders.ts'
import { setShipment } from '#contract/orders/shipments.ts'
import { DialogForm } from '#web/forms/dialog-form.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { Field, Input } from '#web/ui/inputs/field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

const ShipmentForm = setShipment.input.omit({ orderId: true })
type ShipmentForm = z.input<typeof ShipmentForm>

type Props = {
  order: Order
  /** The orders of its deal that were sent with it, and share what is saved. */
  parcel: readonly Order[]
  onClose: () => void
}

export function ShipmentDialog({ order, parcel, onClose }: Props) {
  const listId = useId()
  const form = useContractForm<ShipmentForm, z.output<typeof ShipmentForm>>(ShipmentForm, {
    defaultValues: {
      courier: order.shipment?.courier ?? '',
      trackingNumber: order.shipment?.trackingNumber ?? '',
    },
  })
  const submission = useSubmit(form, setShipment, {
    toInput: (values) => ({ ...values, orderId: order._id }),
    fallback: () => 'Could not be saved. Please try again.',
    onDone: onClose,
  })
  const { errors, isDirty } = form.formState
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        parcel.length > 1
          ? `How were these ${parcel.length} orders sent?`
          : `How was order ${shortOrderId(order._id)} sent?`
      }
      description={`${parcel.length > 1 ? `It counts for ${parcel.map(({ _id }) => shortOrderId(_id)).join(', ')}. ` : ''}The buyer sees it on the order and in the chat.`}
      hasUnsavedChanges={isDirty && !submission.pending}
    >
      <DialogForm
        submit={submission.submit}
        failure={submission.failure}
        pending={submission.pending}
        submitLabel="Save"
        onCancel={onClose}
      >
        <Field label="Courier" error={errors.courier?.message}>
          <Input
            list={listId}
            autoComplete="off"
            maxLength={maxLength.courier}
            placeholder="India Post, DTDC …"
            {...form.register('courier')}
          />
        </Field>
        <datalist id={listId}>
          {couriers.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Field label="Tracking number" optional error={errors.trackingNumber?.message}>
          <Input
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            {...form.register('trackingNumber')}
          />
        </Field>
      </DialogForm>
    </Dialog>
  )
}
