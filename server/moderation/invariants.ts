import { sql } from 'kysely'
import type { Invariant } from '#server/platform/database/invariants.ts'

export const moderationInvariants: Invariant[] = [
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
  {
    rule: 'a block is between two people who both have an account',
    broken: sql`
      select blocked_account_id as id, person_id, blocked_person_id
      from account_blocks
      where not exists (
          select from accounts
          where accounts.person_id = account_blocks.person_id and deleted_at is null)
        or not exists (
          select from accounts
          where accounts.person_id = blocked_person_id and deleted_at is null)`,
  },
  {
    rule: 'a problem begins with the buyer’s report, and its messages are numbered without gaps',
    broken: sql`
      select problems.id, first_sender, messages, last_number
      from problems left join lateral (
        select count(*) as messages, max(number) as last_number,
          (array_agg(sender_model order by number))[1] as first_sender
        from problem_messages where problem_id = problems.id) as history on true
      where first_sender is distinct from 'Buyer' or messages <> last_number`,
  },
  {
    rule: 'what the seller proposed last stands with the problem',
    broken: sql`
      select problems.id, proposal, problems.refund, last_proposal, last_refund
      from problems left join lateral (
        select problem_messages.proposal as last_proposal, refund as last_refund
        from problem_messages
        where problem_id = problems.id and problem_messages.proposal is not null
        order by number desc limit 1) as history on true
      where proposal is distinct from last_proposal or problems.refund is distinct from last_refund`,
  },
  {
    rule: 'a refund is at most what the buyer was to pay',
    broken: sql`
      select problems.id, refund, price, deposit
      from problems join orders on orders.id = order_id
      where refund > price + coalesce(deposit, 0)`,
  },
  {
    rule: 'the history of an order has each problem and its solution',
    broken: sql`
      select orders.id, problems, solved, problem_events, solved_events
      from orders join lateral (
        select count(*) as problems, count(solved_at) as solved
        from problems where order_id = orders.id) as counts on true
      join lateral (
        select count(*) filter (where kind = 'problem') as problem_events,
          count(*) filter (where kind = 'solved') as solved_events
        from order_events where order_id = orders.id) as events on true
      where problems <> problem_events or solved <> solved_events`,
  },
  {
    rule: 'an order with an open problem isn’t closed by an admin, nor without its people',
    broken: sql`
      select orders.id, closed_by_admin_at, buyer.deleted_at as buyer_deleted_at,
        seller.deleted_at as seller_deleted_at
      from problems join orders on orders.id = order_id
        join accounts as buyer on buyer.id = buyer_id
        join accounts as seller on seller.id = seller_id
      where solved_at is null and (closed_by_admin_at is not null
        or buyer.deleted_at is not null or seller.deleted_at is not null)`,
  },
]
