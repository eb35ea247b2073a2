import type { Side } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { listChatOrders, readOrder } from '#contract/orders/deals.ts'
import { readDelivery } from '#contract/orders/order-form.ts'
import {
  cancelOrder,
  confirmOrder,
  countSellerOrders,
  explainOrderStatus,
  handBackOrder,
  listBuyerOrders,
  listSellerOrders,
  type Order,
  placeOrder,
  rateOrder,
  receiveOrder,
  returnOrder,
  setOrderStatus,
  undoOrderStatus,
} from '#contract/orders/orders.ts'
import { participantOf } from '#server/chats/rules.ts'
import { findParticipants, type Participant } from '#server/chats/store.ts'
import { dealRoutes } from '#server/orders/deals/deals.ts'
import { findDelivery } from '#server/orders/hand-over/addresses.ts'
import { hideContacts } from '#server/orders/hand-over/hidden-contact.ts'
import { shipmentRoutes } from '#server/orders/hand-over/shipment.ts'
import { expireProposals } from '#server/orders/jobs/expire-proposals.ts'
import { remindOfRents } from '#server/orders/jobs/remind-rents.ts'
import { explainLastChange, undoStep } from '#server/orders/lifecycle/last-change.ts'
import {
  cancelTransition,
  confirmTransition,
  handBackTransition,
  receiveTransition,
  returnTransition,
  sellerTransition,
} from '#server/orders/lifecycle/transitions.ts'
import { parcelRoutes } from '#server/orders/parcels/ship.ts'
import { countOrders, filterConditions } from '#server/orders/tabs/tabs.ts'
import { buyerTaskIs } from '#server/orders/tabs/tasks.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { PageRequest } from '#server/platform/http/paging.ts'
import type { Mount } from '#server/platform/http/route.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { emitUpdate } from './announce.ts'
import { type Change, type ChangeRequest, changeOrders, type StepOf } from './change-orders.ts'
import { createOrder, type InsertDeal } from './place-order.ts'
import { countDealChange } from './quotas.ts'
import { giveRating } from './rate.ts'
import { lockOrder } from './store.ts'
import { listOrders, listOrdersOfChat, viewOrder, viewOwnOrder } from './views.ts'

const hideContactsSeconds = 3600
const remindOfRentsSeconds = 900
const expireProposalsSeconds = 60

const orderViewer = ({ role, helper }: Viewer, now: Date) => ({ role, helper, now })

async function changeOrder(
  context: AppContext,
  request: ChangeRequest,
  orderId: string,
  stepOf: StepOf,
  limits: Pick<Change, 'mayPropose' | 'isCounted'> = {},
): Promise<Order> {
  const lock = async (db: Db, me: Participant) => [await lockOrder(db, me, orderId)]
  const [order] = await changeOrders(context, request, { lock, stepOf, ...limits })
  if (!order) throw new Error(`order ${orderId} has vanished`)
  return order
}

