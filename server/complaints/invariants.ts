import { sql } from 'kysely'
import type { Invariant } from '#server/platform/database/invariants.ts'

export const complaintInvariants: Invariant[] = [
  {
    rule: 'nobody reports themself, and a complaint about a chat, a ring or an order is by one of its people about another',
    broken: sql`
      select complaints.id, reporter_id, reported_id, complaints.chat_id, complaints.order_id
      from complaints
      join accounts as reporter on reporter.id = reporter_id
      join accounts as reported on reported.id = reported_id
      left join chats on chats.id = complaints.chat_id
      left join orders on orders.id = complaints.order_id
      where reporter.person_id = reported.person_id
        or (subject_kind = 'message' and (reporter_id not in (chats.buyer_id, chats.seller_id)
          or reported_id not in (chats.buyer_id, chats.seller_id)))
        or (subject_kind = 'order' and (reporter_id not in (orders.buyer_id, orders.seller_id)
          or reported_id not in (orders.buyer_id, orders.seller_id) or orders.chat_id <> complaints.chat_id))
        or (subject_kind = 'ring-message' and not exists (
          select from ring_messages as message
          join exchange_members as writer on writer.exchange_id = message.exchange_id
            and writer.number = message.member
          join exchange_members as reader on reader.exchange_id = message.exchange_id
          where message.id = subject_id and writer.person_id = reported.person_id
            and reader.person_id = reporter.person_id))`,
  },
  {
    rule: 'a complaint about somebody who has left keeps nothing of them once it is dealt with',
    broken: sql`
      select complaints.id, reported_id
      from complaints join accounts on accounts.id = reported_id
      where deleted_at is not null and closed_at is not null
        and (reported_name <> '' or message_body is not null)`,
  },
]
