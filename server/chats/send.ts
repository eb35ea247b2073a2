import { sql } from 'kysely'
import type { Message, MessageInput } from '#contract/chats.ts'
import { otherSide, type Side } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import {
  type Db,
  retryConflicts,
  transact,
  violatesConstraint,
} from '#server/platform/database/database.ts'
import { type Param, precompile } from '#server/platform/database/precompile.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import {
  type Channel,
  countMessage,
  insertMessageIf,
  type MessageRow,
  messageColumns,
  messageValues,
  messageView,
  takeBackMessage,
} from './messages.ts'
import { actorOf, participantOf, rejectForgedSender, rejectReadOnly } from './rules.ts'
import { lockOwnChat, selectStateOfChat } from './store.ts'

/**
 * Within this time, two messages that have the same text and no clientId count as one if one
 * arrives by HTTP and the other by socket.
 */
const duplicateWindowMs = 5000

type SendValues = {
  accountId: string
  chatId: string
  tokenHash: string
  text: string
  clientId: string | null
  otherChannel: Channel
  now: Date
  repeatedSince: Date
}

/**
 * Selects the state that decides whether to store a message. If the message repeats a stored one,
 * selects that, too. A repeat has the same clientId or, without a clientId, the same text from the
 * other channel.
 */
const selectStateForMessage = (param: Param<SendValues>, db: Db, hasClientId: boolean) =>
  selectStateOfChat(
    db,
    param('accountId'),
    sql`(select case ${param('accountId')}::uuid when buyer_id then seller_id when seller_id then buyer_id end
      from chats where id = ${param('chatId')})`,
  )
    .leftJoin('sessions', (on) =>
      on
        .onRef('sessions.account_id', '=', 'me.id')
        .on('token_hash', '=', param('tokenHash'))
        .on('expires_at', '>', param('now')),
    )
    .leftJoin('messages', (on) =>
      hasClientId
        ? on.onRef('sender_id', '=', 'me.id').on('client_id', '=', param('clientId'))
        : on
            .onRef('sender_id', '=', 'me.id')
            .on('messages.created_at', '>', param('repeatedSince'))
            .on('chat_id', '=', param('chatId'))
            .on('body', '=', param('text'))
            .on('transport', '=', param('otherChannel')),
    )
    .select('token_hash')
    .select(messageColumns.map((column) => `messages.${column}` as const))
    .orderBy('number', 'desc')
    .limit(1)

type State = NonNullable<
  Awaited<ReturnType<ReturnType<typeof selectStateForMessage>['executeTakeFirst']>>
>

const statements = (hasClientId: boolean) => ({
  insertIfAllowed: insertMessageIf<SendValues>((param, db) => {
    const state = selectStateForMessage(param as Param<SendValues>, db, hasClientId)
    return sql`xmin = (select xmin from chats where id = ${param('chatId')})
      and exists (select from (${state}) as state
        where not "isEnded" and not "isReadOnly" and token_hash is not null and id is null)`
  }),
  findState: precompile<SendValues, State>((param, db) =>
    selectStateForMessage(param, db, hasClientId),
  ),
})
const withClientId = statements(true)
const withoutClientId = statements(false)

/**
 * Returns the stored message that a rejected one repeats. If there is none, throws the reason for
 * the rejection.
 */
function repeatedMessage(
  { isEnded, isReadOnly, token_hash, ...repeated }: State,
  { chatId, text }: SendValues,
): Message {
  if (isEnded || token_hash === null) throw new AppError('session_ended')
  if (repeated.id === null) {
    rejectReadOnly({ isReadOnly })
    throw new Error('A message was not stored.')
  }
  if (repeated.chat_id !== chatId || repeated.body !== text) throw new AppError('key_reused')
  return messageView(repeated as MessageRow)
}

/**
 * Stores a message and sends it to both people, except to the socket that it came from. For a
 * repeated message, returns the stored one and sends nothing. Throws not_you, chat_not_found,
 * session_ended, chat_read_only, key_reused or too_many_messages.
 *
 * Usually takes a single statement, which stores nothing if the chat's row changes while it runs:
 * it might not see a block that came with the change. It is then repeated with the chat locked,
 * which also finds out why a message is refused.
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
  const { chatId } = input
  // The database returns UUIDs in lower case.
  const clientId = input.clientId?.toLowerCase()
  const { insertIfAllowed, findState } = clientId === undefined ? withoutClientId : withClientId
  const unreadFor: Side[] = [otherSide(me.side)]
  const sender = actorOf(me)
  const values = {
    ...messageValues({ chatId, sender, text: input.message, clientId, channel, unreadFor, now }),
    accountId: me.accountId,
    tokenHash: viewer.session,
    otherChannel: channel === 'http' ? ('socket' as const) : ('http' as const),
    repeatedSince: new Date(now.getTime() - duplicateWindowMs),
  }
  const insertLocked = () =>
    transact(db, async (db) => {
      await lockOwnChat(db, me, chatId)
      const [stored] = await insertIfAllowed(db, values)
      if (stored && retryAfter > 0) throw new AppError('too_many_messages', { retryAfter })
      if (stored) return { stored }
      const [state] = await findState(db, values)
      if (!state) throw new Error('An account is gone.')
      return { repeated: repeatedMessage(state, values) }
    })
  const retryAfter = config.rateLimit ? countMessage(me) : 0
  let isStored = false
  try {
    const [first] = retryAfter > 0 ? [] : await retryConflicts(() => insertIfAllowed(db, values))
    const { stored, repeated } = first ? { stored: first } : await insertLocked()
    if (!stored) return repeated
    isStored = true
    const message = messageView(stored)
    live.emit([stored.buyer_id, stored.seller_id], 'receive_message', message, socketId)
    return message
  } catch (error) {
    // The same clientId was used in two chats concurrently.
    throw violatesConstraint(error, 'messages_client') ? new AppError('key_reused') : error
  } finally {
    if (!isStored && config.rateLimit) takeBackMessage(me)
  }
}
