import { Suspense } from 'react'
import { type Order, shortOrderId } from '#contract/orders/orders.ts'
import { returnOrder } from '#contract/orders/rents.ts'
import { useWrite } from '#web/api/hooks.ts'
import { changeOf, codeEndedText, wantedText } from '#web/features/orders/change-text.ts'
import { ExtendDialog } from '#web/features/orders/extend-rent.tsx'
import { CodeDialog } from '#web/features/orders/hand-over/enter-code.tsx'
import { ShipmentDialog } from '#web/features/orders/hand-over/shipment-dialog.tsx'
import { paymentSubject } from '#web/features/orders/payments/labels.ts'
import { ExplainStatusDialog } from '#web/features/orders/seller/explain-status-dialog.tsx'
import { useWriteFailure } from '#web/forms/use-write-failure.ts'
import { FormError } from '#web/ui/inputs/field.tsx'
import { lazyPart } from '#web/ui/loading/lazy-part.ts'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { WhilePossible } from '#web/ui/overlays/open-dialogs.tsx'
import type { SellerRow, SellerStep } from './seller-steps.ts'

const PaymentsDialog = lazyPart(() =>
  import('#web/features/orders/payments/payments-dialog.tsx').then(
    (module) => module.PaymentsDialog,
  ),
)

export type DialogStep = Exclude<SellerStep, 'undo' | 'deal' | 'problem'>

type Props = { row: SellerRow; step: DialogStep; onClose: () => void }

/** What makes each of them possible; payments can be read at any time. */
const actions: Record<Exclude<DialogStep, 'payment'>, Order['can'][number]> = {
  explain: 'explain',
  return: 'return',
  tracking: 'edit-shipment',
  extend: 'extend',
  code: 'enter-code',
}

/** The dialog of a step; it stays open while the order changes, to say what has become of it. */
export function StepDialog({ row, step, onClose }: Props) {
  const { order } = row
  if (step === 'payment')
    return (
      <Suspense>
        <PaymentsDialog
          order={order}
          side="seller"
          title={`Payment ${paymentSubject(order)}`}
          onClose={onClose}
        />
      </Suspense>
    )
  const reason =
    step === 'extend' ? wantedText(order) : step === 'code' && codeEndedText(order.meeting)
  return (
    <WhilePossible can={order.can.includes(actions[step])} {...changeOf([order], reason)}>
      <ActionDialog row={row} step={step} onClose={onClose} />
    </WhilePossible>
  )
}

function ActionDialog({ row: { order, parcel }, step, onClose }: Props) {
  if (step === 'explain') return <ExplainStatusDialog order={order} onClose={onClose} />
  if (step === 'return') return <ReturnDialog order={order} onClose={onClose} />
  if (step === 'tracking') return <ShipmentDialog order={order} parcel={parcel} onClose={onClose} />
  if (step === 'extend') return <ExtendDialog order={order} side="seller" onClose={onClose} />
  if (!order.meeting) return null
  const about = `order ${shortOrderId(order._id)}`
  return <CodeDialog meetingId={order.meeting._id} about={about} onClose={onClose} />
}

function ReturnDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { failure, fail, clear } = useWriteFailure(order.can)
  const returning = useWrite(returnOrder)
  const run = async () => {
    clear()
    try {
      await returning.run({ orderId: order._id })
      onClose()
    } catch (error) {
      fail(error, 'Failed to update order status.')
    }
  }
  return (
    <ConfirmDialog
      open
      title="Is the book back in your hands?"
      confirmLabel="Yes, it is back"
      cancelLabel="Not yet"
      pending={returning.pending}
      onCancel={onClose}
      onConfirm={() => void run()}
    >
      <p>The rent is over then, and others can order the copy. This can’t be undone.</p>
      <FormError>{failure}</FormError>
    </ConfirmDialog>
  )
}
