create table chats (
  id uuid primary key,
  book_id uuid not null references books,
  buyer_id uuid not null references accounts,
  seller_id uuid not null references accounts check (seller_id <> buyer_id),
  -- Writers lock this row to increment the count, so messages are numbered in the order of their
  -- commits.
  message_count integer not null default 0,
  buyer_unread integer not null default 0 check (buyer_unread >= 0),
  seller_unread integer not null default 0 check (seller_unread >= 0),
  -- The number of the last message that the side has read.
  buyer_read_up_to integer not null default 0,
  seller_read_up_to integer not null default 0,
  -- Whether the buyer waits for the seller to write. Messages from System don't answer.
  is_unanswered boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (book_id, buyer_id)
);
create index chats_buyer on chats (buyer_id, updated_at desc, id desc);
create index chats_seller on chats (seller_id, updated_at desc, id desc);

create index chats_unanswered on chats (seller_id, updated_at desc, id desc) where is_unanswered;

-- Replies that a seller inserts into messages. Exported; deleted with the account.
create table saved_replies (
  id uuid primary key,
  account_id uuid not null references accounts,
  body text not null check (length(body) between 1 and 2000)
);
create index saved_replies_account on saved_replies (account_id);

create table messages (
  id uuid primary key,
  chat_id uuid not null references chats on delete cascade,
  number integer not null,
  sender_model text not null check (sender_model in ('Buyer', 'Seller', 'System')),
  sender_id uuid references accounts,
  -- The name of the helper who wrote it for the seller. Erased with the seller's account.
  helper text,
  body text not null check (length(body) between 1 and 2000),
  -- The offer, order or meeting that the message is about. The chat shows it as a card.
  offer_id uuid,
  order_id uuid,
  meeting_id uuid,
  client_id uuid,
  -- How the message arrived. The same text without `client_id` that arrives by both HTTP and socket
  -- within seconds is stored once.
  transport text not null check (transport in ('http', 'socket', 'system')),
  created_at timestamptz not null default now(),
  unique (chat_id, number),
  constraint messages_sender check ((sender_model = 'System') = (sender_id is null)),
  constraint messages_helper check (helper is null or sender_model = 'Seller')
);
create unique index messages_client on messages (client_id, sender_id) where client_id is not null;
create index messages_sender_recent on messages (sender_id, created_at);
