// Marks parcels as shipped together, and undoes that.
import { sql } from 'kysely'
import type { ParsedInput } from '#contract/common/endpoint.ts'
import { AppError, fieldError } from '#contract/common/error-catalog.ts'
import { formatCount } from '#contract/common/numbers.ts'
import { maxParcelOrders, readParcels, shipParcels, undoShipped } from '#contract/orders/parcels.ts'
import { assertActive, findAccount } from '#server/accounts/store.ts'
import { participantOf } from '#server/chats/rules.ts'
import { lockChats, type Participant } from '#server/chats/store.ts'
import type { OrderUpdate } from '#server/orders/announce.ts'
import { changeOrders, type StepOf } from '#server/orders/change-orders.ts'
import { parcelOf } from '#server/orders/hand-over/hand-over.ts'
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
      .where('orders.seller_id', '=', me.accountId)
      .where(
        sql<boolean>`(orders.id = any(${arrayOf('uuid', ids)})
          or orders.offer_id = any(${arrayOf('uuid', deals)}))`,
      )
      .orderBy('orders.book_id')
      .orderBy('orders.id')
      .forNoKeyUpdate('orders')
      .execute()
  }

/** Locks the orders of the parcels: those that are named, and the others in the same parcels. */
const lockParcels =
  ({ parcels }: Parcels) =>
  async (db: Db, me: Participant): Promise<LockedOrder[]> => {
    const named = new Set(parcels.map(({ orderId }) => orderId))
    const orders = await lockChosen([...named], true)(db, me)
    const keys = new Set(orders.filter(({ id }) => named.has(id)).map(parcelOf))
    const together = orders.filter(
      (order) =>
        named.has(order.id) ||
        (keys.has(parcelOf(order)) && (isToPack(order) || order.status === 'Shipped')),
    )
    if (together.length > maxParcelOrders)
      throw fieldError('parcels', `Ship at most ${maxParcelOrders} books at once.`)
    return together
  }

/** An order that is already sent that way stays as it is, because a request can be repeated. */
function shipStep({ courier, parcels }: Parcels): StepOf {
  const numbers = new Map(parcels.map((parcel) => [parcel.orderId, parcel.trackingNumber]))
  return (order, now) => {
    const { id, status } = order
    const isSentSo =
      order.courier === (courier ?? null) &&
      order.tracking_number === (numbers.get(id) ?? order.tracking_number)
    if (status === 'Shipped' && isSentSo) return undefined
    if (isClosed(order, now)) throw new AppError('order_closed')
    if (!isToPack(order)) throw new AppError('order_settled')
    return sellerTransition(order, 'Shipped', now)
  }
}

const saveCourier =
  ({ courier, parcels }: Parcels) =>
  async (db: Db, orders: readonly LockedOrder[], now: Date): Promise<OrderUpdate[]> => {
    if (courier === undefined) return []
    const numbers = new Map(parcels.map((parcel) => [parcel.orderId, parcel.trackingNumber]))
    const updates: OrderUpdate[] = []
    for (const parcel of Map.groupBy(orders, parcelOf).values()) {
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

export function parcelRoutes(mount: Mount, context: AppContext): void {
  mount(shipParcels, async (input, request) => {
    const shipped = await changeOrders(context, request, {
      lock: lockParcels(input),
      stepOf: shipStep(input),
      isAllOrNone: true,
      isCounted: true,
      afterwards: saveCourier(input),
    })
    const orderIds = shipped.map(({ _id }) => _id)
    return { message: `${formatCount(orderIds.length, 'order')} marked as shipped.`, orderIds }
  })
  mount(undoShipped, async ({ orderIds }, request) => {
    const orders = await changeOrders(context, request, {
      lock: lockChosen(orderIds, false),
      stepOf: undoShippedStep,
      isAllOrNone: true,
      mayPropose: true,
    })
    return { message: `${formatCount(orders.length, 'order')} set back.` }
  })
  mount(readParcels, ({ orders }, { viewer }) =>
    viewParcels(context.db, participantOf(viewer), orders, context.now()),
  )
}
