-- An order that its seller makes alone is a proposal: it is cancelled at this time unless the buyer
-- has agreed. Null for orders that don't expire, as all did before.
alter table orders add column proposed_until timestamptz;
-- What was asked when the order was made; for a rent, for all its days. Null for older orders.
alter table orders add column asking_price integer check (asking_price > 0);
-- When the buyer said that it was received, which closes the order.
alter table orders add column received_at timestamptz;
create index orders_proposed on orders (proposed_until) where status = 'Pending' and confirmed_at is null;

alter table order_events drop constraint order_events_kind_check;
alter table order_events add constraint order_events_kind_check
  check (kind in ('created', 'status', 'confirmed', 'received', 'returned', 'undone'));
-- Why the seller changed the status out of the usual order; given afterwards.
alter table order_events add column reason text check (length(reason) between 1 and 500);
-- What a change of the status replaced, so that the seller can undo it.
alter table order_events add column previous jsonb;
