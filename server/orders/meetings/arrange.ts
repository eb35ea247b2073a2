import type { Message } from '#contract/chats.ts'
import { otherSide } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { countSentMessage, insertMessage, insertSystemMessage } from '#server/chats/messages.ts'
import { actorOf, rejectReadOnly } from '#server/chats/rules.ts'
import { clearUnanswered, lockChat, type Participant } from '#server/chats/store.ts'
import { insertNotifications } from '#server/notifications/store.ts'
import { isMeetable } from '#server/orders/hand-over/hand-over.ts'
import { lockOrder, lockOrdersOf } from '#server/orders/store.ts'
import { agreedText, proposalNotification, proposalText } from '#server/orders/texts.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { meetingTimes } from './rules.ts'
import {
  agreeToMeet,
  insertMeeting,
  type LockedMeeting,
  linkMeeting,
  lockMeeting,
  proposalOf,
  saveChosen,
  saveProposal,
  shareChosen,
} from './store.ts'

export type ArrangedMeeting = {
  id: string
  chatId: string
  accountIds: string[]
  message: Message
}

function ordersToMeetFor(orders: LockedMeeting['orders']): string[] {
  const ids = orders.filter(isMeetable).map(({ id }) => id)
  if (ids.length === 0) throw new AppError('order_settled')
  return ids
}

async function findOrMakeMeeting(db: Db, me: Participant, orderId: string, now: Date) {
  const order = await lockOrder(db, me, orderId)
  if (order.meeting_id !== null) {
    const locked = await lockMeeting(db, me, order.meeting_id)
    return { id: order.meeting_id, chat: locked.chat, orderIds: ordersToMeetFor(locked.orders) }
  }
  const chat = await lockChat(db, me, order.chat_id)
  const orders =
    order.offer_id === null ? [order] : await lockOrdersOf(db, 'offer_id', order.offer_id)
  const orderIds = ordersToMeetFor(orders.filter(({ meeting_id }) => meeting_id === null))
  const id = await insertMeeting(db, { chatId: chat.id, place: null, now })
  await linkMeeting(db, orderIds, id)
  return { id, chat, orderIds }
}

type ProposalInput = { orderId: string; place: string; times: string[] }

/**
 * Proposes a place and times to hand over an order and the others of its deal. Replaces an open
 * proposal. Throws order_not_found, order_settled, chat_read_only, malformed, too_many_messages,
 * session_ended.
 */
export async function createProposal(
  db: Db,
  me: Participant,
  { orderId, place, times: local }: ProposalInput,
  { now, isLimited }: { now: Date; isLimited: boolean },
): Promise<ArrangedMeeting> {
  const { id, chat, orderIds } = await findOrMakeMeeting(db, me, orderId, now)
  rejectReadOnly(chat)
  const times = meetingTimes(local, now)
  if (isLimited) countSentMessage(me)
  await saveProposal(db, id, { id: newId(now.getTime()), by: me.side, place, times })
  const message = await insertMessage(db, {
    chatId: chat.id,
    sender: actorOf(me),
    text: proposalText(orderIds, place, times),
    channel: 'http',
    unreadFor: [otherSide(me.side)],
    now,
    meetingId: id,
  })
  await insertNotifications(db, [chat.otherId], {
    kind: 'status',
    text: proposalNotification(me.side, orderIds),
    chatId: chat.id,
    ...(orderIds[0] !== undefined && { orderId: orderIds[0] }),
    inChat: true,
    needsAction: true,
    now,
  })
  return { id, chatId: chat.id, accountIds: [chat.buyer_id, chat.seller_id], message }
}

type Choice = { meetingId: string; proposalId: string; time: string }

/**
 * Chooses one of the proposed times. Returns undefined if it is already chosen. Throws
 * meeting_not_found, order_settled, chat_read_only, meeting_changed, not_yours, malformed,
 * session_ended.
 */
export async function chooseTime(
  db: Db,
  me: Participant,
  { meetingId, proposalId, time }: Choice,
  now: Date,
): Promise<ArrangedMeeting | undefined> {
  const locked = await lockMeeting(db, me, meetingId)
  const { meeting, chat } = locked
  const startsAt = new Date(time)
  const proposal = proposalOf(meeting)
  if (!proposal || proposal.id !== proposalId) {
    const isChosen = !proposal && meeting.proposal_id === proposalId
    if (isChosen && meeting.starts_at?.getTime() === startsAt.getTime()) return undefined
    throw new AppError('meeting_changed')
  }
  if (proposal.by === me.side) throw new AppError('not_yours')
  const orderIds = ordersToMeetFor(locked.orders)
  rejectReadOnly(chat)
  if (!proposal.times.some((proposed) => proposed.getTime() === startsAt.getTime()))
    throw new AppError('malformed', { message: 'Choose one of the proposed times.' })
  if (startsAt <= now)
    throw new AppError('malformed', { message: 'This time has passed. Propose another one.' })
  const chosen = { place: proposal.place, starts_at: startsAt }
  await saveChosen(db, meetingId, chosen)
  const exchangeId = locked.orders.find(({ exchange_id }) => exchange_id)?.exchange_id
  if (exchangeId) await shareChosen(db, exchangeId, [chat.buyer_id, chat.seller_id], chosen)
  await agreeToMeet(db, meetingId)
  await clearUnanswered(db, chat.id, 'meeting_id', meetingId)
  const message = await insertSystemMessage(db, {
    chatId: chat.id,
    text: agreedText(orderIds, proposal.place, startsAt),
    unreadFor: [proposal.by],
    now,
    meetingId,
  })
  return { id: meetingId, chatId: chat.id, accountIds: [chat.buyer_id, chat.seller_id], message }
}
