// A chat's offers, meetings and orders.
import type { Chat, Message } from '#contract/chats.ts'
import type { Participant } from '#server/chats/store.ts'
import { viewMeetings } from '#server/orders/meetings/views.ts'
import { listOrdersOfChat } from '#server/orders/views.ts'
import type { Db } from '#server/platform/database/database.ts'
import { viewOffers } from './views.ts'

export async function findChatDeals(
  db: Db,
  me: Participant,
  { chatId, messages }: { chatId: string; messages: readonly Message[] },
  now: Date,
): Promise<Chat['deals']> {
  const names = (key: 'offerId' | 'orderId' | 'meetingId') =>
    messages.some((message) => message[key] !== undefined)
  if (!names('offerId') && !names('orderId') && !names('meetingId')) return undefined
  return {
    offers: names('offerId') ? await viewOffers(db, me, chatId, now) : [],
    orders:
      names('orderId') || names('offerId')
        ? await listOrdersOfChat(db, chatId, { role: me.side, helper: me.helper, now })
        : [],
    meetings: names('meetingId') ? await viewMeetings(db, me, chatId, now) : [],
  }
}

export async function findOfferedBookIds(db: Db, chatId: string, now: Date): Promise<string[]> {
  const items = await db
    .selectFrom('offers')
    .innerJoin('offer_items', 'offer_items.offer_id', 'offers.id')
    .select('book_id')
    .where('chat_id', '=', chatId)
    .where('status', '=', 'open')
    .where('expires_at', '>', now)
    .execute()
  return items.map(({ book_id }) => book_id)
}
