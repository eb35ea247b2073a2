// The chat of a ring, in the order in which it was written: what its members and the market say
// (`ring_messages`), and what has become of its books, which their orders' histories tell.
import { sql } from 'kysely'
import type { OrderStatus } from '#contract/orders/orders.ts'
import { memberOf } from '#server/exchanges/events.ts'
import { bookLine, cancelledLine } from '#server/exchanges/rings/texts.ts'
import { type MemberRow, nameOf } from '#server/exchanges/store.ts'
import type { Db } from '#server/platform/database/database.ts'

type Message = { member: number | null; is_news: boolean; text: string; client_id: string | null }
type Event = {
  kind: string
  status: OrderStatus
  actor_model: string
  actor_id: string | null
  reason: string | null
  title: string
  buyer_id: string
  seller_id: string
  is_whole: boolean
  is_first: boolean
}
type Row = { id: string; created_at: Date; message: Message | null; event: Event | null }

type Part = { exchangeId: string; hidden: readonly number[]; before?: string; limit: number }

/** Of an exchange that is cancelled as a whole, one order tells it. */
const isCancelledAlong = sql`(order_events.status = 'Cancelled'
  and order_events.actor_model = 'System')`
const hasCancelledOthers = sql`exists (select from order_events as along
  join orders as other on other.id = along.order_id
  where other.exchange_id = orders.exchange_id and other.id <> orders.id
    and along.status = 'Cancelled' and along.actor_model = 'System' and along.kind = 'status'
    and along.created_at = order_events.created_at)`

const selectEvents = (exchangeId: string, before: string | undefined, limit: number) => sql`
  (select order_events.id, order_events.created_at, null::jsonb as message,
    jsonb_build_object('kind', order_events.kind, 'status', order_events.status,
      'actor_model', actor_model, 'actor_id', actor_id, 'reason', reason, 'title', book_title,
      'buyer_id', buyer_id, 'seller_id', seller_id, 'is_whole', ${hasCancelledOthers},
      'is_first', order_events.number = (select min(given.number) from order_events as given
        join orders as other on other.id = given.order_id
        where other.exchange_id = orders.exchange_id and given.status in ('Shipped', 'Delivered'))
      ) as event
  from order_events join orders on orders.id = order_events.order_id
  where orders.exchange_id = ${exchangeId}
    and order_events.kind in ('status', 'handed_over', 'received', 'undone', 'reopened')
    and not ${isCancelledAlong}
    and ${before === undefined ? sql`true` : sql`order_events.id < ${before}`}
  order by order_events.id desc limit ${limit})`

/** The newest, or those before an id; the newest first. What `hidden` members write is left out. */
export async function findLines(
  db: Db,
  { exchangeId, hidden, before, limit }: Part,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    (select id, created_at, jsonb_build_object('member', member, 'is_news', is_news,
        'text', text, 'client_id', client_id) as message, null::jsonb as event
      from ring_messages
      where exchange_id = ${exchangeId} and (is_news or member <> all(${hidden}::integer[]))
        and ${before === undefined ? sql`true` : sql`id < ${before}`}
      order by id desc limit ${limit})
    union all ${selectEvents(exchangeId, before, limit)}
    order by id desc limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, created_at: new Date(row.created_at) }))
}

/** Names are put in when it is read: who leaves takes theirs along. */
export function eventText(event: Event, members: readonly MemberRow[]): string {
  const by = memberOf(members, event.actor_id)
  const nameBy = (accountId: string) => {
    const member = memberOf(members, accountId)
    return member ? nameOf(member) : ''
  }
  if (event.kind === 'status' && event.status === 'Cancelled')
    return cancelledLine(by && nameOf(by), event)
  return bookLine({ ...event, giver: nameBy(event.seller_id), receiver: nameBy(event.buyer_id) })
}
