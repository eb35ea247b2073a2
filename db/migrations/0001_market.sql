-- The market: people, sessions, books and their copies, pictures, chats, orders, ratings.
-- Runs on PostgreSQL 15 and later and on PGlite. Ids (UUID v7) are made by the server. Money is integer paise.

create extension if not exists pg_trgm;
create extension if not exists btree_gist;

-- People ---------------------------------------------------------------------------------------------------------

create table people (
  id uuid primary key,
  -- Shared by the buyer and the seller account of one human, who proved it by the first one's password or session.
  human_id uuid not null,
  role text not null check (role in ('buyer', 'seller', 'admin')),
  status text not null default 'active' check (status in ('active', 'blocked')),
  -- Empty once the account is deleted: its orders and chats stay with the other side.
  name text not null,
  email text,
  password_hash text,
  address text,
  phone text,
  seller_type text check (seller_type in ('shop owner', 'student')),
  shop_name text,
  shop_address text,
  picture text,
  rating_sum integer not null default 0,
  rating_count integer not null default 0 check (rating_count >= 0),
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint people_alive_complete check (deleted_at is not null or (email is not null and password_hash is not null)),
  constraint people_seller_type check ((role = 'seller') = (seller_type is not null) or deleted_at is not null),
  constraint people_shop check (
    deleted_at is not null or (seller_type is not distinct from 'shop owner') = (shop_name is not null and shop_address is not null)
  )
);
-- One buyer, one seller and one admin account for an email, whatever its casing.
create unique index people_email on people (lower(email), role) where deleted_at is null;
create unique index people_human on people (human_id, role) where deleted_at is null;
create index people_newest on people (role, id desc) where deleted_at is null;

