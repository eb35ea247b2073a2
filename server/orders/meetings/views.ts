// Converts meetings to the API's format. A list of any length takes the same number of queries.
import { sql } from 'kysely'
import { AppError } from '#contract/common/error-catalog.ts'
import type { Meeting } from '#contract/orders/meetings.ts'
import { findParticipants, type Participant } from '#server/chats/store.ts'
import {
  areInContact,
  hasUsableCode,
  isMeetable,
  meetingOf,
} from '#server/orders/hand-over/hand-over.ts'
import { selectOrderDetails } from '#server/orders/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newestFirst, type PageRequest, readPage } from '#server/platform/http/paging.ts'
import { meetingActions, type Proposal } from './rules.ts'
import { proposalOf } from './store.ts'

const maxListedMeetings = 100

const selectMeetings = (db: Db, { accountId, side }: Participant) =>
  db
    .selectFrom('meetings')
    .innerJoin('chats', 'chats.id', 'meetings.chat_id')
    .selectAll('meetings')
    .where(`chats.${side}_id`, '=', accountId)
type MeetingRow = Awaited<ReturnType<ReturnType<typeof selectMeetings>['executeTakeFirstOrThrow']>>
type OrderRow = Awaited<ReturnType<ReturnType<typeof selectOrderDetails>['execute']>>[number]

async function toMeetings(
  db: Db,
  rows: MeetingRow[],
  me: Participant,
  now: Date,
): Promise<Meeting[]> {
  if (rows.length === 0) return []
  const orders = await selectOrderDetails(db)
    .where(
      'orders.meeting_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('orders.id')
    .execute()
  const byMeeting = Map.groupBy(orders, ({ meeting_id }) => meeting_id)
  const exchanged = await findExchanged(db, orders)
  return rows.map((row) => {
    const own = byMeeting.get(row.id) ?? []
    const titles = own.flatMap(({ id }) => exchanged.get(id) ?? [])
    const meeting = meetingView(row, own, me, now)
    return titles.length > 0 ? { ...meeting, exchanged: titles } : meeting
  })
}

/**
 * Finds, for each order of an exchange, the titles of the books that the same two people hand over
 * in return at the same meeting.
 */
async function findExchanged(db: Db, orders: readonly OrderRow[]): Promise<Map<string, string[]>> {
  const ids = orders.flatMap(({ id, exchange_id }) => (exchange_id === null ? [] : id))
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('orders')
    .innerJoin('orders as other', 'other.exchange_id', 'orders.exchange_id')
    .innerJoin('accounts as buyer', 'buyer.id', 'orders.buyer_id')
    .innerJoin('accounts as seller', 'seller.id', 'orders.seller_id')
    .innerJoin('accounts as other_buyer', 'other_buyer.id', 'other.buyer_id')
    .innerJoin('accounts as other_seller', 'other_seller.id', 'other.seller_id')
    .select(['orders.id', 'other.book_title'])
    .where('orders.id', 'in', ids)
    .whereRef('other.id', '<>', 'orders.id')
    .where('other.meeting_id', 'is not', null)
    .where('other.status', '<>', 'Cancelled')
    .where(sql<boolean>`(other_buyer.person_id, other_seller.person_id) in
      ((buyer.person_id, seller.person_id), (seller.person_id, buyer.person_id))`)
    .orderBy('other.id')
    .execute()
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, others]) => [
      id,
      others.map(({ book_title }) => book_title),
    ]),
  )
}

function statusOf(orders: OrderRow[]): Meeting['status'] {
  if (orders.some(isMeetable)) return 'open'
  return orders.some(({ status }) => status === 'Delivered') ? 'handed-over' : 'over'
}

const handedOverAt = (orders: OrderRow[]): string | undefined =>
  orders
    .flatMap(({ delivered_at }) => delivered_at?.toISOString() ?? [])
    .sort()
    .at(-1)

const proposalView = ({ id, by, place, times }: Proposal) => ({
  _id: id,
  by,
  place,
  times: times.map((time) => time.toISOString()),
})

function meetingView(
  row: MeetingRow,
  orders: OrderRow[],
  { side, helper }: Participant,
  now: Date,
): Meeting {
  const proposal = proposalOf(row)
  const isOthers = helper !== undefined && orders.some(({ exchange_id }) => exchange_id !== null)
  const isOpen = orders.some(isMeetable) && orders.every(areInContact)
  const withCode = orders.find(hasUsableCode) ?? orders.find(isMeetable) ?? orders[0]
  const shown = {
    meeting_place: row.place,
    meeting_starts_at: row.starts_at,
    meeting_code: row.code,
  }
  const meeting = withCode && meetingOf({ ...withCode, ...shown }, side)
  if (!meeting) throw new Error(`meeting ${row.id} has no orders`)
  return {
    ...meeting,
    chatId: row.chat_id,
    orders: orders.map(({ id, book_title, status }) => ({ _id: id, title: book_title, status })),
    proposal: isOpen && proposal ? proposalView(proposal) : undefined,
    status: statusOf(orders),
    ...(statusOf(orders) === 'handed-over' && { handedOverAt: handedOverAt(orders) }),
    createdAt: row.created_at.toISOString(),
    can: isOthers
      ? []
      : meetingActions(proposal, side, now, { isOpen, hasCode: orders.some(hasUsableCode) }),
  }
}

/** Returns the meetings of the caller's chat, oldest first. Throws chat_not_found. */
export async function viewMeetings(db: Db, me: Participant, chatId: string, now: Date) {
  await findParticipants(db, me, chatId)
  const rows = await selectMeetings(db, me)
    .where('meetings.chat_id', '=', chatId)
    .orderBy('meetings.id', 'desc')
    .limit(maxListedMeetings)
    .execute()
  return toMeetings(db, rows.reverse(), me, now)
}

/** Throws meeting_not_found. */
export async function viewMeeting(db: Db, me: Participant, meetingId: string, now: Date) {
  const rows = await selectMeetings(db, me).where('meetings.id', '=', meetingId).execute()
  const [meeting] = await toMeetings(db, rows, me, now)
  if (!meeting) throw new AppError('meeting_not_found')
  return meeting
}

export async function listMeetingsOf(db: Db, me: Participant, page: PageRequest, now: Date) {
  const newest = newestFirst('meetings.id')
  const { rows, next } = await readPage(selectMeetings(db, me), page, maxListedMeetings, newest)
  return { rows: await toMeetings(db, rows, me, now), next }
}
