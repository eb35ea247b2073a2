import { setDealStatus, undoDealStatus } from '#contract/orders/deals.ts'
import { undoOrderStatus } from '#contract/orders/orders.ts'
import { useAction } from '#web/forms/use-action.ts'
import { type SellerRow, undoneTogether } from './seller-steps.ts'

const failed = 'Failed to update order status.'

/** The steps that need no dialog. */
export function useQuickSteps(row: SellerRow) {
  const { _id: orderId, deal } = row.order
  const dealId = deal?._id ?? ''
  const undo = useAction(undoOrderStatus, { failed })
  const undoDeal = useAction(undoDealStatus, { failed })
  const setDeal = useAction(setDealStatus, { failed })
  return {
    pending: undo.pending || undoDeal.pending || setDeal.pending,
    undo: () =>
      undoneTogether(row).length > 1 ? undoDeal.run({ dealId, orderId }) : undo.run({ orderId }),
    deal: async () => deal?.next && setDeal.run({ dealId, status: deal.next.status }),
  }
}
