import { type Kysely, sql } from 'kysely'
import type { Message, MessageInput } from '#contract/chats.ts'
import { AppError, type ErrorCode } from '#contract/common/errors.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { retryConflicts } from '#server/platform/database/database.ts'
import { createGroups } from '#server/platform/database/groups.ts'
import { newId } from '#server/platform/database/ids.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { createCounter } from '#server/platform/limits/counter.ts'
import { enforceQuotaUntil } from '#server/platform/limits/quotas.ts'
import { isUnavailable } from '#server/platform/operations/unavailable.ts'
import { type Channel, type MessageRow, messageView } from './messages.ts'
import { duplicateWindowMs, maxMessagesTogether, messageQuota } from './policy.ts'
import { participantOf, rejectForgedSender, senderModelOf } from './rules.ts'
import type { Participant } from './store.ts'

type NewMessage = Participant & {
  session: string
  chatId: string
  text: string
  clientId: string | undefined
  channel: Channel
  isLimited: boolean
  now: Date
}

type Outcome =
  | { outcome: 'busy' }
  | { outcome: ErrorCode; limited_since: Date | null }
  | { outcome: 'sent' | 'repeated'; message: Message; people: string[] }

type OutcomeRow = {
  place: number
  outcome: 'busy' | 'sent' | 'repeated' | ErrorCode
  buyer: string
  seller: string
  number: number
  repeated: MessageRow | null
  limited_since: Date | null
}

function readOutcome(sent: MessageRow, row: OutcomeRow): Outcome {
  const { outcome, buyer, seller, number, repeated, limited_since } = row
  if (outcome === 'busy') return { outcome }
  if (outcome !== 'sent' && outcome !== 'repeated') return { outcome, limited_since }
  const stored =
    outcome === 'repeated' && repeated
      ? { ...repeated, created_at: new Date(repeated.created_at) }
      : { ...sent, number }
  return { outcome, message: messageView(stored), people: [buyer, seller] }
}

/**
 * Sends messages of different people in different chats by one statement, and so in a transaction
 * of its own: `send_messages` in db/migrations does all that they need. Those that another
 * transaction holds up are 'busy', unless it `waits`.
 */
async function sendTogether(
  db: Kysely<Tables>,
  messages: readonly NewMessage[],
  { waits }: { waits: boolean },
): Promise<Outcome[]> {
  const rows = messages.map(({ accountId, side, chatId, text, clientId, now }) => ({
    id: newId(now.getTime()),
    chat_id: chatId,
    number: 0,
    sender_model: senderModelOf[side],
    sender_id: accountId,
    body: text,
    client_id: clientId ?? null,
    offer_id: null,
    order_id: null,
    meeting_id: null,
    created_at: now,
  }))
  const given = messages.map((message, place) => {
    const { id, chat_id, body, client_id, created_at } = rows[place] as MessageRow
    const { session, accountId: sender, side, channel: transport, isLimited } = message
    const notification = newId(created_at.getTime())
    const quota_max = isLimited ? messageQuota.max : null
    const person = { session, sender, side, transport, quota_max }
    return { place, ...person, id, chat_id, body, client_id, created_at, notification }
  })
  const { rows: outcomes } = await sql<OutcomeRow>`
    select * from send_messages(${JSON.stringify(given)}::jsonb, ${waits}, ${duplicateWindowMs},
      ${messageQuota.seconds})`.execute(db)
  const byPlace = new Map(outcomes.map((row) => [row.place, row]))
  return rows.map((row, place) => {
    const outcome = byPlace.get(place)
    if (!outcome) throw new Error('send_messages left a message out')
    return readOutcome(row, outcome)
  })
}

const groups = new WeakMap<Kysely<Tables>, (message: NewMessage) => Promise<Outcome>>()

/**
 * Messages that come while others are being stored go together in the next transaction. What can't
 * be sent together with others doesn't hold them up: it is sent by itself.
 */
function groupsOf({
  db,
  log,
}: Pick<AppContext, 'db' | 'log'>): (message: NewMessage) => Promise<Outcome> {
  const existing = groups.get(db)
  if (existing) return existing
  const logBucket = createCounter(1)
  const created = createGroups<NewMessage, Outcome>({
    max: maxMessagesTogether,
    keysOf: ({ accountId, chatId }) => [accountId, chatId],
    run: async (messages) => {
      try {
        const outcomes = await sendTogether(db, messages, { waits: false })
        return outcomes.map((one) => (one.outcome === 'busy' ? undefined : one))
      } catch (error) {
        // Otherwise nobody knows whether they were stored.
        if (isUnavailable(error)) throw error
        // Not the error itself: PostgreSQL's quotes what people wrote.
        const { message: reason, code } = error as Error & { code?: string }
        if (logBucket('group') === 0) log.error({ reason, code }, 'messages were refused together')
        return messages.map(() => undefined)
      }
    },
    runAlone: async (message) => {
      const [alone] = await retryConflicts(() => sendTogether(db, [message], { waits: true }))
      return alone as Outcome
    },
  })
  groups.set(db, created)
  return created
}

/**
 * Stores a message and sends it to both people, except to the socket it came from. A repetition
 * returns the stored message and is sent to nobody. Throws not_you, chat_not_found, session_ended,
 * chat_read_only, key_reused or too_many_messages.
 */
export async function storeMessage(
  context: AppContext,
  viewer: Viewer,
  input: MessageInput,
  from: { channel: Channel; socketId?: string },
): Promise<Message> {
  const { live, config, now } = context
  const me = participantOf(viewer)
  rejectForgedSender(me, input)
  const sent = await groupsOf(context)({
    ...me,
    session: viewer.session,
    // As the database writes them.
    chatId: input.chatId.toLowerCase(),
    text: input.message,
    clientId: input.clientId?.toLowerCase(),
    channel: from.channel,
    isLimited: config.rateLimit,
    now: now(),
  })
  if ('message' in sent) {
    if (sent.outcome === 'sent')
      live.emit(sent.people, 'receive_message', sent.message, from.socketId)
    return sent.message
  }
  if (sent.outcome === 'busy') throw new Error('send_messages didn’t wait')
  if (sent.outcome === 'too_many_messages')
    enforceQuotaUntil(messageQuota, sent.limited_since ?? now(), now())
  throw new AppError(sent.outcome)
}
