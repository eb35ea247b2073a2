import { useState } from 'react'
import { useNavigate } from 'react-router'
import { setDealStatus, undoDealStatus } from '#contract/orders/deals.ts'
import { undoOrderStatus } from '#contract/orders/orders.ts'
import { useAction } from '#web/forms/use-action.ts'
import { problemPath } from '#web/paths.ts'
import { type SellerRow, type SellerStep, undoneTogether } from './seller-steps.ts'
import { useStatusToast } from './status-toast.tsx'
import { type DialogStep, StepDialog } from './step-dialog.tsx'

const failed = 'Failed to update order status.'

/** `take` carries out a step of an order, or opens `dialog` if the step needs input. */
export function useSellerStep(row: SellerRow) {
  const { _id: orderId, deal } = row.order
  const dealId = deal?._id ?? ''
  const navigate = useNavigate()
  const [open, setOpen] = useState<DialogStep>()
  const undo = useAction(undoOrderStatus, { failed })
  const undoDeal = useAction(undoDealStatus, { failed })
  const toast = useStatusToast()
  const setDeal = useAction(setDealStatus, { failed, ...(toast && { done: toast }) })
  const take = (step: SellerStep) => {
    if (step === 'undo' && undoneTogether(row).length > 1) void undoDeal.run({ dealId, orderId })
    else if (step === 'undo') void undo.run({ orderId })
    else if (step === 'deal') void (deal?.next && setDeal.run({ dealId, status: deal.next.status }))
    else if (step === 'problem') void navigate(problemPath('seller', orderId))
    else setOpen(step)
  }
  return {
    take,
    pending: undo.pending || undoDeal.pending || setDeal.pending,
    dialog: open && <StepDialog row={row} step={open} onClose={() => setOpen(undefined)} />,
  }
}
