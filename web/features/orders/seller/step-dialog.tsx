import type { z } from 'zod'
import {
  explainOrderStatus,
  type Order,
  returnOrder,
  setShipment,
  shortOrderId,
} from '#contract/orders/orders.ts'
import { ExtendDialog } from '#web/features/orders/extend-rent.tsx'
import { CourierFields, courierDefaults } from '#web/features/orders/hand-over/courier-fields.tsx'
import { CodeDialog } from '#web/features/orders/hand-over/hand-over-code.tsx'
import { OrderPayments } from '#web/features/orders/payments/payments-button.tsx'
import { ConfirmAction } from '#web/forms/action-buttons.tsx'
import { TextAreaField } from '#web/forms/fields.tsx'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { StaleActionBoundary } from '#web/ui/overlays/stale-actions.tsx'
import type { SellerRow, SellerStep } from './seller-steps.ts'

export type DialogStep = Exclude<SellerStep, 'undo' | 'deal' | 'problem'>

type Props = { row: SellerRow; step: DialogStep; onClose: () => void }

const actions: Record<Exclude<DialogStep, 'payment'>, Order['can'][number]> = {
  explain: 'explain',
  return: 'return',
  tracking: 'edit-shipment',
  extend: 'extend',
  code: 'enter-code',
}

/** The dialog of a step. It stays open when the order changes, to say what has changed. */
export function StepDialog({ row, step, onClose }: Props) {
  const { order } = row
  if (step === 'payment') return <OrderPayments order={order} side="seller" onClose={onClose} />
  return (
    <StaleActionBoundary can={order.can.includes(actions[step])}>
      <ActionDialog row={row} step={step} onClose={onClose} />
    </StaleActionBoundary>
  )
}

function ActionDialog({ row: { order, parcel }, step, onClose }: Props) {
  if (step === 'explain') return <ExplainStatusDialog order={order} onClose={onClose} />
  if (step === 'return')
    return (
      <ConfirmAction
        endpoint={returnOrder}
        input={{ orderId: order._id }}
        failed="Failed to update order status."
        title="Is the book back in your hands?"
        confirmLabel="Yes, it is back"
        cancelLabel="Not yet"
        onClose={onClose}
      >
        The rent is over then, and others can order the copy. This can’t be undone.
      </ConfirmAction>
    )
  if (step === 'tracking') return <ShipmentDialog order={order} parcel={parcel} onClose={onClose} />
  if (step === 'extend') return <ExtendDialog order={order} side="seller" onClose={onClose} />
  if (!order.meeting) return null
  const about = `order ${shortOrderId(order._id)}`
  return <CodeDialog meetingId={order.meeting._id} about={about} onClose={onClose} />
}

const ShipmentForm = setShipment.input.omit({ orderId: true })
type ShipmentForm = z.input<typeof ShipmentForm>

type ShipmentDialogProps = {
  order: Order
  /** The orders that were sent together, for which the courier is saved. */
  parcel: readonly Order[]
  onClose: () => void
}

function ShipmentDialog({ order, parcel, onClose }: ShipmentDialogProps) {
  const form = useContractForm<ShipmentForm, z.output<typeof ShipmentForm>>(ShipmentForm, {
    defaultValues: courierDefaults(order),
  })
  const submission = useSubmit(form, setShipment, {
    toInput: (values) => ({ ...values, orderId: order._id }),
    fallback: 'Could not be saved. Please try again.',
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      submission={submission}
      onClose={onClose}
      title={
        parcel.length > 1
          ? `How were these ${parcel.length} orders sent?`
          : `How was order ${shortOrderId(order._id)} sent?`
      }
      description={`${parcel.length > 1 ? `It counts for ${parcel.map(({ _id }) => shortOrderId(_id)).join(', ')}. ` : ''}The buyer sees it on the order and in the chat.`}
      submitLabel="Save"
    >
      <CourierFields />
    </FormDialog>
  )
}

const ReasonForm = explainOrderStatus.input.pick({ reason: true })

function ExplainStatusDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const form = useContractForm(ReasonForm, { defaultValues: { reason: '' } })
  const submission = useSubmit(form, explainOrderStatus, {
    toInput: ({ reason }) => ({ orderId: order._id, reason }),
    fallback: 'Failed to save the reason.',
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      submission={submission}
      onClose={onClose}
      title={`Why is order ${shortOrderId(order._id)} ${order.status} now?`}
      submitLabel="Send"
    >
      <TextAreaField
        name="reason"
        label="Reason"
        hint="The buyer reads it in the chat and with the order."
      />
    </FormDialog>
  )
}
