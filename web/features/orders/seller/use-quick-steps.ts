import { setDealStatus, undoDealStatus } from '#contract/orders/deals.ts'
import { undoOrderStatus } from '#contract/orders/orders.ts'
import { errorMessage } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'
import { useToast } from '#web/ui/overlays/toasts.tsx'
import { type SellerRow, undoneTogether } from './seller-steps.ts'

/** The steps that are taken at one press; a failure is shown as a toast. */
export function useQuickSteps(row: SellerRow) {
  const { order } = row
  const toast = useToast()
  const undo = useWrite(undoOrderStatus)
  const undoDeal = useWrite(undoDealStatus)
  const setDeal = useWrite(setDealStatus)
  const carryOut = async (write: () => Promise<unknown> | undefined) => {
    try {
      await write()
    } catch (error) {
      toast({ text: errorMessage(error, 'Failed to update order status.'), kind: 'error' })
    }
  }
  const dealId = order.deal?._id ?? ''
  const next = order.deal?.next
  return {
    pending: undo.pending || undoDeal.pending || setDeal.pending,
    undo: () =>
      carryOut(() =>
        undoneTogether(row).length > 1
          ? undoDeal.run({ dealId, orderId: order._id })
          : undo.run({ orderId: order._id }),
      ),
    deal: () => carryOut(() => next && setDeal.run({ dealId, status: next.status })),
  }
}