create table sessions (
  -- SHA-256 of the token; the token itself is only ever with its owner.
  token_hash bytea primary key check (length(token_hash) = 32),
  person_id uuid not null references people on delete cascade,
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_person on sessions (person_id);
create index sessions_expiry on sessions (expires_at);

-- Failed logins, to slow guessing down; rows older than an hour are swept.
create table login_failures (
  id uuid primary key,
  account text not null,
  address text not null,
  failed_at timestamptz not null default now()
);
create index login_failures_account on login_failures (account, address, failed_at);
create index login_failures_address on login_failures (address, failed_at);

-- Opened accounts by network address, so that nobody opens them by the hundred; rows older than an hour are swept.
create table signups (
  id uuid primary key,
  address text not null,
  signed_up_at timestamptz not null default now()
);
create index signups_address on signups (address, signed_up_at);

-- Books ----------------------------------------------------------------------------------------------------------

create table photos (
  -- SHA-256 of the re-encoded picture: the same picture is kept once.
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  width integer not null,
  height integer not null,
  -- When it was last uploaded or taken off a book: what nothing shows any more is swept a day later.
  used_at timestamptz not null default now()
);

create table books (
  id uuid primary key,
  seller_id uuid not null references people,
  title text not null check (title <> ''),
  author text not null check (author <> ''),
  book_type text not null check (book_type in ('new', 'old')),
  branch text not null check (branch <> ''),
  genre text,
  description text,
  isbn text,
  original_price integer not null check (original_price between 100 and 10000000),
  predicted_price integer check (predicted_price > 0),
  custom_price integer check (custom_price > 0),
  price integer not null check (price between 100 and 10000000),
  rent_price integer check (rent_price between 100 and 10000000),
  is_rentable boolean not null default false,
  condition text not null check (condition in ('new', 'good', 'average', 'poor')),
  publication_date date,
  publication_year integer check (publication_year between 1900 and 2200),
  pages integer check (pages between 1 and 5000),
  copies integer not null default 1 check (copies between 1 and 999),
  available integer not null check (available between 0 and copies),
  -- All copies of one title share its ratings: the ISBN, or title and author folded.
  title_key text not null,
  rating_sum integer not null default 0,
  rating_count integer not null default 0,
  rating numeric(3, 2) generated always as (case when rating_count > 0 then round(rating_sum::numeric / rating_count, 2) end) stored,
  -- Title and author without accents and in lower case: what the search looks at.
  search_text text not null,
  -- When its recommendations were made; null when they are due.
  recommended_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint books_rent_price check (not is_rentable or rent_price is not null),
  constraint books_old_price check (book_type = 'new' or price <= original_price)
);
create index books_seller on books (seller_id, id desc) where deleted_at is null;
create index books_newest on books (id desc) where deleted_at is null and available > 0;
create index books_price on books (price, id desc) where deleted_at is null and available > 0;
create index books_rating on books (rating desc nulls last, id desc) where deleted_at is null and available > 0;
create index books_branch on books (branch, id desc) where deleted_at is null and available > 0;
create index books_branch_price on books (branch, price, id desc) where deleted_at is null and available > 0;
create index books_genre on books (genre, id desc) where deleted_at is null and available > 0;
create index books_title on books (title_key);
create index books_isbn on books (isbn) where deleted_at is null;
create index books_recommended on books (recommended_at nulls first, id) where deleted_at is null;
-- Without the list of pending entries: PGlite has no autovacuum to empty it, and the planner then shuns the index.
create index books_search on books using gin (search_text gin_trgm_ops) with (fastupdate = off) where deleted_at is null;

create table book_photos (
  book_id uuid not null references books on delete cascade,
  position smallint not null check (position between 0 and 4),
  hash text not null references photos,
  primary key (book_id, position)
);
create index book_photos_hash on book_photos (hash);

create table copies (
  id uuid primary key,
  book_id uuid not null references books on delete cascade,
  number integer not null check (number >= 1),
  unique (book_id, number)
);

-- Books near a book in content, best first; made in the background.
create table recommendations (
  book_id uuid not null references books on delete cascade,
  position smallint not null check (position between 0 and 7),
  near_id uuid not null references books on delete cascade check (near_id <> book_id),
  primary key (book_id, position),
  unique (book_id, near_id)
);
create index recommendations_near on recommendations (near_id);

-- Chats ----------------------------------------------------------------------------------------------------------

create table chats (
  id uuid primary key,
  book_id uuid not null references books,
  buyer_id uuid not null references people,
  seller_id uuid not null references people check (seller_id <> buyer_id),
  -- Counts the chat's messages: the row lock on it makes their order the order of their commits.
  messages integer not null default 0,
  buyer_unread integer not null default 0 check (buyer_unread >= 0),
  seller_unread integer not null default 0 check (seller_unread >= 0),
  buyer_read integer not null default 0,
  seller_read integer not null default 0,
  created_at timestamptz not null default now(),
  -- Milliseconds, as a cursor carries them.
  updated_at timestamptz(3) not null default now(),
  unique (book_id, buyer_id)
);
create index chats_buyer on chats (buyer_id, updated_at desc, id desc);
create index chats_seller on chats (seller_id, updated_at desc, id desc);

create table messages (
  id uuid primary key,
  chat_id uuid not null references chats on delete cascade,
  number integer not null,
  sender_model text not null check (sender_model in ('Buyer', 'Seller', 'System')),
  sender_id uuid references people,
  body text not null check (length(body) between 1 and 2000),
  client_id uuid,
  -- Which door it came through; a message that comes through both within seconds is one message.
  door text not null check (door in ('http', 'socket', 'system')),
  created_at timestamptz not null default now(),
  unique (chat_id, number),
  constraint messages_sender check ((sender_model = 'System') = (sender_id is null))
);
create unique index messages_client on messages (sender_id, client_id) where client_id is not null;
create index messages_sender_recent on messages (sender_id, created_at);

-- Orders ---------------------------------------------------------------------------------------------------------

create table orders (
  id uuid primary key,
  chat_id uuid not null references chats,
  book_id uuid not null references books,
  buyer_id uuid not null references people,
  seller_id uuid not null references people,
  order_type text not null check (order_type in ('rent', 'purchase')),
  status text not null default 'Pending' check (status in ('Pending', 'Shipped', 'Delivered', 'Cancelled')),
  price integer not null check (price > 0),
  rent_days integer check (rent_days between 1 and 365),
  rent_start date,
  rent_end date,
  delivery_address text not null,
  phone_number text not null,
  -- The book and the names as they were.
  book_title text not null,
  book_type text not null check (book_type in ('new', 'old')),
  book_cover text,
  branch text not null,
  original_price integer not null,
  predicted_price integer,
  buyer_name text not null,
  seller_name text not null,
  -- The key under which the seller asked for this order, and the SHA-256 of what was asked.
  idempotency_key text,
  request_hash text,
  created_at timestamptz not null default now(),
  delivered_at timestamptz,
  confirmed_at timestamptz,
  returned_at timestamptz,
  constraint orders_request check ((idempotency_key is null) = (request_hash is null)),
  constraint orders_rent check (
    (order_type = 'rent') = (rent_days is not null and rent_start is not null and rent_end is not null and rent_end = rent_start + rent_days)
  )
);
create unique index orders_key on orders (seller_id, idempotency_key) where idempotency_key is not null;
create index orders_buyer on orders (buyer_id, id desc);
create index orders_seller on orders (seller_id, id desc);
create index orders_book on orders (book_id);
create index orders_chat on orders (chat_id);

-- Which copy an order holds, and when. A sale holds it for good, a rent until it is returned; the constraint makes
-- sure that no copy is promised twice, whatever the code does.
create table holds (
  order_id uuid primary key references orders on delete cascade,
  copy_id uuid not null references copies,
  during daterange not null,
  constraint holds_no_overlap exclude using gist (copy_id with =, during with &&)
);

create table order_events (
  id uuid primary key,
  -- Given while the order is locked: the order of the events, which clocks can't tell within a millisecond.
  number bigserial,
  order_id uuid not null references orders on delete cascade,
  what text not null check (what in ('created', 'status', 'confirmed', 'returned')),
  status text not null check (status in ('Pending', 'Shipped', 'Delivered', 'Cancelled')),
  by_model text not null check (by_model in ('Buyer', 'Seller', 'Admin', 'System')),
  by_id uuid references people,
  at timestamptz not null default now()
);
create index order_events_order on order_events (order_id, number);

create table ratings (
  order_id uuid primary key references orders on delete cascade,
  title_key text not null,
  buyer_id uuid not null references people,
  seller_id uuid not null references people,
  book_stars smallint not null check (book_stars between 1 and 5),
  seller_stars smallint not null check (seller_stars between 1 and 5),
  review text check (length(review) <= 1000),
  created_at timestamptz not null default now()
);
create index ratings_title on ratings (title_key);
create index ratings_seller on ratings (seller_id);

-- Live connection ------------------------------------------------------------------------------------------------

-- What is too long for a NOTIFY between server processes; named and shaped by Socket.IO's adapter, which sweeps it.
create table socket_io_attachments (
  id bigserial unique,
  created_at timestamptz default now(),
  payload bytea
);