export function orderRoutes(
  mount: Mount,
  context: AppContext,
  { insertDeal }: { insertDeal: InsertDeal },
): void {
  const { db, config, live, jobs, now } = context
  jobs.every(expireProposalsSeconds, 'cancel expired proposals', (signal) =>
    expireProposals(context, signal),
  )
  jobs.every(hideContactsSeconds, 'hide contacts of ended orders', (signal) =>
    hideContacts(context, signal),
  )
  jobs.every(remindOfRentsSeconds, 'remind of rents', (signal) => remindOfRents(context, signal))

  mount(placeOrder, {
    create: async (input, { viewer, commit }) => {
      const seller = participantOf(viewer)
      const limits = { now: now(), isLimited: config.rateLimit }
      const request = { input, seller, insertDeal, ...limits }
      const { id, chat, message } = await commit((db) => createOrder(db, request))
      live.emit([chat.buyer_id, chat.seller_id], 'receive_message', message)
      live.emit(chat.buyer_id, 'order_placed', {
        message: message.message,
        chatId: chat.id,
        orderId: id,
      })
      return id
    },
    read: (id, { viewer }) => viewOrder(db, id, orderViewer(viewer, now())),
  })

  const list = (
    side: Side,
    { userId, ...page }: PageRequest & { userId: string },
    viewers: Viewer[],
    conditions?: Parameters<typeof listOrders>[4],
  ) => {
    const viewer = viewers.find(({ accountId, role }) => role === 'admin' || accountId === userId)
    if (!viewer) throw new AppError('not_yours')
    const request = { side, accountId: userId }
    return listOrders(db, request, page, orderViewer(viewer, now()), conditions)
  }
  mount(listSellerOrders, async (query, { viewers }) =>
    list('seller', query, viewers, filterConditions(query, now())),
  )
  mount(countSellerOrders, (input, { viewer }) => countOrders(db, viewer.accountId, input, now()))
  mount(listBuyerOrders, async ({ task, ...query }, { viewers }) =>
    list('buyer', query, viewers, task && [buyerTaskIs(now())[task]]),
  )

  mount(readOrder, ({ orderId }, { viewer }) =>
    viewOwnOrder(db, participantOf(viewer), orderId, now()),
  )
  mount(listChatOrders, async ({ chatId }, { viewer }) => {
    await findParticipants(db, participantOf(viewer), chatId)
    return listOrdersOfChat(db, chatId, orderViewer(viewer, now()))
  })
  mount(readDelivery, async ({ chatId }, { viewer }) => {
    const chat = await findParticipants(db, participantOf(viewer), chatId)
    const found = await findDelivery(db, chat)
    return {
      deliveryAddress: found?.delivery_address ?? undefined,
      phoneNumber: found?.phone_number ?? undefined,
    }
  })
  dealRoutes(mount, context)
  shipmentRoutes(mount, context)
  parcelRoutes(mount, context)
  mountSellerChanges(mount, context)
  mountBuyerChanges(mount, context)
}

function mountSellerChanges(mount: Mount, context: AppContext): void {
  const { db, config, live, now } = context
  mount(setOrderStatus, ({ orderId, status }, request) =>
    changeOrder(context, request, orderId, (order, at) => sellerTransition(order, status, at), {
      mayPropose: status === 'Pending',
      isCounted: true,
    }),
  )
  mount(undoOrderStatus, ({ orderId }, request) =>
    changeOrder(context, request, orderId, undoStep, { mayPropose: true }),
  )
  mount(explainOrderStatus, async ({ orderId, reason }, { viewer, commit }) => {
    const update = await commit(async (db) => {
      const order = await lockOrder(db, participantOf(viewer), orderId)
      if (order.is_blocked) throw new AppError('chat_read_only')
      const { chat_id: chatId } = order
      if (config.rateLimit) await countDealChange(db, { chatId, side: 'seller' }, now())
      return explainLastChange(db, order, reason, now())
    })
    emitUpdate(live, update)
    return viewOrder(db, orderId, orderViewer(viewer, now()))
  })
}

function mountBuyerChanges(mount: Mount, context: AppContext): void {
  const { db, now } = context
  const change = (request: ChangeRequest, orderId: string, stepOf: StepOf) =>
    changeOrder(context, request, orderId, stepOf)
  mount(confirmOrder, ({ orderId }, request) => change(request, orderId, confirmTransition))
  mount(cancelOrder, ({ orderId }, request) => change(request, orderId, cancelTransition))
  mount(receiveOrder, ({ orderId }, request) => change(request, orderId, receiveTransition))
  mount(handBackOrder, ({ orderId }, request) => change(request, orderId, handBackTransition))
  mount(returnOrder, ({ orderId }, request) => change(request, orderId, returnTransition))

  mount(rateOrder, {
    create: async ({ orderId, ...stars }, { viewer, commit }) => {
      await commit(async (db) => {
        await giveRating(db, { orderId, buyerId: viewer.accountId, stars, now: now() })
        return { id: orderId }
      })
      return orderId
    },
    read: (id, { viewer }) => viewOrder(db, id, orderViewer(viewer, now())),
  })
}
