create index concurrently if not exists orders_contact_shown on orders (id)
  where contact_hidden_at is null and status in ('Cancelled', 'Delivered');
