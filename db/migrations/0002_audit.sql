-- What admins did to accounts and books, and what their lists are searched by.

create table audit_log (
  -- UUID v7: its order is the order of the deeds.
  id uuid primary key,
  admin_id uuid not null references people,
  what text not null check (what in ('block', 'unblock', 'delete-book')),
  target_kind text not null check (target_kind in ('buyer', 'seller', 'book')),
  -- Without a foreign key: the log outlives what it tells of.
  target_id uuid not null,
  target_name text not null,
  reason text check (length(reason) <= 500),
  at timestamptz not null default now(),
  constraint audit_log_target check ((what = 'delete-book') = (target_kind = 'book'))
);

-- A part of a name, an email, a title or a branch, wherever it stands and whatever its casing. Without lists of pending
-- entries, as in 0001.
create index people_search on people using gin (name gin_trgm_ops, email gin_trgm_ops) with (fastupdate = off) where deleted_at is null;
create index books_named on books using gin (title gin_trgm_ops, branch gin_trgm_ops) with (fastupdate = off) where deleted_at is null;
create index orders_search on orders using gin (book_title gin_trgm_ops, buyer_name gin_trgm_ops, seller_name gin_trgm_ops) with (fastupdate = off);
