// Sending a message, by HTTP or socket: stored first, then sent to both people.
import { sql } from 'kysely'
import type { Message, MessageInput } from '#contract/chats.ts'
import { AppError, type ErrorCode } from '#contract/common/errors.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { type Db, retryConflicts } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { enforceQuotaUntil, quotaWindowStart } from '#server/platform/limits/quotas.ts'
import { type Channel, type MessageRow, messageView } from './messages.ts'
import { duplicateWindowMs, messageQuota } from './policy.ts'
import { participantOf, rejectForgedSender, senderModelOf } from './rules.ts'
import type { Participant } from './store.ts'

type Outcome = {
  outcome: 'sent' | 'repeated' | ErrorCode
  buyer: string
  seller: string
  limited_since: Date | null
} & MessageRow

/**
 * One statement, and so a transaction of its own: `send_message` in db/migrations does all that a
 * message needs, in the order of the locks.
 */
async function callSendMessage(
  db: Db,
  { accountId, side }: Participant,
  { chatId, message: text, clientId }: Pick<MessageInput, 'chatId' | 'message' | 'clientId'>,
  { channel, isLimited, now }: { channel: Channel; isLimited: boolean; now: Date },
): Promise<Outcome> {
  const since = new Date(now.getTime() - duplicateWindowMs)
  const { rows } = await sql<Outcome>`
    select outcome, buyer, seller, limited_since, (stored).*
    from send_message(${accountId}, ${side}, ${chatId},
      jsonb_populate_record(null::messages, ${JSON.stringify({
        id: newId(now.getTime()),
        chat_id: chatId,
        sender_model: senderModelOf[side],
        sender_id: accountId,
        body: text,
        client_id: clientId ?? null,
        transport: channel,
        created_at: now,
      })}::jsonb),
      ${newId(now.getTime())}, ${since}, ${quotaWindowStart(messageQuota, now)},
      ${isLimited ? messageQuota.max : null}::integer)`.execute(db)
  const [row] = rows
  if (!row) throw new Error('send_message returned nothing')
  return row
}

/**
 * Stores a message and sends it to both people, except to the socket it came from. A repetition
 * returns the stored message and is sent to nobody. Throws not_you, chat_not_found, session_ended,
 * chat_read_only, key_reused or too_many_messages.
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
  const options = { channel: from.channel, isLimited: config.rateLimit, now }
  const row = await retryConflicts(() => callSendMessage(db, me, input, options))
  const { outcome, buyer, seller, limited_since } = row
  if (outcome === 'too_many_messages') enforceQuotaUntil(messageQuota, limited_since ?? now, now)
  if (outcome !== 'sent' && outcome !== 'repeated') throw new AppError(outcome)
  const message = messageView(row)
  if (outcome === 'sent') live.emit([buyer, seller], 'receive_message', message, from.socketId)
  return message
}
