// Meetings in the shape of the API; a list takes two queries, however long it is.
import type { Side } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/errors.ts'
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
import {
  cursorId,
  type PageRequest,
  readCursor,
  rowLimit,
  toPage,
} from '#server/platform/http/paging.ts'
import { maxListedMeetings } from './policy.ts'
import { meetingActions, type Proposal } from './rules.ts'
import { proposalOf } from './store.ts'

const selectMeetings = (db: Db, { accountId, side }: Participant) =>
  db
    .selectFrom('meetings')
    .innerJoin('chats', 'chats.id', 'meetings.chat_id')
    .selectAll('meetings')
    .where(`chats.${side}_id`, '=', accountId)
type MeetingRow = Awaited<ReturnType<ReturnType<typeof selectMeetings>['executeTakeFirstOrThrow']>>
type OrderRow = Awaited<ReturnType<ReturnType<typeof selectOrderDetails>['execute']>>[number]

async function toMeetings(db: Db, rows: MeetingRow[], side: Side, now: Date): Promise<Meeting[]> {
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
  return rows.map((row) => meetingView(row, byMeeting.get(row.id) ?? [], side, now))
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

function meetingView(row: MeetingRow, orders: OrderRow[], side: Side, now: Date): Meeting {
  const proposal = proposalOf(row)
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
    can: meetingActions(proposal, side, now, { isOpen, hasCode: orders.some(hasUsableCode) }),
  }
}

/** The meetings of one's own chat, oldest first; throws chat_not_found. */
export async function viewMeetings(db: Db, me: Participant, chatId: string, now: Date) {
  if (!(await findParticipants(db, me, chatId))) throw new AppError('chat_not_found')
  const rows = await selectMeetings(db, me)
    .where('meetings.chat_id', '=', chatId)
    .orderBy('meetings.id', 'desc')
    .limit(maxListedMeetings)
    .execute()
  return toMeetings(db, rows.reverse(), me.side, now)
}

/** One meeting of one's own chats; throws meeting_not_found. */
export async function viewMeeting(db: Db, me: Participant, meetingId: string, now: Date) {
  const rows = await selectMeetings(db, me).where('meetings.id', '=', meetingId).execute()
  const [meeting] = await toMeetings(db, rows, me.side, now)
  if (!meeting) throw new AppError('meeting_not_found')
  return meeting
}

export async function listMeetingsOf(db: Db, me: Participant, page: PageRequest, now: Date) {
  let query = selectMeetings(db, me)
    .orderBy('meetings.id', 'desc')
    .limit(rowLimit(page, maxListedMeetings))
  const cursor = readCursor(page.cursor, 1)
  if (cursor) query = query.where('meetings.id', '<', cursorId(cursor[0]))
  const { rows, next } = toPage(await query.execute(), page, maxListedMeetings, (row) => [row.id])
  return { rows: await toMeetings(db, rows, me.side, now), next }
}
