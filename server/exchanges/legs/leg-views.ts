import { photoAddress } from '#contract/books/photos.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { toRupees } from '#contract/common/schemas.ts'
import type { ExchangeLeg } from '#contract/exchanges/exchange-legs.ts'
import type { Order } from '#contract/orders/orders.ts'
import { coverHash } from '#server/books/store.ts'
import type { OwnRow } from '#server/exchanges/store.ts'
import { isClosed } from '#server/orders/lifecycle/status.ts'
import { selectOrderDetails } from '#server/orders/store.ts'
import { viewOrders } from '#server/orders/views.ts'
import { viewPlace } from '#server/places/places.ts'
import type { Db } from '#server/platform/database/database.ts'

export async function findLegs(db: Db, ids: readonly string[], now: Date) {
  const legs = await db
    .selectFrom('exchange_legs')
    .innerJoin('books', 'books.id', 'book_id')
    .selectAll('exchange_legs')
    .select(['books.title', 'books.condition', 'books.pin_code', coverHash.as('cover')])
    .where('exchange_id', 'in', ids)
    .orderBy('number')
    .execute()
  const orders = await selectOrderDetails(db).where('orders.exchange_id', 'in', ids).execute()
  const byId = new Map(orders.map((order) => [order.id, order]))
  return legs.map((leg) => {
    const order = byId.get(leg.order_id ?? '')
    return { ...leg, order, isIn: order?.status === 'Delivered' && isClosed(order, now) }
  })
}
export type LegRow = Awaited<ReturnType<typeof findLegs>>[number]

/** The orders that the caller gives or gets, each as the account reads it that it belongs to. */
export async function findOwnOrders(
  db: Db,
  rows: readonly OwnRow[],
  legs: readonly LegRow[],
  now: Date,
) {
  const mine = new Map(rows.map(({ id, me }) => [id, me]))
  const idsOf = (part: 'giver' | 'receiver') =>
    legs.flatMap((leg) =>
      leg.order && mine.get(leg.exchange_id) === leg[part] ? [leg.order.id] : [],
    )
  const given = await viewOrders(db, idsOf('giver'), { role: 'seller', now })
  const received = await viewOrders(db, idsOf('receiver'), { role: 'buyer', now })
  const entry = (as: Side) => (order: Order) => [order._id, { order, as }] as const
  return new Map([...given.map(entry('seller')), ...received.map(entry('buyer'))])
}

export function legView(
  { order, isIn, hand_over: handOver, km, ...leg }: LegRow,
  me: number,
  own: { order: Order; as: Side } | undefined,
): ExchangeLeg {
  // How far a book goes tells where who gets it is.
  const isOwn = leg.giver === me || leg.receiver === me
  const cover = order ? order.book_cover : leg.cover
  const place = viewPlace(leg.pin_code)
  return {
    number: leg.number,
    from: leg.giver,
    to: leg.receiver,
    book: {
      _id: leg.book_id,
      title: order?.book_title ?? leg.title,
      images: cover === null ? [] : [photoAddress(cover)],
      condition: leg.condition,
    },
    value: toRupees(leg.value),
    ...(order && { orderId: order.id, status: order.status }),
    isIn,
    ...own,
    ...(handOver && {
      way: {
        handOver,
        ...(km !== null && isOwn && { km }),
        ...(place && { place: `${place.area}, ${place.city}` }),
      },
    }),
  }
}
