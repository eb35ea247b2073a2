-- The titles that people want. Each person has at most one want for a title, through either
-- account. A title is identified by its ISBN, and by title and author as normalized for searches.
-- `created_at` decides the place in the title's queue. `within_km` is the greatest distance from
-- the person's place; null means anywhere. Exported except for `search_text`, `work`, `city` and
-- `location`; erased with the person's last account. Other people can't see whose want it is.
create table wants (
  id uuid primary key,
  person_id uuid not null,
  title text not null,
  author text not null,
  isbn text,
  branch text,
  search_text text not null,
  work text not null generated always as (work_id(search_text)) stored,
  -- Whether the person would also give one of their books for the title, in a ring.
  swaps boolean not null default true,
  worst_condition text not null check (worst_condition in ('new', 'good', 'average', 'poor')),
  max_top_up integer not null check (max_top_up >= 0),
  within_km integer check (within_km > 0),
  -- Where the person is; the same in all of the person's wants.
  pin_code text check (pin_code ~ '^[1-9][0-9]{5}$'),
  city text,
  location point,
  -- The purchase or rental through which the person gets the title. The want ends, unless the order
  -- falls through.
  order_id uuid references orders on delete set null,
  created_at timestamptz not null,
  constraint wants_place check ((pin_code is null) = (city is null) and (pin_code is not null or (location is null and within_km is null)))
);
create unique index wants_work on wants (work, person_id);
create unique index wants_isbn on wants (isbn, person_id) where isbn is not null;
create index wants_person on wants (person_id, created_at desc);
create index wants_order on wants (order_id) where order_id is not null;

-- The id by which people report a title and admins hide it, computed from the title and its author.
create function wanted_id(work text) returns uuid language sql immutable parallel safe
return overlay(overlay(md5(work) placing '8' from 13) placing '8' from 17)::uuid;
create index wants_wanted_id on wants (wanted_id(work));

-- Titles that an admin hid; the audit log has the reason. Holds no personal data.
create table hidden_wanted_titles (
  work text primary key,
  id uuid unique generated always as (wanted_id(work)) stored,
  title text not null,
  hidden_at timestamptz not null
);

-- Ranks conditions from best (1) to worst (4).
create function condition_rank(condition text) returns integer language sql immutable parallel safe
return array_position(array['new', 'good', 'average', 'poor'], condition);

-- Finds the listings of a wanted title (server/wishlist/wants/wanted.ts).
create index books_work_listed on books (work_id(search_text)) where deleted_at is null and hidden_at is null and available > 0;

-- Whether the buyer gets the book by this order, and so no longer wants the title. The buyer must
-- have agreed; otherwise sellers could remove people from a queue by creating or delivering orders.
create function gives_book(ordered orders) returns boolean language sql stable
return ordered.returned_at is null and is_agreed(ordered);

-- These indexes find copies that fit a want, by either key of a title, and whether a seller has any
-- copy that is open to exchange.
create index books_open_work on books (work_id(search_text)) where deleted_at is null and available > 0 and open_to_exchange;
create index books_open_seller on books (seller_id) where deleted_at is null and available > 0 and open_to_exchange;
create index books_open_isbn on books (isbn) where deleted_at is null and available > 0 and open_to_exchange;

-- A wanted copy is reserved for one person at a time, in the order of the wants. Nobody else can
-- order a reserved copy.
--
-- Open reservations are exported with the person's wants. All are erased with the person's last
-- account. Other people can't see for whom a copy is reserved.
create table reservations (
  id uuid primary key,
  book_id uuid not null references books,
  -- Null once the want is removed.
  want_id uuid references wants on delete set null,
  person_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  ended_at timestamptz,
  -- In this order: a deal was made; the person declined; they didn't answer in time; the copy is no
  -- longer offered or no longer fits; the person no longer wants the title or may no longer have
  -- it.
  outcome text check (outcome in ('taken', 'declined', 'lapsed', 'closed', 'unwanted')),
  constraint reservations_ended check ((ended_at is null) = (outcome is null))
);
-- A book isn't reserved again for a person who still has it reserved, declined it, didn't answer in
-- time, or no longer wanted it.
create unique index reservations_once on reservations (book_id, person_id)
  where outcome is null or outcome in ('declined', 'lapsed', 'unwanted');
create unique index reservations_of_open_want on reservations (want_id) where ended_at is null;
create index reservations_of_want on reservations (want_id);
create index reservations_person on reservations (person_id);
create index reservations_asked on reservations (book_id, person_id, created_at);
create index reservations_open on reservations (book_id) where ended_at is null;
alter table holds add foreign key (reservation_id) references reservations;

-- New and changed copies and wants. A job looks for rings that contain them.
create table exchange_arrivals (
  id bigserial primary key,
  book_id uuid references books on delete cascade,
  want_id uuid references wants on delete cascade,
  constraint exchange_arrivals_one check (num_nonnulls(book_id, want_id) = 1)
);

-- Books that buyers saved. `price` is the price at that time, `notified_price` the one in the last
-- notification. `is_gone` is set once the buyer was notified that no copy is on the market.
-- `removed_at` is set for a while after the buyer removes the book, to allow undo.
create table saved_books (
  account_id uuid not null references accounts on delete cascade,
  book_id uuid not null references books on delete cascade,
  price integer not null,
  notified_price integer not null,
  notified_at timestamptz,
  is_gone boolean not null,
  created_at timestamptz not null,
  removed_at timestamptz,
  primary key (account_id, book_id)
);
create index saved_books_newest on saved_books (account_id, created_at desc, book_id desc) where removed_at is null;
create index saved_books_book on saved_books (book_id);
create index saved_books_removed on saved_books (removed_at) where removed_at is not null;

-- Searches that buyers saved, to be notified of new copies. `filters` is the list's query, with any
-- place as a PIN code. Equal searches have the same `key`. Exported except for `key`; erased with
-- the account.
create table saved_searches (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  filters jsonb not null,
  key text not null,
  created_at timestamptz not null,
  -- Books listed before this time have been compared with the search, or were on the market when it
  -- was saved.
  checked_to timestamptz not null default date_trunc('milliseconds', now()),
  looked_at timestamptz,
  -- When the buyer was last notified of new copies: at most once a day for all of the account's
  -- searches together.
  found_at timestamptz,
  -- The number since the search was saved, or since its list was last opened from the page of saved
  -- searches.
  new_copies integer not null default 0,
  removed_at timestamptz,
  unique (account_id, key)
);
