-- What buyers have saved: `price` is what it cost then, `told_price` when its buyer was last notified;
-- `is_gone` once they know that no copy is offered. A book that is taken off the list can be put back
-- as it was for a while: until then it has `removed_at`.
create table saved_books (
  account_id uuid not null references accounts on delete cascade,
  book_id uuid not null references books on delete cascade,
  price integer not null,
  told_price integer not null,
  told_at timestamptz,
  is_gone boolean not null,
  created_at timestamptz not null,
  removed_at timestamptz,
  primary key (account_id, book_id)
);
create index saved_books_newest on saved_books (account_id, created_at desc, book_id desc) where removed_at is null;
create index saved_books_book on saved_books (book_id);
create index saved_books_removed on saved_books (removed_at) where removed_at is not null;

-- Saved books that a job looks at, at once or from `due_at`. A change adds a row and never waits for
-- the job, however many people have saved the book.
create table saved_book_changes (
  id bigserial primary key,
  book_id uuid not null references books on delete cascade,
  due_at timestamptz
);
create index saved_book_changes_book on saved_book_changes (book_id);

-- Searches that buyers have saved, to be notified of new copies. `filters` are what the list is asked
-- for, as in its address, with a PIN code for any place; `key` is the same for the same search. A
-- search that is removed can be put back as it was for a while: until then it has `removed_at`.
-- Exported but for `key`; erased with the account, as is when its searches are looked at.
create table saved_searches (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  filters jsonb not null,
  key text not null,
  created_at timestamptz not null,
  -- The last batch of arrivals that it was compared with, or that came before it.
  seen_batch integer not null,
  found_at timestamptz,
  -- Since its list was last opened from the page of saved searches, or as saved.
  new_copies integer not null default 0,
  removed_at timestamptz,
  unique (account_id, key)
);
create index saved_searches_seen on saved_searches (seen_batch);
create index saved_searches_removed on saved_searches (removed_at) where removed_at is not null;

-- When a buyer's searches are looked at next: all at once, because people are notified at most once a
-- day. It stays when the searches go, so that this holds for those saved later.
create table saved_search_turns (
  account_id uuid primary key references accounts on delete cascade,
  look_at timestamptz not null,
  told_at timestamptz
);
create index saved_search_turns_due on saved_search_turns (look_at);

-- Books that have come on the market, until all searches have been compared with them. A job gives
-- those that wait the number of their batch: in the order in which they were committed, which
-- neither ids nor times are. It says nothing about any person.
create table book_arrivals (
  id bigserial primary key,
  book_id uuid not null references books on delete cascade,
  -- Of a book that was on the market before: since when it wasn't.
  away_since timestamptz,
  batch integer
);
create index book_arrivals_waiting on book_arrivals (id) where batch is null;
create index book_arrivals_batch on book_arrivals (batch);
create index book_arrivals_book on book_arrivals (book_id, batch);
