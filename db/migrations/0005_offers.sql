-- An offer in a chat. Its address and phone number are the buyer's, and are erased when it ends
-- without being accepted, or its buyer leaves; otherwise both sides keep it, and each exports it.
create table offers (
  id uuid primary key,
  chat_id uuid not null references chats,
  made_by text not null check (made_by in ('buyer', 'seller')),
  status text not null default 'open'
    check (status in ('open', 'accepted', 'declined', 'withdrawn', 'countered', 'expired')),
  order_type text not null check (order_type in ('rent', 'purchase')),
  -- Paise for all copies; of a rent, a day.
  amount integer not null check (amount > 0),
  days integer check (days between 1 and 365),
  first_day date,
  hand_over text not null check (hand_over in ('meet', 'post')),
  meeting_point text,
  delivery_address text,
  phone_number text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  settled_at timestamptz,
  constraint offers_rent check ((order_type = 'rent') = (days is not null and first_day is not null)),
  constraint offers_settled check ((status = 'open') = (settled_at is null))
);
create unique index offers_open on offers (chat_id) where status = 'open';
create index offers_chat on offers (chat_id, id);
create index offers_expiring on offers (expires_at) where status = 'open';

create table offer_items (
  offer_id uuid not null references offers on delete cascade,
  position integer not null,
  book_id uuid not null references books,
  copies integer not null check (copies > 0),
  -- Paise of one copy when the offer was made; of a rent, a day.
  asking_price integer not null check (asking_price > 0),
  primary key (offer_id, position),
  unique (offer_id, book_id)
);

-- Addresses that buyers keep for their next offers: exported, and erased with the account.
create table addresses (
  id uuid primary key,
  account_id uuid not null references accounts,
  delivery_address text not null,
  phone_number text not null,
  used_at timestamptz not null,
  unique (account_id, delivery_address, phone_number)
);

alter table orders add column offer_id uuid references offers;
alter table orders add column hand_over text check (hand_over in ('meet', 'post'));
create index orders_offer on orders (offer_id) where offer_id is not null;

-- What a message brings (an offer) or is about (an order), shown in its place.
alter table messages add column offer_id uuid references offers;
alter table messages add column order_id uuid references orders;

alter table order_events drop constraint order_events_kind_check;
alter table order_events add constraint order_events_kind_check
  check (kind in ('created', 'status', 'confirmed', 'received', 'returned', 'undone', 'rent_moved'));
