create table chats (
  id uuid primary key,
  book_id uuid not null references books,
  buyer_id uuid not null references accounts,
  seller_id uuid not null references accounts check (seller_id <> buyer_id),
  -- The row lock on it makes the order of messages the order of their commits.
  message_count integer not null default 0,
  buyer_unread integer not null default 0 check (buyer_unread >= 0),
  seller_unread integer not null default 0 check (seller_unread >= 0),
  -- The number of the last message that each side has read.
  buyer_read_up_to integer not null default 0,
  seller_read_up_to integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (book_id, buyer_id)
);
create index chats_buyer on chats (buyer_id, updated_at desc, id desc);
create index chats_seller on chats (seller_id, updated_at desc, id desc);

create table messages (
  id uuid primary key,
  chat_id uuid not null references chats on delete cascade,
  number integer not null,
  sender_model text not null check (sender_model in ('Buyer', 'Seller', 'System')),
  sender_id uuid references accounts,
  body text not null check (length(body) between 1 and 2000),
  -- What it brings (an offer, a meeting) or is about (an order), shown in its place.
  offer_id uuid,
  order_id uuid,
  meeting_id uuid,
  client_id uuid,
  -- How it came: the same message by both within seconds is one message.
  transport text not null check (transport in ('http', 'socket', 'system')),
  created_at timestamptz not null default now(),
  unique (chat_id, number),
  constraint messages_sender check ((sender_model = 'System') = (sender_id is null))
);
create unique index messages_client on messages (client_id, sender_id) where client_id is not null;
create index messages_sender_recent on messages (sender_id, created_at);

-- Sends the messages that wait in one round trip, each of another sender and another chat. It takes
-- the sender's key, so that the quota counts exactly, and the chat's row, so that messages are
-- numbered as they are committed; then it refuses the message, or stores it with its notification.
--
-- `outcome` is 'sent'; 'repeated' with the message that it repeats; the code of an error, with the
-- oldest of the messages that use up the quota; or, unless it `waits`, 'busy' where another
-- transaction holds the sender or the chat.
--
-- The plan is made once, because planning takes as long as sending; so each look-up must be able to
-- use one index only ('is not distinct from' uses none), and no table is read from end to end.
create function send_messages(
  given jsonb, waits boolean, duplicate_ms integer, quota_seconds integer
) returns table (
  place integer, outcome text, buyer uuid, seller uuid, number integer, repeated jsonb, limited_since timestamptz
) language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
declare
  locked integer[];
begin
  if waits then
    perform pg_advisory_xact_lock(hashtextextended('sender ' || sender, 0))
      from jsonb_to_recordset(given) as one (sender text);
    locked := array(
      select place from jsonb_to_recordset(given) as one (place integer, sender uuid, chat_id uuid)
      join chats on chats.id = chat_id and sender in (buyer_id, seller_id) for no key update of chats);
  else
    locked := array(
      select place from jsonb_to_recordset(given) as one (place integer, sender uuid, chat_id uuid)
      join chats on chats.id = chat_id and sender in (buyer_id, seller_id)
      where pg_try_advisory_xact_lock(hashtextextended('sender ' || sender::text, 0))
      for no key update of chats skip locked);
  end if;

  return query with one as (
    select * from jsonb_to_recordset(given) as one (place integer, session text, sender uuid, side text, chat_id uuid,
      id uuid, body text, client_id uuid, transport text, notification uuid, quota_max integer, created_at timestamptz)
  ), judged as materialized (
    select one.*, chats.buyer_id, chats.seller_id, chats.message_count + 1 as number, other.id as recipient, earlier.message,
      oldest.created_at as limited_since,
      case
        when me.status <> 'active' or me.deleted_at is not null or sessions.account_id is null then 'session_ended'
        when chats.id is null then case when waits then 'chat_not_found' else 'busy' end
        when earlier.message ->> 'chat_id' = one.chat_id::text and earlier.message ->> 'body' = one.body then 'repeated'
        when earlier.message is not null then 'key_reused'
        when other.status <> 'active' or other.deleted_at is not null or exists (
          select from account_blocks where (person_id, blocked_person_id)
            in ((me.person_id, other.person_id), (other.person_id, me.person_id))
        ) then 'chat_read_only'
        when oldest.created_at is not null then 'too_many_messages'
        else 'sent'
      end as outcome
    from one
    -- Row by row, by their indexes, however large the tables are.
    left join lateral (select * from accounts where id = one.sender limit 1) as me on true
    left join lateral (
      select account_id from sessions where token_hash = decode(one.session, 'hex') and account_id = one.sender
        and expires_at > one.created_at limit 1
    ) as sessions on true
    left join lateral (
      select * from chats where id = one.chat_id and one.place = any(locked)
        and one.sender = case one.side when 'buyer' then buyer_id else seller_id end limit 1
    ) as chats on true
    left join lateral (
      select * from accounts where id = case one.side when 'buyer' then chats.seller_id else chats.buyer_id end limit 1
    ) as other on true
    -- The same clientId, or the same text by the other channel a moment ago.
    left join lateral (
      select to_jsonb(messages) as message from messages
      where client_id = one.client_id and sender_id is not distinct from one.sender
      union all (
        select to_jsonb(messages) from messages
        where one.client_id is null and sender_id = one.sender and body = one.body
          and chat_id is not distinct from one.chat_id
          and messages.created_at > one.created_at - make_interval(secs => duplicate_ms / 1000.0)
          and transport = case one.transport when 'http' then 'socket' else 'http' end
        order by number desc limit 1)
    ) as earlier on true
    left join lateral (
      select messages.created_at from messages
      where one.quota_max is not null and sender_id = one.sender
        and messages.created_at > one.created_at - make_interval(secs => quota_seconds)
      order by messages.created_at desc offset one.quota_max - 1 limit 1
    ) as oldest on true
  ), counted as (
    update chats set message_count = judged.number, updated_at = judged.created_at,
      buyer_unread = buyer_unread + (side = 'seller')::integer, seller_unread = seller_unread + (side = 'buyer')::integer
    from judged where chats.id = judged.chat_id and judged.outcome = 'sent'
  ), stored as (
    insert into messages (id, chat_id, number, sender_model, sender_id, body, client_id, transport, created_at)
    select id, chat_id, number, initcap(side), sender, body, client_id, transport, created_at from judged where outcome = 'sent'
  ), told as (
    insert into notifications (id, account_id, kind, chat_id, in_chat, created_at, waits_since)
    select notification, recipient, 'message', chat_id, true, created_at, created_at from judged
    where outcome = 'sent'
      and not exists (select from muted_notifications where account_id = recipient and kind = 'message')
    on conflict (account_id, chat_id) where kind = 'message' and read_at is null
    do update set id = excluded.id, created_at = excluded.created_at
  )
  select place, outcome, buyer_id, seller_id, number, message, limited_since from judged;
end $$;
