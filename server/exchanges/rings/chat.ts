// A ring's chat. All members can write until the ring is over. After a block, the two people don't
// see each other's messages.
import type { Selectable } from 'kysely'
import type { Page } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import type { RingMessage } from '#contract/exchanges/rings.ts'
import type { RingMessagesTable } from '#db/tables.ts'
import { lockAccounts } from '#server/accounts/store.ts'
import { canWrite } from '#server/exchanges/rules.ts'
import {
  findAccountIds,
  findBlocks,
  findMembers,
  type MemberRow,
  nameOf,
  notifyMembers,
} from '#server/exchanges/store.ts'
import { toYou, wroteText } from '#server/exchanges/texts.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { newestFirst, type PageRequest, readPage } from '#server/platform/http/paging.ts'
import { countUse, type Quota } from '#server/platform/limits/quotas.ts'
import { findOwnRing } from './ring.ts'

const maxMessages = 200
const messageQuota: Quota = { max: 20, seconds: 60, code: 'too_many_messages' }

type Row = Selectable<RingMessagesTable>

function view(row: Row, members: readonly MemberRow[], me: number): RingMessage {
  const writer = members.find(({ number }) => number === row.member)
  const text = !(writer && row.is_system)
    ? row.text
    : writer.number === me
      ? toYou(row.text)
      : `${nameOf(writer)} ${row.text}`
  return {
    _id: row.id,
    ...(writer && !row.is_system && { from: writer.number }),
    text,
    createdAt: row.created_at.toISOString(),
    ...(row.client_id !== null && { clientId: row.client_id }),
  }
}

/**
 * Returns a page of the messages in the caller's ring, oldest first. The first page has the newest
 * messages.
 */
export async function listMessages(
  db: Db,
  accountId: string,
  { exchangeId, ...page }: PageRequest & { exchangeId: string },
): Promise<Page<RingMessage>> {
  const own = await findOwnRing(db, accountId, exchangeId)
  const hidden = (await findBlocks(db, [exchangeId]))(own)
  let query = db.selectFrom('ring_messages').selectAll().where('exchange_id', '=', exchangeId)
  if (hidden.length > 0)
    query = query.where((where) =>
      where.or([where('is_system', '=', true), where('member', 'not in', hidden)]),
    )
  const { rows, next } = await readPage(query, page, maxMessages, newestFirst('id'))
  const members = await findMembers(db, [exchangeId])
  return { rows: rows.toReversed().map((row) => view(row, members, own.me)), next }
}

type NewMessage = { exchangeId: string; message: string; clientId?: string | undefined }

/**
 * Writes a message and notifies the other members. Throws exchange_not_found, chat_read_only,
 * key_reused, too_many_messages.
 */
export async function writeToRing(
  db: Db,
  accountId: string,
  { exchangeId, message: text, clientId }: NewMessage,
  { now, isLimited }: { now: Date; isLimited: boolean },
): Promise<RingMessage> {
  const own = await findOwnRing(db, accountId, exchangeId)
  // A block takes the same locks, so no message is written after it.
  await lockAccounts(db, await findAccountIds(db, exchangeId))
  const members = await findMembers(db, [exchangeId])
  const stored = clientId === undefined ? undefined : await findStored(db, own, clientId)
  if (stored && stored.text !== text) throw new AppError('key_reused')
  if (stored) return view(stored, members, own.me)
  const blocked = (await findBlocks(db, [exchangeId]))(own)
  if (!canWrite(own, { members, blocked })) throw new AppError('chat_read_only')
  const me = members.find(({ number }) => number === own.me)
  if (!me) throw new AppError('exchange_not_found')
  if (isLimited) await countRingMessage(db, me.person_id, now)
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
  const readers = members.filter(({ number }) => number !== own.me && !blocked.includes(number))
  await notifyMembers(db, readers, { exchangeId, part: 'chat', textOf: wroteText }, now)
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

/** Throws too_many_messages. */
export const countRingMessage = (db: Db, personId: string, now: Date): Promise<void> =>
  countUse(db, { key: `ring ${personId}`, quota: messageQuota }, now)
