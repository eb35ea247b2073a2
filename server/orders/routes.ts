import { indianDate } from '#contract/dates.ts'
import type { Side } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
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
import { participantOf, senderModelOf } from '#server/chats/rules.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { PageRequest } from '#server/platform/http/paging.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import type { Mount } from '#server/platform/http/route.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { createOrder } from './place.ts'
import { giveRating } from './rate.ts'
import {
  cancelTransition,
  confirmTransition,
  type OrderTransition,
  returnTransition,
  statusTransition,
} from './rules.ts'
import { applyTransition, enforceOrderQuota, type LockedOrder, lockOrder } from './store.ts'
import { listOrders, viewOrder } from './views.ts'

export function orderRoutes(mount: Mount, { db, config, live, now }: AppContext): void {
  const looker = (viewer: Viewer) => ({ role: viewer.role, today: indianDate(now()) })

  mount(placeOrder, {
    create: async (input, { viewer, commit }) => {
      const asked = { input, sellerId: viewer.personId, now: now(), isLimited: config.rateLimit }
      const { id, chat, message } = await commit((db) => createOrder(db, asked))
      live.emit([chat.buyer_id, chat.seller_id], 'receive_message', message)
      live.emit(chat.buyer_id, 'order_placed', {
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
    { userId, ...page }: PageRequest & { userId: string },
    viewers: Viewer[],
  ) => {
    const viewer = viewers.find(({ personId, role }) => role === 'admin' || personId === userId)
    if (!viewer) throw new AppError('not_yours')
    return listOrders(db, { side, personId: userId }, page, looker(viewer))
  }
  mount(listSellerOrders, async (ask, { viewers }) => list('seller', ask, viewers))
  mount(listBuyerOrders, async (ask, { viewers }) => list('buyer', ask, viewers))

  type Mover = Pick<RequestContext<typeof setOrderStatus>, 'viewer' | 'commit'>
  /** Carries out what `moveOf` makes of one's own order, if anything, and tells both people. */
  async function moveOrder(
    { viewer, commit }: Mover,
    orderId: string,
    moveOf: (order: LockedOrder, at: Date, by: Side) => OrderTransition | undefined,
  ): Promise<Order> {
    const at = now()
    const me = participantOf(viewer)
    const news = await commit(async (db) => {
      const order = await lockOrder(db, me, orderId)
      if (!order) throw new AppError('order_not_found')
      if (me.side === 'seller' && config.rateLimit) await enforceOrderQuota(db, order.chat_id, at)
      const move = moveOf(order, at, me.side)
      return (
        move &&
        applyTransition(db, order, move, { model: senderModelOf[me.side], id: me.personId }, at)
      )
    })
    if (news) {
      live.emit(news.people, 'receive_message', news.message)
      live.emit(news.people, 'order_updated', news.notice)
    }
    return viewOrder(db, orderId, looker(viewer))
  }

  mount(setOrderStatus, ({ orderId, status }, call) =>
    moveOrder(call, orderId, (order, at) => statusTransition(order, status, at)),
  )
  mount(confirmOrder, ({ orderId }, call) => moveOrder(call, orderId, confirmTransition))
  mount(cancelOrder, ({ orderId }, call) => moveOrder(call, orderId, cancelTransition))
  mount(returnOrder, ({ orderId }, call) => moveOrder(call, orderId, returnTransition))

  mount(rateOrder, {
    create: async ({ orderId, ...stars }, { viewer, commit }) => {
      await commit(async (db) => {
        await giveRating(db, { orderId, buyerId: viewer.personId, stars, now: now() })
        return { id: orderId }
      })
      return orderId
    },
    read: (id, { viewer }) => viewOrder(db, id, looker(viewer)),
  })
}
