// The one way a message goes, whichever door it came through: stored first, then told.
import type { Message, MessageInput } from '#contract/chats.ts'
import { AppError } from '#contract/errors.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { transact } from '#server/platform/database/database.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { enforceQuota, quotaWindowStart } from '#server/platform/limits/quotas.ts'
import {
  duplicateWindowMs,
  participantOf,
  quotas,
  rejectForgedSender,
  rejectReadOnly,
  senderModelOf,
} from './rules.ts'
import {
  type Channel,
  findByClientId,
  findOnOtherChannel,
  findSendTimes,
  insertMessage,
  lockChat,
  lockPersonQuota,
  messageView,
  type Participant,
} from './store.ts'

/** The message as it is stored, where this one came before: under its clientId, or just now by the other door. */
async function findEarlier(
  db: Parameters<typeof findByClientId>[0],
  me: Participant,
  input: MessageInput,
  door: Channel,
  now: Date,
) {
  const { chatId, message: text, clientId } = input
  const since = new Date(now.getTime() - duplicateWindowMs)
  const earlier =
    clientId === undefined
      ? await findOnOtherChannel(db, { chatId, senderId: me.personId, text, door, since })
      : await findByClientId(db, me.personId, clientId)
  if (earlier && (earlier.chat_id !== chatId || earlier.body !== text))
    throw new AppError('key_reused')
  return earlier && messageView(earlier)
}

/**
 * Stores a message and then tells both people, but not the socket that sent it. What came before is answered again and
 * told to nobody. Throws the Refusals not_you, chat_not_found, chat_read_only, key_reused and too_many_messages.
 */
export async function storeMessage(
  { db, live, config, now: clock }: AppContext,
  viewer: Viewer,
  input: MessageInput,
  from: { door: Channel; socketId?: string },
): Promise<Message> {
  const me = participantOf(viewer)
  const now = clock()
  rejectForgedSender(me, input)
  const { message, people } = await transact(db, async (db) => {
    await lockPersonQuota(db, me.personId)
    const chat = await lockChat(db, me, input.chatId)
    if (!chat) throw new AppError('chat_not_found')
    const earlier = await findEarlier(db, me, input, from.door, now)
    if (earlier) return { message: earlier, people: [] }
    rejectReadOnly({ status: chat.other.status, deletedAt: chat.other.deleted_at })
    if (config.rateLimit)
      enforceQuota(
        quotas.messages,
        await findSendTimes(db, me.personId, quotaWindowStart(quotas.messages, now)),
        now,
      )
    const message = await insertMessage(db, {
      chatId: chat.id,
      sender: { id: me.personId, model: senderModelOf[me.side] },
      text: input.message,
      clientId: input.clientId,
      door: from.door,
      unreadFor: [me.side === 'buyer' ? 'seller' : 'buyer'],
      now,
    })
    return { message, people: [chat.buyer_id, chat.seller_id] }
  })
  if (people.length > 0) live.emit(people, 'receive_message', message, from.socketId)
  return message
}
