// The chat of a ring: all its members write in it, until it is over. Of two in a block neither
// reads what the other writes, and nothing says so.
import type { Selectable } from 'kysely'
import type { Page } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/errors.ts'
import type { RingMessage } from '#contract/exchanges/rings.ts'
import type { RingMessagesTable } from '#db/tables.ts'
import { lockAccounts } from '#server/accounts/store.ts'
import { maxMessages } from '#server/exchanges/rings/policy.ts'
import {
  countRingWord,
  findOwnRing,
  lockRing,
  notifyMembers,
} from '#server/exchanges/rings/store.ts'
import { wroteText } from '#server/exchanges/rings/texts.ts'
import {
  findAccountIds,
  findBlockedMembers,
  findMembers,
  type MemberRow,
  nameOf,
} from '#server/exchanges/store.ts'
import { viewExchange } from '#server/exchanges/views.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import {
  cursorId,
  type PageRequest,
  readCursor,
  rowLimit,
  writeCursor,
} from '#server/platform/http/paging.ts'
import { eventText, findLines } from './lines.ts'

type MessageRow = Pick<
  Selectable<RingMessagesTable>,
  'id' | 'member' | 'is_news' | 'text' | 'client_id' | 'created_at'
>

/** 'Asha has accepted; …', or 'You have …' for Asha herself. */
const newsText = (member: MemberRow, text: string, me: number): string =>
  member.number === me ? `You ${text.replace(/^has /, 'have ')}` : `${nameOf(member)} ${text}`

function view(row: MessageRow, members: readonly MemberRow[], me: number): RingMessage {
  const member = members.find(({ number }) => number === row.member)
  return {
    _id: row.id,
    ...(member && !row.is_news && { from: member.number }),
    text: member && row.is_news ? newsText(member, row.text, me) : row.text,
    createdAt: row.created_at.toISOString(),
    ...(row.client_id !== null && { clientId: row.client_id }),
  }
}

/**
 * The newest of one's own ring, oldest first; the next page is the one before. Throws
 * exchange_not_found.
 */
export async function listMessages(
  db: Db,
  accountId: string,
  { exchangeId, ...page }: PageRequest & { exchangeId: string },
): Promise<Page<RingMessage>> {
  const { me } = await findOwnRing(db, accountId, exchangeId)
  const cursor = readCursor(page.cursor, 1)
  const members = await findMembers(db, [exchangeId])
  const isBlocked = await findBlockedMembers(db, [exchangeId])
  const numbers = members.map(({ number }) => number)
  const limit = rowLimit(page, maxMessages)
  const found = await findLines(db, {
    exchangeId,
    hidden: numbers.filter((number) => isBlocked({ id: exchangeId, me, number })),
    ...(cursor && { before: cursorId(cursor[0]) }),
    limit,
  })
  const shown = found.slice(0, limit - 1)
  const oldest = shown.at(-1)
  return {
    rows: shown.reverse().flatMap(({ id, created_at, message, event }) => {
      if (message) return view({ id, created_at, ...message }, members, me)
      const createdAt = created_at.toISOString()
      return event ? { _id: id, text: eventText(event, members), createdAt } : []
    }),
    ...(found.length === limit && oldest && { next: writeCursor([oldest.id]) }),
  }
}

type NewMessage = { exchangeId: string; message: string; clientId?: string | undefined }

/**
 * Writes to the others of a ring that isn't over, who are told under the bell. Throws
 * exchange_not_found, chat_read_only, key_reused, too_many_messages.
 */
export async function writeToRing(
  db: Db,
  accountId: string,
  { exchangeId, message: text, clientId }: NewMessage,
  { now, isLimited }: { now: Date; isLimited: boolean },
): Promise<RingMessage> {
  const own = await findOwnRing(db, accountId, exchangeId)
  await lockRing(db, exchangeId)
  // A block locks them, too: nothing is written after it.
  await lockAccounts(db, await findAccountIds(db, exchangeId))
  const members = await findMembers(db, [exchangeId])
  const stored = clientId && (await findStored(db, own, clientId))
  if (stored && stored.text !== text) throw new AppError('key_reused')
  if (stored) return view(stored, members, own.me)
  const { can } = await viewExchange(db, accountId, exchangeId, now)
  if (!can.includes('write')) throw new AppError('chat_read_only')
  const me = members.find(({ number }) => number === own.me)
  if (!me) throw new AppError('exchange_not_found')
  if (isLimited) await countRingWord(db, me.person_id, now)
  const row = await db
    .insertInto('ring_messages')
    .values({
      id: newId(now.getTime()),
      exchange_id: exchangeId,
      member: own.me,
      text,
      client_id: clientId ?? null,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const isBlocked = await findBlockedMembers(db, [exchangeId])
  const readers = members.filter(
    ({ number }) => number !== own.me && !isBlocked({ ...own, number }),
  )
  await notifyMembers(db, exchangeId, readers, wroteText, now, 'chat')
  return view(row, members, own.me)
}

const findStored = (db: Db, own: { id: string; me: number }, clientId: string) =>
  db
    .selectFrom('ring_messages')
    .selectAll()
    .where('exchange_id', '=', own.id)
    .where('member', '=', own.me)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
