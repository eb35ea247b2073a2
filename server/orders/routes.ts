import { indianDate } from '#contract/dates.ts'
import { Refusal } from '#contract/errors.ts'
import {
  cancelOrder,
  confirmOrder,
  listBuyerOrders,
  listSellerOrders,
  placeOrder,
  rateOrder,
  returnOrder,
  setOrderStatus,
} from '#contract/orders.ts'
import { addBookRating } from '#server/books/store.ts'
import { addSellerRating } from '#server/people/store.ts'
import { transact } from '#server/platform/db.ts'
import type { PageAsk } from '#server/platform/paging.ts'
import type { Parts } from '#server/platform/parts.ts'
import type { Mount } from '#server/platform/route.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { createOrder } from './place.ts'
import { cancelMove, confirmMove, type Move, refuseRating, returnMove, statusMove } from './rules.ts'
import { applyMove, findRating, findTitleKey, insertRating, type LockedOrder, lockOrder } from './store.ts'
import { listOrders, viewOrder } from './views.ts'

export function orderRoutes(mount: Mount, { db, live, now }: Parts): void {
  const looker = (viewer: Viewer) => ({ role: viewer.role, today: indianDate(now()) })

  mount(placeOrder, async (input, { viewer, idempotencyKey }) => {
    const key = idempotencyKey ?? input.idempotencyKey
    const order = await transact(db, (db) => createOrder(db, { input, sellerId: viewer.personId, key, now: now() }))
    const { message, chat, orderId } = order
    if (message) {
      live.tell([chat.buyer_id, chat.seller_id], 'receive_message', message)
      live.tell(chat.buyer_id, 'order_placed', { message: message.message, chatId: chat.id, orderId })
    }
    return viewOrder(db, orderId, looker(viewer))
  })

  const list = (side: 'buyer' | 'seller', { userId, ...page }: PageAsk & { userId: string }, viewer: Viewer) => {
    if (viewer.role !== 'admin' && viewer.personId !== userId) throw new Refusal('not_yours')
    return listOrders(db, { side, id: userId }, page, looker(viewer))
  }
  mount(listSellerOrders, async (ask, { viewer }) => list('seller', ask, viewer))
  mount(listBuyerOrders, async (ask, { viewer }) => list('buyer', ask, viewer))

  /** Carries out what `moveOf` makes of one's own order, if anything, and tells both people. */
  async function moveOrder(viewer: Viewer, orderId: string, moveOf: (order: LockedOrder, at: Date) => Move | undefined) {
    const at = now()
    const side = viewer.role === 'seller' ? 'seller' : 'buyer'
    const news = await transact(db, async (db) => {
      const order = await lockOrder(db, { personId: viewer.personId, side }, orderId)
      if (!order) throw new Refusal('order_not_found')
      const move = moveOf(order, at)
      return move && applyMove(db, order, move, { model: side === 'seller' ? 'Seller' : 'Buyer', id: viewer.personId }, at)
    })
    if (news) {
      live.tell(news.people, 'receive_message', news.message)
      live.tell(news.people, 'order_updated', news.notice)
    }
    return viewOrder(db, orderId, looker(viewer))
  }

  mount(setOrderStatus, ({ orderId, status }, { viewer }) => moveOrder(viewer, orderId, (order, at) => statusMove(order, status, at)))
  mount(confirmOrder, ({ orderId }, { viewer }) => moveOrder(viewer, orderId, confirmMove))
  mount(cancelOrder, ({ orderId }, { viewer }) => moveOrder(viewer, orderId, cancelMove))
  mount(returnOrder, ({ orderId }, { viewer }) => moveOrder(viewer, orderId, returnMove))

  mount(rateOrder, async ({ orderId, book, seller, review }, { viewer }) => {
    await transact(db, async (db) => {
      const order = await lockOrder(db, { personId: viewer.personId, side: 'buyer' }, orderId)
      if (!order) throw new Refusal('order_not_found')
      refuseRating(order, (await findRating(db, orderId)) !== undefined)
      const rated = {
        order_id: orderId,
        title_key: await findTitleKey(db, order.book_id),
        buyer_id: order.buyer_id,
        seller_id: order.seller_id,
      }
      await insertRating(db, { ...rated, book_stars: book, seller_stars: seller, review: review ?? null, created_at: now() })
      await addSellerRating(db, order.seller_id, seller)
      await addBookRating(db, rated.title_key, book)
    })
    return viewOrder(db, orderId, looker(viewer))
  })
}
