import {
  explainOrderStatus,
  type Order,
  returnOrder,
  setShipment,
  shortOrderId,
} from '#contract/orders/orders.ts'
import { ExtendDialog } from '#web/features/orders/extend-rent.tsx'
import { CourierDialog } from '#web/features/orders/hand-over/courier-dialog.tsx'
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

/** The dialog of a step. If the order changes, the dialog stays open and says so. */
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
  const { _id: orderId } = order
  if (step === 'explain') return <ExplainStatusDialog order={order} onClose={onClose} />
  if (step === 'return')
    return (
      <ConfirmAction
        endpoint={returnOrder}
        input={{ orderId }}
        failed="Failed to update order status."
        title="Is the book back in your hands?"
        confirmLabel="Yes, it is back"
        cancelLabel="Not yet"
        onClose={onClose}
      >
        The rent is over then, and others can order the copy. This can’t be undone.
      </ConfirmAction>
    )
  if (step === 'tracking')
    return (
      <CourierDialog
        endpoint={setShipment}
        ids={{ orderId }}
        shipment={order.shipment}
        title={`How ${parcel.length > 1 ? `were these ${parcel.length} orders` : `was order ${shortOrderId(orderId)}`} sent?`}
        description={`${parcel.length > 1 ? `It counts for ${parcel.map(({ _id }) => shortOrderId(_id)).join(', ')}. ` : ''}The buyer sees it on the order and in the chat.`}
        submitLabel="Save"
        onClose={onClose}
      />
    )
  if (step === 'extend') return <ExtendDialog order={order} side="seller" onClose={onClose} />
  if (!order.meeting) return null
  const about = `order ${shortOrderId(orderId)}`
  return <CodeDialog meetingId={order.meeting._id} about={about} onClose={onClose} />
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
