import { AppError } from '#contract/common/errors.ts'
import type { HandOver } from '#contract/common/hand-overs.ts'
import type { Account } from '#server/exchanges/members.ts'
import { insertMeeting } from '#server/orders/meetings/store.ts'
import { orderRow } from '#server/orders/place-order.ts'
import { insertOrder, insertOrderEvent, lockBook } from '#server/orders/store.ts'
import { noCopyText, placeInPerson } from '#server/orders/texts.ts'
import type { Db } from '#server/platform/database/database.ts'

export type AgreedLeg = {
  bookId: string
  title: string
  /** Paise. */
  value: number
  askingPrice: number
  /** Accounts by which the two people know each other: of each person one is enough. */
  giverId: string
  receiverId: string
  handOver: HandOver
  place: string | null
  deliveryAddress: string | null
  phoneNumber: string | null
}

export type Member = { personId: string; number: number; buyer: Account; seller: Account }
export type PlacedLeg = { leg: AgreedLeg; giver: Member; receiver: Member }

/** The order of a leg, agreed to by both, with its copy and its meeting. Throws book_gone. */
export async function insertLeg(
  db: Db,
  { leg, giver, receiver }: PlacedLeg,
  { exchangeId, chatId, by }: { exchangeId: string; chatId: string; by: Member },
  now: Date,
) {
  const { handOver, place } = leg
  const book = await lockBook(db, { bookId: leg.bookId, buyerId: receiver.buyer.id, now })
  if (!book) throw new AppError('book_gone', { message: noCopyText(leg.title) })
  const meetingId =
    handOver === 'meet' ? await insertMeeting(db, { chatId, place, now }) : undefined
  const order = {
    ...orderRow({
      chatId,
      book,
      buyer: receiver.buyer,
      seller: giver.seller,
      input: {
        deliveryAddress: leg.deliveryAddress ?? place ?? placeInPerson,
        phoneNumber: leg.phoneNumber ?? '',
      },
      terms: {
        order_type: 'purchase' as const,
        price: leg.value,
        asking_price: leg.askingPrice,
        rent_days: null,
        rent_start: null,
        rent_end: null,
      },
      now,
    }),
    exchange_id: exchangeId,
    // What it counts for says nothing about the market.
    is_custom_price: false,
    hand_over: handOver,
    meeting_id: meetingId ?? null,
    proposed_until: null,
    confirmed_at: now,
  }
  const asSeller = by.personId === giver.personId
  const buyer = { model: 'Buyer', id: receiver.buyer.id } as const
  await insertOrder(db, order, asSeller ? { model: 'Seller', id: giver.seller.id } : buyer)
  await insertOrderEvent(db, {
    orderId: order.id,
    kind: 'confirmed',
    status: 'Pending',
    by: buyer,
    now,
  })
  return {
    order,
    meetingId,
    accountIds: [receiver.buyer.id, giver.seller.id],
    row: {
      giver: giver.number,
      receiver: receiver.number,
      bookId: leg.bookId,
      value: leg.value,
      orderId: order.id,
    },
  }
}
