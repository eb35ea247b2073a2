import { setShipment } from '#contract/orders/shipments.ts'
import { participantOf } from '#server/chats/rules.ts'
import { viewOrder } from '#server/orders/views.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { saveShipment } from './shipment.ts'

export function shipmentRoutes(mount: Mount, { db, config, live, now }: AppContext): void {
  mount(setShipment, async ({ orderId, ...sent }, { viewer, commit }) => {
    const options = { now: now(), isLimited: config.rateLimit }
    const saved = await commit((db) =>
      saveShipment(db, participantOf(viewer), orderId, sent, options),
    )
    if (saved) {
      const { order, message } = saved
      live.emit([order.buyer_id, order.seller_id], 'receive_message', message)
      live.emit([order.buyer_id, order.seller_id], 'order_updated', {
        message: message.message,
        chatId: order.chat_id,
        orderId,
        status: order.status,
        by: 'Seller',
      })
    }
    return viewOrder(db, orderId, { role: viewer.role, now: now() })
  })
}
