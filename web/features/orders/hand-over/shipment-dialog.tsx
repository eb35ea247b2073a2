import type { z } from 'zod'
import { type Order, shortOrderId } from '#contract/orders/orders.ts'
import { setShipment } from '#contract/orders/shipments.ts'
import { DialogForm } from '#web/forms/dialog-form.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { CourierFields } from './courier-fields.tsx'

const ShipmentForm = setShipment.input.omit({ orderId: true })
type ShipmentForm = z.input<typeof ShipmentForm>

type Props = {
  order: Order
  /** The orders of its deal that were sent with it, and share what is saved. */
  parcel: readonly Order[]
  onClose: () => void
}

export function ShipmentDialog({ order, parcel, onClose }: Props) {
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
        <CourierFields register={form.register} errors={errors} />
      </DialogForm>
    </Dialog>
  )
}
