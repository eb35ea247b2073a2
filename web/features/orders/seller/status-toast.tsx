import { useSearchParams } from 'react-router'
import { undoDealStatus } from '#contract/orders/deals.ts'
import { type Order, shortOrderId, undoOrderStatus } from '#contract/orders/orders.ts'
import { UndoButton } from '#web/forms/undo-button.tsx'
import { orderPath } from '#web/paths.ts'
import { LinkButton } from '#web/ui/links.tsx'
import type { Toast } from '#web/ui/overlays/toasts.tsx'

export const undoSeconds = 10

function UndoStatus({ order, count }: { order: Order; count: number }) {
  const { _id: orderId, deal } = order
  return deal && count > 1 ? (
    <UndoButton
      endpoint={undoDealStatus}
      input={{ dealId: deal._id, orderId }}
      final="undo_expired"
    />
  ) : (
    <UndoButton endpoint={undoOrderStatus} input={{ orderId }} final="undo_expired" />
  )
}

function statusToast(orders: readonly Order[]): Toast | string {
  const [order] = orders
  if (!order) return 'Saved.'
  const { length: count } = orders
  const which = count > 1 ? `${count} orders are` : `Order ${shortOrderId(order._id)} is`
  return {
    text: `${which} ${order.status}.`,
    seconds: undoSeconds,
    ...(order.can.includes('undo') && {
      action: (
        <>
          <UndoStatus order={order} count={count} />
          {order.can.includes('edit-shipment') && (
            <LinkButton size="sm" variant="ghost" to={orderPath('seller', order._id)}>
              Add tracking
            </LinkButton>
          )}
        </>
      ),
    }),
  }
}

/**
 * In a tab, an order leaves the list with its next status, and its row's Undo with it. So a toast
 * has them.
 */
export const useStatusToast = (): typeof statusToast | undefined =>
  useSearchParams()[0].has('tab') ? statusToast : undefined
