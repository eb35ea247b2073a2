import type { Message, MessageInput } from '#contract/chats.ts'
import { AppError } from '#contract/common/errors.ts'
import { rejectEndedSession } from '#server/accounts/auth/sessions.ts'
import { rejectBlocked } from '#server/blocks/are-blocked.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { transact } from '#server/platform/database/database.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { enforceQuota, quotaWindowStart } from '#server/platform/limits/quotas.ts'
import {
  type Channel,
  findRepeated,
  findSendTimes,
  insertMessage,
  messageView,
} from './messages.ts'
import { messageQuota } from './policy.ts'
import { participantOf, rejectForgedSender, rejectReadOnly, senderModelOf } from './rules.ts'
import { lockAccountQuota, lockChat } from './store.ts'

/**
 * Stores a message and sends it to both people, except to the socket it came from. A repetition
 * returns the stored message and is sent to nobody. Throws not_you, chat_not_found, session_ended,
 * chat_read_only, key_reused or too_many_messages.
 */
export async function storeMessage(
  { db, live, config, now: clock }: AppContext,
  viewer: Viewer,
  input: MessageInput,
  { channel, socketId }: { channel: Channel; socketId?: string },
): Promise<Message> {
  const me = participantOf(viewer)
  rejectForgedSender(me, input)
  const now = clock()
  const text = input.message
  // As the database writes it.
  const clientId = input.clientId?.toLowerCase()
  const { message, people } = await transact(db, async (db) => {
    await lockAccountQuota(db, me.accountId)
    const chat = await lockChat(db, me, input.chatId)
    if (!chat) throw new AppError('chat_not_found')
    await rejectEndedSession(db, viewer.session, now)
    const repeated = await findRepeated(db, me, { chatId: chat.id, text, clientId, channel, now })
    if (repeated && (repeated.chat_id !== chat.id || repeated.body !== text))
      throw new AppError('key_reused')
    if (repeated) return { message: messageView(repeated), people: [] }
    rejectReadOnly({ status: chat.other.status, deletedAt: chat.other.deleted_at })
    await rejectBlocked(db, [chat.buyer_id, chat.seller_id])
    if (config.rateLimit) {
      const since = quotaWindowStart(messageQuota, now)
      enforceQuota(messageQuota, await findSendTimes(db, me.accountId, since), now)
    }
    const message = await insertMessage(db, {
      chatId: chat.id,
      sender: { id: me.accountId, model: senderModelOf[me.side] },
      text,
      clientId,
      channel,
      unreadFor: [me.side === 'buyer' ? 'seller' : 'buyer'],
      now,
    })
    return { message, people: [chat.buyer_id, chat.seller_id] }
  })
  if (people.length > 0) live.emit(people, 'receive_message', message, socketId)
  return message
}
