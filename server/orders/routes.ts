import { indianDate } from '#contract/dates.ts'
import type { Side } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import {
  cancelOrder,
  confirmOrder,
  listBuyerOrders,
  listSellerOrders,
  type Order,
  placeOrder,
  rateOrder,
  returnOrder,
  setOrderStatus,
} from '#contract/orders.ts'
import { meOf, modelOf } from '#server/chats/rules.ts'
import type { Parts } from '#server/platform/app-context.ts'
import type { PageAsk } from '#server/platform/http/paging.ts'
import type { Call, Mount } from '#server/platform/http/route.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { createOrder } from './place.ts'
import { giveRating } from './rate.ts'
import { cancelMove, confirmMove, type Move, returnMove, statusMove } from './rules.ts'
import { applyMove, type LockedOrder, lockOrder, refuseManyDeals } from './store.ts'
import { listOrders, viewOrder } from './views.ts'

export function orderRoutes(mount: Mount, { db, config, live, now }: Parts): void {
  const looker = (viewer: Viewer) => ({ role: viewer.role, today: indianDate(now()) })

  mount(placeOrder, {
    make: async (input, { viewer, commit }) => {
      const asked = { input, sellerId: viewer.personId, now: now(), isLimited: config.rateLimit }
      const { id, chat, message } = await commit((db) => createOrder(db, asked))
      live.tell([chat.buyer_id, chat.seller_id], 'receive_message', message)
      live.tell(chat.buyer_id, 'order_placed', {
        message: message.message,
        chatId: chat.id,
        orderId: id,
      })
      return id
    },
    read: (id, { viewer }) => viewOrder(db, id, looker(viewer)),
  })

  /** One's own orders, or as an admin anybody's. */
  const list = (
    side: Side,
    { userId, ...page }: PageAsk & { userId: string },
    viewers: Viewer[],
  ) => {
    const viewer = viewers.find(({ personId, role }) => role === 'admin' || personId === userId)
    if (!viewer) throw new Refusal('not_yours')
    return listOrders(db, { side, personId: userId }, page, looker(viewer))
  }
  mount(listSellerOrders, async (ask, { viewers }) => list('seller', ask, viewers))
  mount(listBuyerOrders, async (ask, { viewers }) => list('buyer', ask, viewers))

  type Mover = Pick<Call<typeof setOrderStatus>, 'viewer' | 'commit'>
  /** Carries out what `moveOf` makes of one's own order, if anything, and tells both people. */
  async function moveOrder(
    { viewer, commit }: Mover,
    orderId: string,
    moveOf: (order: LockedOrder, at: Date, by: Side) => Move | undefined,
  ): Promise<Order> {
    const at = now()
    const me = meOf(viewer)
    const news = await commit(async (db) => {
      const order = await lockOrder(db, me, orderId)
      if (!order) throw new Refusal('order_not_found')
      if (me.side === 'seller' && config.rateLimit) await refuseManyDeals(db, order.chat_id, at)
      const move = moveOf(order, at, me.side)
      return move && applyMove(db, order, move, { model: modelOf[me.side], id: me.personId }, at)
    })
    if (news) {
      live.tell(news.people, 'receive_message', news.message)
      live.tell(news.people, 'order_updated', news.notice)
    }
    return viewOrder(db, orderId, looker(viewer))
  }

  mount(setOrderStatus, ({ orderId, status }, call) =>
    moveOrder(call, orderId, (order, at) => statusMove(order, status, at)),
  )
  mount(confirmOrder, ({ orderId }, call) => moveOrder(call, orderId, confirmMove))
  mount(cancelOrder, ({ orderId }, call) => moveOrder(call, orderId, cancelMove))
  mount(returnOrder, ({ orderId }, call) => moveOrder(call, orderId, returnMove))

  mount(rateOrder, {
    make: async ({ orderId, ...stars }, { viewer, commit }) => {
      await commit(async (db) => {
        await giveRating(db, { orderId, buyerId: viewer.personId, stars, now: now() })
        return { id: orderId }
      })
      return orderId
    },
    read: (id, { viewer }) => viewOrder(db, id, looker(viewer)),
  })
}
