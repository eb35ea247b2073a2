import { sql } from 'kysely'
import type { Invariant } from '#server/platform/database/invariants.ts'

export const meetingInvariants: Invariant[] = [
  {
    rule: 'a meeting is about orders of its chat, and about all orders of a deal in person',
    broken: sql`
      select meetings.id, meetings.chat_id, orders.id as order_id
      from meetings left join orders on orders.meeting_id = meetings.id
      where orders.id is null or orders.chat_id <> meetings.chat_id or exists (
        select from orders as other where other.offer_id = orders.offer_id
          and other.meeting_id is distinct from meetings.id)`,
  },
  {
    rule: 'a deal that is handed over in person has a meeting, and what is posted has none',
    broken: sql`
      select id, hand_over, meeting_id from orders
      where (hand_over = 'meet' and meeting_id is null)
        or (hand_over = 'post' and meeting_id is not null)`,
  },
  {
    rule: 'the meeting that a message brings is one of its chat',
    broken: sql`
      select messages.id, messages.chat_id, meetings.chat_id as meeting_chat_id
      from messages join meetings on meetings.id = meeting_id
      where messages.chat_id <> meetings.chat_id`,
  },
  {
    rule: 'what was handed over with a code has a meeting, and is its seller’s step',
    broken: sql`
      select orders.id, meeting_id
      from order_events join orders on orders.id = order_id
      left join meetings on meetings.id = meeting_id
      where kind = 'handed_over' and (meetings.id is null
        or order_events.actor_model <> 'Seller' or order_events.status <> 'Delivered')`,
  },
]
