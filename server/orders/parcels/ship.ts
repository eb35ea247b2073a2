// Marks parcels as shipped together, and undoes that.
import { sql } from 'kysely'
import type { ParsedInput } from '#contract/common/endpoint.ts'
import { AppError, fieldError } from '#contract/common/error-catalog.ts'
import { maxParcelOrders, readParcels, shipParcels, undoShipped } from '#contract/orders/parcels.ts'
import { assertActive, findAccount } from '#server/accounts/store.ts'
import { lockChats, type Participant } from '#server/chats/store.ts'
import type { OrderUpdate } from '#server/orders/announce.ts'
import { changeOrders, type StepOf } from '#server/orders/change-orders.ts'
import { writeShipment } from '#server/orders/hand-over/shipment.ts'
import { undoStep } from '#server/orders/lifecycle/last-change.ts'
import { isClosed } from '#server/orders/lifecycle/status.ts'
import { sellerTransition } from '#server/orders/lifecycle/transitions.ts'
import { isToPack } from '#server/orders/rules.ts'
import { type LockedOrder, selectOrderDetails } from '#server/orders/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { arrayOf, type Db } from '#server/platform/database/database.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { viewParcels } from './view-parcels.ts'

type Parcels = ParsedInput<typeof shipParcels>

/**
 * Locks a seller's orders and their chats. With `withDeals`, also the other orders of their deals.
 * Throws order_not_found, session_ended.
 */
const lockChosen =
  (orderIds: readonly string[], withDeals: boolean) =>
  async (db: Db, me: Participant): Promise<LockedOrder[]> => {
    const ids = [...new Set(orderIds)]
    const named = await db
      .selectFrom('orders')
      .select(['chat_id', 'offer_id'])
      .where('seller_id', '=', me.accountId)
      .where(sql<boolean>`id = any(${arrayOf('uuid', ids)})`)
      .execute()
    if (named.length < ids.length) throw new AppError('order_not_found')
    await lockChats(db, { ids: [...new Set(named.map(({ chat_id }) => chat_id))] })
    assertActive(await findAccount(db, me.accountId))
    const deals = withDeals ? named.flatMap(({ offer_id }) => offer_id ?? []) : []
    return selectOrderDetails(db)
      .where(
        sql<boolean>`(orders.id = any(${arrayOf('uuid', ids)})
          or orders.offer_id = any(${arrayOf('uuid', deals)}))`,
      )
      .orderBy('orders.book_id')
      .orderBy('orders.id')
      .forNoKeyUpdate('orders')
      .execute()
  }

/** Locks the orders of the parcels: those that are named, and those that are packed with them. */
const lockParcels =
  ({ parcels }: Parcels) =>
  async (db: Db, me: Participant): Promise<LockedOrder[]> => {
    const named = new Set(parcels.map(({ orderId }) => orderId))
    const orders = await lockChosen([...named], true)(db, me)
    const packed = orders.filter((order) => named.has(order.id) || isToPack(order))
    if (packed.length > maxParcelOrders)
      throw fieldError('parcels', `Ship at most ${maxParcelOrders} books at once.`)
    return packed
  }

const shipStep: StepOf = (order, now) => {
  if (isClosed(order, now)) throw new AppError('order_closed')
  if (!isToPack(order)) throw new AppError('order_settled')
  return sellerTransition(order, 'Shipped', now)
}

const saveCourier =
  ({ courier, parcels }: Parcels) =>
  async (db: Db, orders: readonly LockedOrder[], now: Date): Promise<OrderUpdate[]> => {
    if (courier === undefined) return []
    const numbers = new Map(parcels.map((parcel) => [parcel.orderId, parcel.trackingNumber]))
    const updates: OrderUpdate[] = []
    for (const parcel of Map.groupBy(orders, ({ id, offer_id }) => offer_id ?? id).values()) {
      const trackingNumber = parcel.map(({ id }) => numbers.get(id)).find(Boolean)
      updates.push(await writeShipment(db, parcel, { courier, trackingNumber }, now))
    }
    return updates
  }

/** Throws order_settled if the order isn't shipped any more. */
const undoShippedStep: StepOf = (order, ...rest) => {
  if (order.status !== 'Shipped') throw new AppError('order_settled')
  return undoStep(order, ...rest)
}

const countText = (count: number) => (count === 1 ? '1 order is' : `${count} orders are`)

export function parcelRoutes(mount: Mount, context: AppContext): void {
  mount(shipParcels, async (input, request) => {
    const shipped = await changeOrders(context, request, {
      lock: lockParcels(input),
      stepOf: shipStep,
      isAllOrNone: true,
      isCounted: true,
      afterwards: saveCourier(input),
    })
    const orderIds = shipped.map(({ _id }) => _id)
    return { message: `${countText(orderIds.length)} Shipped.`, orderIds }
  })
  mount(undoShipped, async ({ orderIds }, request) => {
    const orders = await changeOrders(context, request, {
      lock: lockChosen(orderIds, false),
      stepOf: undoShippedStep,
      isAllOrNone: true,
      mayPropose: true,
    })
    return { message: `${countText(orders.length)} back as before.` }
  })
  mount(readParcels, ({ orders }, { viewer }) =>
    viewParcels(context.db, viewer.accountId, orders, context.now()),
  )
}
