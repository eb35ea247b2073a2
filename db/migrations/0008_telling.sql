-- What has a line in a chat is counted by the chat's unread number: the bell leaves it out. It stays
-- stored, so that open screens, mails and push messages know of it, until the chat is read.
alter table notifications add column in_chat boolean not null default false;
-- Since when something waits: `created_at` moves with each further message of a chat.
alter table notifications add column waits_since timestamptz;
update notifications set waits_since = created_at,
  in_chat = kind in ('order', 'message') or kind = 'status' and exists (
    select from messages
    where messages.chat_id = notifications.chat_id and sender_model = 'System'
      and body = notifications.text
  );
alter table notifications alter column waits_since set not null;
alter table notifications add constraint notifications_in_chat check (in_chat or kind not in ('order', 'message'));
create index notifications_bell on notifications (account_id, id desc) where not in_chat;
