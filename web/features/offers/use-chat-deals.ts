import type { Chat } from '#contract/chats.ts'
import { listChatOrders } from '#contract/orders/deals.ts'
import { listMeetings, type Meeting } from '#contract/orders/meetings.ts'
import { listOffers, type Offer } from '#contract/orders/offers.ts'
import type { Order } from '#contract/orders/orders.ts'
import { useRead } from '#web/api/hooks.ts'

/**
 * Returns the offers, meetings and orders of a chat. They are loaded with the chat, and read again
 * after changes.
 */
export function useChatDeals(chat: Pick<Chat, '_id' | 'messages' | 'deals'>) {
  const input = { chatId: chat._id }
  const offers = useRead(listOffers, input, {
    enabled: chat.messages.some(({ offerId }) => offerId !== undefined),
    initial: chat.deals?.offers,
  })
  const orders = useRead(listChatOrders, input, {
    enabled: chat.messages.some(({ orderId, offerId }) => (orderId ?? offerId) !== undefined),
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
    /** Meetings by the id of their latest message, which shows the card. */
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

export const openOfferOf = ({ offers }: Pick<ChatDeals, 'offers'>): Offer | undefined =>
  [...offers.values()].findLast(({ status }) => status === 'open')

/** Returns the latest order that isn't cancelled, together with the others of its deal. */
export function latestOrders({ orders }: ChatDeals): Order[] {
  const open = [...orders.values()].filter(({ status }) => status !== 'Cancelled')
  return open.filter(({ _id, deal }) =>
    deal ? deal._id === open[0]?.deal?._id : _id === open[0]?._id,
  )
}
