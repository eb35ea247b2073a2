import { type RawBuilder, sql } from 'kysely'
import type { BrokenRow, Invariant } from '#server/platform/database/invariants.ts'

const eachSide = (query: (side: 'buyer' | 'seller', model: string) => RawBuilder<unknown>) =>
  sql<BrokenRow>`${query('buyer', 'Buyer')} union all ${query('seller', 'Seller')}`

export const chatInvariants: Invariant[] = [
  {
    rule: 'the messages of a chat are numbered without gaps, and it says how many there are',
    broken: sql`
      select chats.id, message_count, count(messages.id) as messages, max(number) as last
      from chats left join messages on chat_id = chats.id
      group by chats.id
      having message_count <> count(messages.id) or message_count <> coalesce(max(number), 0)`,
  },
  {
    rule: 'a message is from the buyer or the seller of its chat, or from the system',
    broken: sql`
      select messages.id, chat_id, sender_model, sender_id
      from messages join chats on chats.id = chat_id
      where sender_id is distinct from case sender_model
        when 'Buyer' then buyer_id when 'Seller' then seller_id end`,
  },
  {
    rule: 'a chat is unanswered only if the buyer wrote after the seller',
    broken: sql`
      select id from chats
      where is_unanswered and coalesce((
        select sender_model from messages where chat_id = chats.id and sender_model <> 'System'
        order by number desc limit 1), 'Seller') = 'Seller'`,
  },
  {
    rule: 'unread are only messages of others after the last one that was read',
    broken: eachSide((side, model) => {
      const [unread, readUpTo] = [sql.ref(`${side}_unread`), sql.ref(`${side}_read_up_to`)]
      return sql`
        select id, ${sql.lit(side)} as side, ${unread} as unread, ${readUpTo} as read_up_to, waiting
        from chats, lateral (
          select count(*) as waiting from messages
          where chat_id = chats.id and number > ${readUpTo}
            and sender_model <> ${sql.lit(model)}) as later
        where ${unread} > waiting or ${readUpTo} > message_count`
    }),
  },
]
