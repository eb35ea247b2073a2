import type { Chat } from '#contract/chats.ts'
import { listChatOrders } from '#contract/orders/deals.ts'
import { listMeetings, type Meeting } from '#contract/orders/meetings.ts'
import { listOffers, type Offer } from '#contract/orders/offers.ts'
import type { Order } from '#contract/orders/orders.ts'
import { useRead } from '#web/api/hooks.ts'

/** The offers, meetings and orders of a chat by id: they come with it, and are read again after changes. */
export function useChatDeals(chat: Pick<Chat, '_id' | 'messages' | 'deals'>) {
  const input = { chatId: chat._id }
  const offers = useRead(listOffers, input, {
    enabled: chat.messages.some(({ offerId }) => offerId !== undefined),
    initial: chat.deals?.offers,
  })
  const orders = useRead(listChatOrders, input, {
    enabled: chat.messages.some(({ orderId }) => orderId !== undefined),
    initial: chat.deals?.orders,
  })
  const meetings = useRead(listMeetings, input, {
    enabled: chat.messages.some(({ meetingId }) => meetingId !== undefined),
    initial: chat.deals?.meetings,
  })
  const latest = new Map(
    chat.messages.flatMap(({ _id, meetingId }): [string, string][] =>
      meetingId === undefined ? [] : [[meetingId, _id]],
    ),
  )
  return {
    /** By the message that stands for it: the latest that brings it. */
    meetings: new Map(
      (meetings.data ?? []).map((meeting): [string | undefined, Meeting] => [
        latest.get(meeting._id),
        meeting,
      ]),
    ),
    offers: new Map((offers.data ?? []).map((offer): [string, Offer] => [offer._id, offer])),
    orders: new Map((orders.data ?? []).map((order): [string, Order] => [order._id, order])),
  }
}
export type ChatDeals = ReturnType<typeof useChatDeals>

/** The open offer of a chat, of which there is at most one. */
export const openOfferOf = ({ offers }: ChatDeals): Offer | undefined =>
  [...offers.values()].findLast(({ status }) => status === 'open')

/** Where the buyer wants what was last agreed on or offered in a chat, for the form of an order. */
export function deliveryOf({ offers, orders }: ChatDeals) {
  const offered = [...offers.values()].findLast(({ phoneNumber }) => phoneNumber !== undefined)
  return offered ?? [...orders.values()].find(({ confirmedAt }) => confirmedAt !== undefined)
}
