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

-- Whether a person, with either account, gets mails about what waits while they are away. Exported;
-- deleted with the person's last account.
create table mail_settings (
  person_id uuid primary key,
  -- The address that was confirmed, or for which `code` was sent: another one isn't confirmed.
  email text not null,
  confirmed_at timestamptz,
  is_on boolean not null default true,
  code text check (code ~ '^[0-9]{6}$'),
  code_expires_at timestamptz,
  code_tries integer not null default 0,
  -- In the link of each mail; all it can do is to switch mails off.
  unsubscribe_token text not null unique,
  -- When the last mail was decided on. Saved before it is sent, so that none is sent twice.
  mailed_at timestamptz,
  constraint mail_settings_code check ((code is null) = (code_expires_at is null))
);
create index notifications_waiting on notifications (account_id, created_at) where read_at is null;

-- Where push messages of a session's browser go. The export says whether there is one; deleted with
-- the session, so at logout and with the account, and once the push service knows it no more.
create table push_subscriptions (
  session_hash bytea primary key references sessions (token_hash) on delete cascade,
  endpoint text not null unique check (length(endpoint) <= 1000),
  p256dh text not null,
  auth text not null,
  -- Whether names and titles may stand on a locked screen.
  shows_names boolean not null,
  -- What was stored before isn't told any more.
  told_until timestamptz not null
);
