-- What a book said of itself when it was proposed in a ring, or offered in an exchange, as a hash:
-- whoever said yes to it said yes to that.
alter table exchange_legs add column book_facts text;
alter table offer_items add column book_facts text;

-- A want that is removed is looked for in all legs, and cancellations by who did them.
create index exchange_legs_want on exchange_legs (want_id) where want_id is not null;
create index orders_cancelled_exchanges on orders (id) where exchange_id is not null and status = 'Cancelled';
