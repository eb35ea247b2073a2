// Meetings with their proposals and codes. A meeting belongs to one chat, so locking the chat locks
// the meeting.
import { randomInt } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { AppError } from '#contract/common/error-catalog.ts'
import { maxWrongCodes } from '#contract/common/limits.ts'
import type { MeetingsTable } from '#db/tables.ts'
import { lockChat, type Participant } from '#server/chats/store.ts'
import { timesOf } from '#server/orders/hand-over/hand-over.ts'
import { lockExchangeChats, lockOrdersOf, rejectHelperOfSwap } from '#server/orders/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import type { Proposal } from './rules.ts'

/** Inserts a meeting with a new code. `place` is set if both people have already agreed on it. */
export async function insertMeeting(
  db: Db,
  { chatId, place, now }: { chatId: string; place: string | null; now: Date },
): Promise<string> {
  const id = newId(now.getTime())
  const code = String(randomInt(10_000)).padStart(4, '0')
  await db
    .insertInto('meetings')
    .values({ id, chat_id: chatId, code, place, created_at: now })
    .execute()
  return id
}

/**
 * Locks a meeting in one of the viewer's chats, with the chat and the meeting's orders. Throws
 * meeting_not_found, session_ended, and owner_only to a helper for a meeting of an exchange.
 */
export async function lockMeeting(db: Db, me: Participant, meetingId: string) {
  const found = await db
    .selectFrom('meetings')
    .innerJoin('chats', 'chats.id', 'meetings.chat_id')
    .leftJoin('orders', 'orders.meeting_id', 'meetings.id')
    .select(['meetings.chat_id', 'exchange_id'])
    .where('meetings.id', '=', meetingId)
    .where(`chats.${me.side}_id`, '=', me.accountId)
    .executeTakeFirst()
  if (!found) throw new AppError('meeting_not_found')
  rejectHelperOfSwap(me, [found])
  // Locks the exchange's other chats, because a time chosen for one of its orders applies to the
  // others, too.
  if (found.exchange_id) await lockExchangeChats(db, found.exchange_id)
  const chat = await lockChat(db, me, found.chat_id)
  const meeting = await db
    .selectFrom('meetings')
    .selectAll()
    .where('id', '=', meetingId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { meeting, chat, orders: await lockOrdersOf(db, 'meeting_id', meetingId) }
}
export type LockedMeeting = Awaited<ReturnType<typeof lockMeeting>>

type ProposalColumns = Pick<
  Selectable<MeetingsTable>,
  'proposal_id' | 'proposed_by' | 'proposed_place' | 'proposed_times'
>

export function proposalOf(row: ProposalColumns): Proposal | undefined {
  const { proposal_id: id, proposed_by: by, proposed_place: place } = row
  if (id === null || by === null || place === null) return undefined
  return { id, by, place, times: timesOf(row.proposed_times) }
}

export async function saveProposal(
  db: Db,
  meetingId: string,
  { id, by, place, times }: Proposal,
): Promise<void> {
  await db
    .updateTable('meetings')
    .set({
      proposal_id: id,
      proposed_by: by,
      proposed_place: place,
      proposed_times: JSON.stringify(times),
    })
    .where('id', '=', meetingId)
    .execute()
}

const noProposal = { proposed_by: null, proposed_place: null, proposed_times: null }

export async function saveChosen(
  db: Db,
  meetingId: string,
  chosen: { place: string; starts_at: Date },
): Promise<void> {
  await db
    .updateTable('meetings')
    .set({ ...chosen, ...noProposal })
    .where('id', '=', meetingId)
    .execute()
}

/**
 * Copies the chosen place and time to the meetings of the exchange's other open orders between
 * these two people.
 */
export async function shareChosen(
  db: Db,
  exchangeId: string,
  [one, other]: readonly [string, string],
  chosen: { place: string; starts_at: Date },
): Promise<void> {
  const persons = sql`(select person_id from accounts where id in (${one}, ${other}))`
  const meetings = db
    .selectFrom('orders')
    .innerJoin('accounts as buyer', 'buyer.id', 'buyer_id')
    .innerJoin('accounts as seller', 'seller.id', 'seller_id')
    .select('meeting_id')
    .where('exchange_id', '=', exchangeId)
    .where('orders.status', 'in', ['Pending', 'Shipped'])
    .where(sql<boolean>`buyer.person_id in ${persons} and seller.person_id in ${persons}`)
  await db
    .updateTable('meetings')
    .set({ ...chosen, ...noProposal })
    .where('id', 'in', meetings)
    .execute()
}

/** Counts a wrong code for a locked meeting. Returns the number of wrong codes so far. */
export async function countWrongCode(
  db: Db,
  meetingId: string,
  { code, requestId }: { code: string; requestId?: string | undefined },
): Promise<number> {
  const { wrong_codes } = await db
    .updateTable('meetings')
    .set((set) => ({
      wrong_codes: set('wrong_codes', '+', 1),
      last_request_id: requestId ?? null,
      last_wrong_code: code,
    }))
    .where('id', '=', meetingId)
    .where('wrong_codes', '<', maxWrongCodes)
    .returning('wrong_codes')
    .executeTakeFirstOrThrow()
  return wrong_codes
}

/**
 * Erases codes, proposals and places from the meetings of an account that is deleted, because a
 * place may be somebody's home. The account's chats must be locked.
 */
export async function eraseFromMeetings(db: Db, { accountId, side }: Participant): Promise<void> {
  await db
    .updateTable('meetings')
    .set({
      code: null,
      // A meeting that has a time must have a place.
      place: sql`case when starts_at is not null then 'In person' end`,
      ...noProposal,
    })
    .where('chat_id', 'in', db.selectFrom('chats').select('id').where(`${side}_id`, '=', accountId))
    .execute()
}

export async function linkMeeting(
  db: Db,
  orderIds: readonly string[],
  meetingId: string,
): Promise<void> {
  await db
    .updateTable('orders')
    .set({ meeting_id: meetingId })
    .where('id', 'in', orderIds)
    .where('meeting_id', 'is', null)
    .execute()
}

/** Saves that both people agreed to meet, for orders that have no agreed hand-over. */
export async function agreeToMeet(db: Db, meetingId: string): Promise<void> {
  await db
    .updateTable('orders')
    .set({ hand_over: 'meet' })
    .where('meeting_id', '=', meetingId)
    .where('hand_over', 'is', null)
    .execute()
}
