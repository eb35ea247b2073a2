import { useState } from 'react'
import type { Order } from '#contract/orders/orders.ts'
import { BlockedNote } from '#web/features/orders/card/blocked-note.tsx'
import { SellerHandOver } from '#web/features/orders/hand-over/order-hand-over.tsx'
import { StatusBadge } from '#web/features/orders/status-badge.tsx'
import { formatDate, formatDeadline } from '#web/format.ts'
import { isLeadRow, type SellerRow, sellerSteps } from './seller-steps.ts'
import { StatusSelect } from './status-select.tsx'
import { StepButton } from './step-button.tsx'
import { type DialogStep, StepDialog } from './step-dialog.tsx'

export function StatusCell({ row }: { row: SellerRow }) {
  const { order } = row
  const [dialog, setDialog] = useState<DialogStep>()
  const canSet = order.can.includes('set-status')
  const hasStep = sellerSteps(row, { isUndoOver: true }).length > 0
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
