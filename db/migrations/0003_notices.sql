-- What the bell tells a person, also of the time they were away.
create table notices (
  -- UUID v7: the newest is the greatest. A chat's notice takes a new one with each further message.
  id uuid primary key,
  person_id uuid not null references people on delete cascade,
  kind text not null check (kind in ('order', 'status', 'message', 'listing')),
  -- Null for messages, whose words are made when it is read: names change, and accounts go.
  text text,
  chat_id uuid references chats on delete cascade,
  order_id uuid references orders on delete cascade,
  created_at timestamptz not null,
  read_at timestamptz,
  constraint notices_text check ((kind = 'message') = (text is null)),
  constraint notices_chat check (kind = 'listing' or chat_id is not null)
);
create index notices_newest on notices (person_id, id desc);
create index notices_unread on notices (person_id, chat_id) where read_at is null;
-- Many messages of one chat are one piece of news.
create unique index notices_message on notices (person_id, chat_id) where kind = 'message' and read_at is null;
create index notices_age on notices (created_at);

-- The kinds that a person doesn't want to be told of.
create table muted_notices (
  person_id uuid not null references people on delete cascade,
  kind text not null check (kind in ('order', 'status', 'message', 'listing')),
  primary key (person_id, kind)
);
