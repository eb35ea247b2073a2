-- Where a seller can be paid; shown to the buyers of agreed orders only, exported and erased with
-- the account.
alter table accounts add column upi_id text check (length(upi_id) <= 320);

-- Paise of one copy: kept until it is back, and asked for each day after the last.
alter table books add column rent_deposit integer check (rent_deposit > 0);
alter table books add column late_fee integer check (late_fee > 0);

-- The terms of a rent as they were agreed on; loss_price is what a lost copy costs.
alter table offer_items add column deposit integer check (deposit > 0);
alter table offer_items add column late_fee integer check (late_fee > 0);
alter table offer_items add column loss_price integer check (loss_price > 0);
alter table orders add column deposit integer check (deposit > 0);
alter table orders add column late_fee integer check (late_fee > 0);
alter table orders add column loss_price integer check (loss_price > 0);
-- The part of the price that extensions have added.
alter table orders add column extension_price integer not null default 0 check (extension_price >= 0);
-- The last day, in India, on which its people were reminded that the rent ends.
alter table orders add column reminded_on date;
create index orders_ending on orders (rent_end) where status = 'Delivered' and order_type = 'rent' and returned_at is null;

-- An offer that extends a rent instead of making orders.
alter table offers add column extends_order_id uuid references orders;

alter table order_events drop constraint order_events_kind_check;
alter table order_events add constraint order_events_kind_check
  check (kind in ('created', 'status', 'confirmed', 'received', 'returned', 'undone', 'rent_moved',
    'handed_back', 'problem', 'solved', 'closed', 'reopened', 'handed_over', 'extended'));

-- What the two people of an order said about a payment; the market moves no money. Exported to both,
-- and kept with the order; it names nobody.
create table payments (
  order_id uuid not null references orders on delete cascade,
  kind text not null check (kind in ('price', 'deposit', 'late_fee', 'deposit_back')),
  -- Paise, as said last.
  paid integer not null default 0 check (paid >= 0),
  received integer not null default 0 check (received >= 0),
  paid_at timestamptz,
  received_at timestamptz,
  primary key (order_id, kind),
  constraint payments_times check ((paid > 0) = (paid_at is not null) and (received > 0) = (received_at is not null))
);
