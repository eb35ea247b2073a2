import { useState } from 'react'
import {
  type Order,
  type OrderStatus,
  orderStatuses,
  setOrderStatus,
  shortOrderId,
} from '#contract/orders/orders.ts'
import { errorMessage } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'
import { cancelExchangeText } from '#web/features/orders/cancel-exchange-text.ts'
import { BlockedNote } from '#web/features/orders/card/blocked-note.tsx'
import { useIsCodeWaiting } from '#web/features/orders/hand-over/enter-code.tsx'
import { SellerHandOver } from '#web/features/orders/hand-over/order-hand-over.tsx'
import { StatusBadge } from '#web/features/orders/status-badge.tsx'
import { formatDate, formatDeadline } from '#web/format.ts'
import { Select } from '#web/ui/inputs/field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'
import { isLeadRow, type SellerRow, sellerSteps } from './seller-steps.ts'
import { StepButton } from './step-button.tsx'
import { type DialogStep, StepDialog } from './step-dialog.tsx'

export function StatusCell({ row }: { row: SellerRow }) {
  const { order } = row
  const [dialog, setDialog] = useState<DialogStep>()
  const isCodeWaiting = useIsCodeWaiting(order.meeting?._id ?? '')
  const canSet = order.can.includes('set-status')
  const hasStep = sellerSteps(row, { isUndoOver: true, isCodeWaiting }).length > 0
  const note = <SellerNote order={order} />
  return (
    <span className="flex flex-col gap-1 tabular:items-start">
      <span className="flex items-center gap-2 tabular:flex-col tabular:items-start">
        {canSet ? <StatusSelect order={order} /> : <StatusBadge status={order.status} />}
        {/* Its place is kept, so that the row doesn't move when Undo comes and goes. */}
        <span className={`grid items-center ${canSet ? 'min-h-11 sm:min-h-9' : ''}`}>
          <StepButton
            key={order.history.at(-1)?.at}
            row={row}
            isCodeWaiting={isCodeWaiting}
            note={!hasStep && note}
            onOpen={setDialog}
          />
        </span>
      </span>
      <SellerHandOver order={order} isLead={isLeadRow(row)} />
      {hasStep && note}
      <BlockedNote order={order} side="seller" />
      {dialog && <StepDialog row={row} step={dialog} onClose={() => setDialog(undefined)} />}
    </span>
  )
}

function SellerNote({ order }: { order: Order }) {
  const { receivedAt, proposedUntil, confirmedAt, status, history } = order
  const agreement = receivedAt
    ? `Received ${formatDate(receivedAt)}`
    : proposedUntil
      ? `Waiting for the buyer until ${formatDeadline(proposedUntil)}`
      : confirmedAt && status !== 'Cancelled'
        ? 'The buyer agreed'
        : undefined
  const last = history.findLast(({ what }) => what !== 'rent_moved')
  return (
    <>
      {last?.unusual && last.reason && (
        <span className="text-muted text-sm tabular:max-w-32">Your reason: {last.reason}</span>
      )}
      {agreement && <span className="text-muted text-sm tabular:max-w-32">{agreement}</span>}
    </>
  )
}

function StatusSelect({ order }: { order: Order }) {
  const toast = useToast()
  const update = useWrite(setOrderStatus)
  const [newStatus, setNewStatus] = useState<OrderStatus>()
  const [isAsking, setAsking] = useState(false)
  const saveStatus = async (status: OrderStatus) => {
    if (update.pending) return
    setNewStatus(status)
    try {
      await update.run({ orderId: order._id, status })
    } catch (error) {
      toast({ text: errorMessage(error, 'Failed to update order status.'), kind: 'error' })
    }
    setNewStatus(undefined)
  }
  return (
    <span className="w-32 shrink-0">
      <Select
        aria-label={`Status of order ${shortOrderId(order._id)}`}
        value={newStatus ?? order.status}
        // Disabling it would lose the focus.
        aria-disabled={update.pending || undefined}
        onChange={({ target }) => {
          const status = target.value as OrderStatus
          if (order.exchange && status === 'Cancelled') setAsking(true)
          else void saveStatus(status)
        }}
        className="pr-1 pl-2 text-sm sm:min-h-9"
      >
        {orderStatuses.map((status) => (
          <option key={status}>{status}</option>
        ))}
        {!orderStatuses.includes(order.status) && (
          <option value={order.status} disabled>
            Unknown
          </option>
        )}
      </Select>
      <ConfirmDialog
        open={isAsking}
        title="Cancel this book of the exchange?"
        confirmLabel="Yes, cancel it"
        cancelLabel="Keep it"
        danger
        pending={update.pending}
        onCancel={() => setAsking(false)}
        onConfirm={() => void saveStatus('Cancelled').then(() => setAsking(false))}
      >
        {cancelExchangeText(order)}
      </ConfirmDialog>
    </span>
  )
}
