create table notifications (
  -- A notification that replaces another one gets a new id, so it is sorted as the newest.
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  kind text not null check (kind in ('order', 'status', 'message', 'listing', 'saved', 'exchange', 'account', 'admin')),
  -- Null for messages. Their text is composed when they are read, because names change and accounts
  -- are deleted.
  text text,
  chat_id uuid references chats on delete cascade,
  order_id uuid references orders on delete cascade,
  book_id uuid references books on delete cascade,
  exchange_id uuid references exchanges on delete cascade,
  -- The part of an exchange that the notification is about: 'state', 'chat', or one payment or
  -- case.
  dedupe_key text,
  -- The query string of the linked list of books.
  list_query text,
  -- Whether the chat's unread count already includes the event, so the bell doesn't count it again.
  -- Kept until the chat is read, for open screens, emails and push messages.
  in_chat boolean not null default false,
  -- Whether the bell also lists it although a chat counts it, because the reader must act.
  needs_action boolean not null default false,
  created_at timestamptz not null,
  -- When the first unread event arrived. Further messages in a chat change only `created_at`.
  unread_since timestamptz not null,
  read_at timestamptz,
  -- The value that decides what a new notification replaces: an unread one about the same chat's
  -- messages or offers, part of an exchange, order's changes, or copy reserved for somebody.
  about text generated always as (case
    when kind = 'message' then 'chat ' || chat_id::text
    when kind = 'order' and order_id is null then 'offer ' || chat_id::text
    when exchange_id is not null then 'exchange ' || exchange_id::text || ' ' || dedupe_key
    when kind = 'status' then 'order ' || order_id::text
    when kind = 'exchange' then 'book ' || book_id::text
  end) stored,
  constraint notifications_text check ((kind = 'message') = (text is null)),
  constraint notifications_chat check (kind in ('listing', 'saved', 'exchange', 'account', 'admin') or chat_id is not null),
  constraint notifications_in_chat check (in_chat or kind not in ('order', 'message')),
  constraint notifications_dedupe_key check ((dedupe_key is null) = (exchange_id is null))
);
create index notifications_newest on notifications (account_id, id desc);
create index notifications_unread on notifications (account_id, chat_id) where read_at is null;
create index notifications_under_bell on notifications (account_id, id desc) where not in_chat or needs_action;
create index notifications_waiting on notifications (account_id, created_at) where read_at is null;
create index notifications_exchange on notifications (account_id, exchange_id) where exchange_id is not null;
create index notifications_age on notifications (created_at);
create unique index notifications_about on notifications (account_id, about) where read_at is null;

-- People's settings: the kinds that each account mutes, and emails about unread notifications while
-- the person is away. Exported; deleted with the person's last account.
create table notification_settings (
  person_id uuid primary key,
  -- Kinds without a switch in server/notifications/kinds.ts can't be muted.
  muted_as_buyer text[] not null default '{}',
  muted_as_seller text[] not null default '{}',
  mails_are_on boolean not null default true,
  -- The address that was confirmed, or to which `code` was sent. After a change it is unconfirmed.
  email text,
  confirmed_at timestamptz,
  code text check (code ~ '^[0-9]{6}$'),
  code_expires_at timestamptz,
  code_tries integer not null default 0,
  -- Part of the link in each email. Its only use is to turn emails off.
  unsubscribe_token text not null unique,
  -- When the last email was due. Saved before the email is sent, so that none is sent twice.
  mailed_at timestamptz,
  constraint notification_settings_muted check (muted_as_buyer || muted_as_seller
    <@ array['order', 'status', 'message', 'listing', 'saved', 'exchange']),
  constraint notification_settings_email check (email is not null or (code is null and confirmed_at is null)),
  constraint notification_settings_code check ((code is null) = (code_expires_at is null))
);

-- Where push messages to a session's browser are sent. The export only says whether there is one.
-- Deleted with the session (at logout, or with the account), or when the push service rejects it.
create table push_subscriptions (
  session_hash text primary key references sessions (token_hash) on delete cascade,
  endpoint text not null unique check (length(endpoint) <= 1000),
  p256dh text not null,
  auth text not null,
  -- Whether names and titles may appear on a lock screen.
  shows_names boolean not null,
  -- Notifications stored before this time aren't sent.
  sent_until timestamptz not null
);
