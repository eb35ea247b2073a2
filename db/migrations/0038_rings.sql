-- A ring is an exchange of two to five people that the market proposes. It holds nothing; whoever
-- accepts has their own copy held for it, and when the last one does, all orders are made. Until
-- then it has no `agreed_at`. A ring that comes to nothing ends: somebody declined, it lapsed, or
-- something it was made of has changed.
alter table exchanges add column expires_at timestamptz;
alter table exchanges add column ended_at timestamptz;
alter table exchanges add column ended_because text
  check (ended_because in ('declined', 'lapsed', 'changed'));
alter table exchanges add constraint exchanges_ring check ((kind = 'ring') = (expires_at is not null));
alter table exchanges add constraint exchanges_ended check (
  (ended_at is null) = (ended_because is null) and (ended_at is null or agreed_at is null));
create index exchanges_proposed on exchanges (expires_at) where agreed_at is null and ended_at is null;

-- What a member of a ring has said. The address is of who gets their book by post; exported with the
-- account, erased with it.
alter table exchange_members add column answer text check (answer in ('accepted', 'declined'));
alter table exchange_members add column answered_at timestamptz;
alter table exchange_members add column delivery_address text;
alter table exchange_members add column phone_number text;
alter table exchange_members add constraint exchange_members_answered check (
  (answer is null) = (answered_at is null));

-- Of a ring: the want that the copy fits, how it changes hands, and how far it goes, where known.
alter table exchange_legs add column want_id uuid references wants on delete set null;
alter table exchange_legs add column hand_over text check (hand_over in ('meet', 'post'));
alter table exchange_legs add column km integer check (km >= 0);
create index exchange_legs_book on exchange_legs (book_id);

-- A copy is held by an order, or by a ring that its person has accepted.
alter table holds drop constraint holds_pkey;
alter table holds alter column order_id drop not null;
alter table holds add constraint holds_order unique (order_id);
alter table holds add column exchange_id uuid references exchanges;
alter table holds add constraint holds_owner check (num_nonnulls(order_id, exchange_id) = 1);
create index holds_exchange on holds (exchange_id) where exchange_id is not null;

-- What the members of a ring write to each other, and what the market says (`is_news`): without a
-- member, or what one has done, to be read after their name ('has accepted.'). Exported for each
-- member. Who leaves takes their name along; what they wrote stays for the others, as in any chat.
create table ring_messages (
  id uuid primary key,
  exchange_id uuid not null references exchanges,
  member integer,
  is_news boolean not null default false,
  text text not null,
  client_id uuid,
  created_at timestamptz not null,
  foreign key (exchange_id, member) references exchange_members (exchange_id, number),
  unique (exchange_id, member, client_id),
  constraint ring_messages_member check (is_news or member is not null)
);
create index ring_messages_newest on ring_messages (exchange_id, id);

-- Whoever declined a ring, or said nothing, isn't asked for that copy again for a while. Erased with
-- the last account of the person.
create table ring_refusals (
  person_id uuid not null,
  book_id uuid not null references books on delete cascade,
  refused_at timestamptz not null,
  primary key (person_id, book_id)
);
create index ring_refusals_age on ring_refusals (refused_at);

-- Copies that came open and wants that are new or changed: a job looks whom they bring together.
create table exchange_arrivals (
  id bigserial primary key,
  book_id uuid references books on delete cascade,
  want_id uuid references wants on delete cascade,
  constraint exchange_arrivals_one check (num_nonnulls(book_id, want_id) = 1)
);

create function note_open_copy() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or not old.open_to_exchange or old.available = 0 or old.deleted_at is not null
      or old.hidden_at is not null
  then insert into exchange_arrivals (book_id) values (new.id); end if;
  return null;
end $$;
create trigger note_open_copy after insert or update of open_to_exchange, available, deleted_at, hidden_at
  on books for each row
  when (new.open_to_exchange and new.available > 0 and new.deleted_at is null and new.hidden_at is null)
  execute function note_open_copy();

create function note_want_arrival() returns trigger language plpgsql as $$
begin
  insert into exchange_arrivals (want_id) values (new.id);
  return null;
end $$;
create trigger note_want_arrival after insert or update of worst_condition, most_on_top, within_km, location
  on wants for each row execute function note_want_arrival();

-- News about exchanges: a ring, what became of it, a word in its chat.
alter table notifications add column exchange_id uuid references exchanges on delete cascade;
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check
  check (kind in ('order', 'status', 'message', 'listing', 'saved', 'exchange', 'account', 'admin'));
alter table notifications drop constraint notifications_chat;
alter table notifications add constraint notifications_chat
  check (kind in ('listing', 'saved', 'exchange', 'account', 'admin') or chat_id is not null);
alter table muted_notifications drop constraint muted_notifications_kind_check;
alter table muted_notifications add constraint muted_notifications_kind_check
  check (kind in ('order', 'status', 'message', 'listing', 'saved', 'exchange'));
create index notifications_exchange on notifications (account_id, exchange_id) where exchange_id is not null;
