// Sending a message, by HTTP or socket: stored first, then sent to both people.
import type { Message, MessageInput } from '#contract/chats.ts'
import { AppError } from '#contract/common/errors.ts'
import { rejectBlocked } from '#server/blocks/are-blocked.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { type Db, transact } from '#server/platform/database/database.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { enforceQuota, quotaWindowStart } from '#server/platform/limits/quotas.ts'
import {
  type Channel,
  findByClientId,
  findOnOtherChannel,
  findSendTimes,
  insertMessage,
  messageView,
} from './messages.ts'
import { duplicateWindowMs, messageQuota } from './policy.ts'
import { participantOf, rejectForgedSender, rejectReadOnly, senderModelOf } from './rules.ts'
import { lockAccountQuota, lockChat, type Participant } from './store.ts'

/** The stored message that this one repeats: same clientId, or just sent by the other channel. */
async function findDuplicate(
  db: Db,
  me: Participant,
  { chatId, message: text, clientId }: MessageInput,
  channel: Channel,
  now: Date,
): Promise<Message | undefined> {
  const since = new Date(now.getTime() - duplicateWindowMs)
  const stored =
    clientId === undefined
      ? await findOnOtherChannel(db, { chatId, senderId: me.accountId, text, channel, since })
      : await findByClientId(db, me.accountId, clientId)
  if (stored && (stored.chat_id !== chatId || stored.body !== text))
    throw new AppError('key_reused')
  return stored && messageView(stored)
}

/**
 * Stores a message and sends it to both people, except to the socket it came from. A repetition
 * returns the stored message and is sent to nobody. Throws not_you, chat_not_found, chat_read_only,
 * key_reused or too_many_messages.
 */
export async function storeMessage(
  { db, live, config, now: clock }: AppContext,
  viewer: Viewer,
  input: MessageInput,
  from: { channel: Channel; socketId?: string },
): Promise<Message> {
  const me = participantOf(viewer)
  const now = clock()
  rejectForgedSender(me, input)
  const { message, recipientIds } = await transact(db, async (db) => {
    await lockAccountQuota(db, me.accountId)
    const chat = await lockChat(db, me, input.chatId)
    if (!chat) throw new AppError('chat_not_found')
    const duplicate = await findDuplicate(db, me, input, from.channel, now)
    if (duplicate) return { message: duplicate, recipientIds: [] }
    rejectReadOnly({ status: chat.other.status, deletedAt: chat.other.deleted_at })
    await rejectBlocked(db, [chat.buyer_id, chat.seller_id])
    if (config.rateLimit)
      enforceQuota(
        messageQuota,
        await findSendTimes(db, me.accountId, quotaWindowStart(messageQuota, now)),
        now,
      )
    const message = await insertMessage(db, {
      chatId: chat.id,
      sender: { id: me.accountId, model: senderModelOf[me.side] },
      text: input.message,
      clientId: input.clientId,
      channel: from.channel,
      unreadFor: [me.side === 'buyer' ? 'seller' : 'buyer'],
      now,
    })
    return { message, recipientIds: [chat.buyer_id, chat.seller_id] }
  })
  if (recipientIds.length > 0) live.emit(recipientIds, 'receive_message', message, from.socketId)
  return message
}
