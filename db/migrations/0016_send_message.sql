-- Sends a message in one round trip. The statements are those of every message: the sender's key, so
-- that the quota counts exactly; the chat's row, so that messages are numbered as they are committed;
-- what refuses it; the number, the message, and what waits for the other side.
--
-- `outcome` is 'sent', 'repeated' with the message that it repeats, or the code of an error;
-- `limited_since` is the oldest of the messages that use up the quota.
create function send_message(
  sender uuid, side text, into_chat uuid, message messages, notification uuid,
  duplicates_since timestamptz, quota_since timestamptz, quota_max integer
) returns table (outcome text, buyer uuid, seller uuid, stored messages, limited_since timestamptz)
language plpgsql as $$
#variable_conflict use_column
declare
  chat chats;
  me accounts;
  other accounts;
  repeated messages;
  sent messages := message;
  oldest timestamptz;
  recipient uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended('sender ' || sender::text, 0));
  select * into chat from chats
    where id = into_chat and sender = case side when 'buyer' then buyer_id else seller_id end
    for no key update;
  if not found then
    return query select 'chat_not_found', null::uuid, null::uuid, null::messages, null::timestamptz;
    return;
  end if;
  recipient := case side when 'buyer' then chat.seller_id else chat.buyer_id end;
  select * into me from accounts where id = sender;
  select * into other from accounts where id = recipient;
  if me.status <> 'active' or me.deleted_at is not null then
    return query select 'session_ended', null::uuid, null::uuid, null::messages, null::timestamptz;
    return;
  end if;

  -- The same clientId, or the same text by the other channel a moment ago.
  if message.client_id is not null then
    select * into repeated from messages where sender_id = sender and client_id = message.client_id;
  else
    select * into repeated from messages
      where sender_id = sender and created_at > duplicates_since and chat_id = into_chat and body = message.body
        and transport = case message.transport when 'http' then 'socket' else 'http' end
      order by number desc limit 1;
  end if;
  if repeated.id is not null then
    return query select
      case when repeated.chat_id = into_chat and repeated.body = message.body then 'repeated' else 'key_reused' end,
      chat.buyer_id, chat.seller_id, repeated, null::timestamptz;
    return;
  end if;

  if other.status <> 'active' or other.deleted_at is not null or exists (
    select from account_blocks
    where (person_id, blocked_person_id) in ((me.person_id, other.person_id), (other.person_id, me.person_id))
  ) then
    return query select 'chat_read_only', null::uuid, null::uuid, null::messages, null::timestamptz;
    return;
  end if;
  if quota_max is not null then
    select created_at into oldest from messages
      where sender_id = sender and created_at > quota_since
      order by created_at desc offset quota_max - 1 limit 1;
    if found then
      return query select 'too_many_messages', null::uuid, null::uuid, null::messages, oldest;
      return;
    end if;
  end if;

  update chats set message_count = message_count + 1, updated_at = message.created_at,
      buyer_unread = buyer_unread + (side = 'seller')::integer, seller_unread = seller_unread + (side = 'buyer')::integer
    where id = into_chat returning message_count into sent.number;
  insert into messages select sent.*;
  insert into notifications (id, account_id, kind, chat_id, in_chat, created_at, waits_since)
    select notification, recipient, 'message', into_chat, true, message.created_at, message.created_at
    where not exists (select from muted_notifications where account_id = recipient and kind = 'message')
    on conflict (account_id, chat_id) where kind = 'message' and read_at is null
    do update set id = excluded.id, created_at = excluded.created_at;
  return query select 'sent', chat.buyer_id, chat.seller_id, sent, null::timestamptz;
end $$;
