-- Late books are looked for each minute: among what isn't delivered yet, not among all exchanges
-- ever made.
create index orders_open_exchanges on orders (id)
  where exchange_id is not null and status in ('Pending', 'Shipped');
