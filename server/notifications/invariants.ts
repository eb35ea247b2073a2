import { sql } from 'kysely'
import type { Invariant } from '#server/platform/database/invariants.ts'

export const notificationInvariants: Invariant[] = [
  {
    rule: 'a notification about a chat or an order belongs to one of its people',
    broken: sql`
      select notifications.id, account_id, notifications.chat_id, notifications.order_id
      from notifications
      left join chats on chats.id = notifications.chat_id
      left join orders on orders.id = notifications.order_id
      where account_id not in (chats.buyer_id, chats.seller_id)
        or account_id not in (orders.buyer_id, orders.seller_id)`,
  },
  {
    rule: 'a chat that waits for somebody has something unread',
    broken: sql`
      select notifications.id, account_id, chat_id, kind
      from notifications join chats on chats.id = chat_id
      where read_at is null and in_chat
        and case account_id when buyer_id then buyer_unread else seller_unread end = 0`,
  },
  {
    rule: 'notification settings are of people who have an account',
    broken: sql`
      select person_id as id from notification_settings
      where not exists (
        select from accounts
        where accounts.person_id = notification_settings.person_id and deleted_at is null
      )`,
  },
]
