-- Runs on PostgreSQL 15 and later, and on PGlite. Ids are UUID v7, made by the server: a newer row
-- has a greater id. Money is integer paise. Times that a page cursor carries have milliseconds.

create extension if not exists pg_trgm;
create extension if not exists btree_gist;

-- Accounts -------------------------------------------------------------------------------------------------------

create table accounts (
  id uuid primary key,
  -- Shared by the buyer and the seller account of one person, who proved it by the first one's
  -- password or session.
  person_id uuid not null,
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
  -- The hash of a photo.
  picture text,
  rating_sum integer not null default 0,
  rating_count integer not null default 0 check (rating_count >= 0),
  -- Made by the demo market: the account is nobody's, whatever password it has by now.
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint accounts_complete check (deleted_at is not null or (email is not null and password_hash is not null)),
  constraint accounts_seller_type check ((role = 'seller') = (seller_type is not null) or deleted_at is not null),
  constraint accounts_shop check (
    deleted_at is not null or (seller_type is not distinct from 'shop owner') = (shop_name is not null and shop_address is not null)
  )
);
-- One buyer, one seller and one admin account for an email, whatever its casing.
create unique index accounts_email on accounts (lower(email), role) where deleted_at is null;
create unique index accounts_person on accounts (person_id, role) where deleted_at is null;
create index accounts_newest on accounts (role, id desc) where deleted_at is null;
create index accounts_picture on accounts (picture) where picture is not null;
-- Here and below without the list of pending entries: PGlite has no autovacuum to empty it, and the
-- planner then avoids the index.
create index accounts_search on accounts using gin (name gin_trgm_ops, email gin_trgm_ops) with (fastupdate = off) where deleted_at is null;

create table sessions (
  -- SHA-256 of the token; only its owner has the token itself.
  token_hash bytea primary key check (length(token_hash) = 32),
  account_id uuid not null references accounts on delete cascade,
  -- The account whose password opened the session. After a switch to the other account it is the
  -- first one's, and the session ends with that account too.
  login_account_id uuid not null references accounts on delete cascade,
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_account on sessions (account_id);
create index sessions_login_account on sessions (login_account_id);
create index sessions_expiry on sessions (expires_at);

-- Browsers that an account was logged in from. Their wrong passwords are limited apart from
-- everybody else's, so that nobody locks the owner out. Deleted with the account; not exported,
-- because the sessions tell the same.
create table known_devices (
  -- SHA-256 of the token in the browser's cookie. The two accounts of one person share it in one
  -- browser.
  token_hash bytea not null check (length(token_hash) = 32),
  account_id uuid not null references accounts on delete cascade,
  used_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (token_hash, account_id)
);
create index known_devices_account on known_devices (account_id, used_at desc);
create index known_devices_expiry on known_devices (expires_at);

-- Requests for a new password.
create table password_resets (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  requested_at timestamptz(3) not null,
  used_at timestamptz
);
-- A second request renews the first.
create unique index password_resets_open on password_resets (account_id) where used_at is null;
create index password_resets_newest on password_resets (requested_at desc, id desc) where used_at is null;
create index password_resets_age on password_resets (requested_at);

-- The links sent for a request; a link that is out stays valid when another is sent.
create table password_reset_links (
  -- SHA-256 of the link's token; the token itself is only in the link.
  token_hash bytea primary key check (length(token_hash) = 32),
  password_reset_id uuid not null references password_resets on delete cascade,
  expires_at timestamptz not null
);
create index password_reset_links_reset on password_reset_links (password_reset_id, expires_at desc);

-- Limits ---------------------------------------------------------------------------------------------------------

-- One row for each time that a limited action was done: logins with a wrong password, sign-ups,
-- uploads … Not exported; rows are deleted once they count no more.
create table quota_uses (
  -- Shared by the rows of one action that counts towards several limits.
  id uuid not null,
  -- What is limited, and for whom, by network address, email or account id:
  -- 'sign-up 192.0.2.1'.
  key text not null,
  used_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (id, key)
);
create index quota_uses_key on quota_uses (key, used_at desc);
create index quota_uses_expiry on quota_uses (expires_at);

-- What a POST under an Idempotency-Key created, so that the same request sent again creates nothing
-- twice. Kept for a day, not exported, deleted with the account.
create table idempotency_keys (
  account_id uuid not null references accounts on delete cascade,
  -- Method and path as in the contract: 'POST /orders/create'.
  route text not null,
  -- SHA-256 of the key, and of the request with its files.
  key_hash bytea not null check (length(key_hash) = 32),
  request_hash bytea not null check (length(request_hash) = 32),
  -- Empty only inside the transaction that creates it.
  created_id uuid,
  created_at timestamptz not null default now(),
  primary key (account_id, route, key_hash)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Photos ---------------------------------------------------------------------------------------------------------

create table photos (
  -- SHA-256 of the encoded photo: the same photo is stored once.
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  width integer not null,
  height integer not null,
  -- When it was last uploaded or taken off a book: what nothing shows any more is deleted a day
  -- later.
  used_at timestamptz not null default now(),
  -- Set while its files are being deleted, which no transaction waits for; an upload of the same
  -- photo waits until then. If the process ends meanwhile, the next cleanup deletes them.
  removal_started_at timestamptz
);

-- Who uploaded which photos, so that what an account stores is limited. Not exported: books and
-- profile show the photos. Deleted with the account.
create table uploads (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  hash text not null references photos on delete cascade,
  -- All its widths together; 0 where the same account uploaded the same photo before.
  bytes integer not null check (bytes >= 0),
  uploaded_at timestamptz not null
);
create index uploads_account on uploads (account_id, hash);
create index uploads_hash on uploads (hash);
create index uploads_repeated on uploads (uploaded_at) where bytes = 0;

-- The bytes of an account's uploads. Kept by a trigger, because adding up 100,000 rows for each
-- upload takes a tenth of a second.
create table upload_totals (
  account_id uuid primary key references accounts on delete cascade,
  bytes bigint not null
);

create function update_upload_total() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.bytes > 0 then
      insert into upload_totals (account_id, bytes) values (new.account_id, new.bytes)
      on conflict (account_id) do update set bytes = upload_totals.bytes + excluded.bytes;
    end if;
  else
    -- Never inserts: the account may be being deleted.
    update upload_totals set bytes = bytes - old.bytes where account_id = old.account_id;
  end if;
  return null;
end $$;
create trigger upload_totals after insert or delete on uploads for each row execute function update_upload_total();

-- Books ----------------------------------------------------------------------------------------------------------

create table books (
  id uuid primary key,
  seller_id uuid not null references accounts,
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
  -- All listings of one title share its ratings: the ISBN, or title and author folded.
  title_key text not null,
  rating_sum integer not null default 0,
  rating_count integer not null default 0,
  rating numeric(3, 2) generated always as (case when rating_count > 0 then round(rating_sum::numeric / rating_count, 2) end) stored,
  -- Title and author in lower case without accents, for the search.
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
-- A seller's new books of a day, deleted ones too.
create index books_seller_created on books (seller_id, created_at desc);
create index books_newest on books (id desc) where deleted_at is null and available > 0;
create index books_price on books (price, id desc) where deleted_at is null and available > 0;
create index books_rating on books (rating desc nulls last, id desc) where deleted_at is null and available > 0;
create index books_branch on books (branch, id desc) where deleted_at is null and available > 0;
create index books_branch_price on books (branch, price, id desc) where deleted_at is null and available > 0;
create index books_genre on books (genre, id desc) where deleted_at is null and available > 0;
create index books_title on books (title_key);
create index books_isbn on books (isbn) where deleted_at is null;
create index books_recommended on books (recommended_at nulls first, id) where deleted_at is null;
create index books_search on books using gin (search_text gin_trgm_ops) with (fastupdate = off) where deleted_at is null;
create index books_admin_search on books using gin (title gin_trgm_ops, branch gin_trgm_ops) with (fastupdate = off) where deleted_at is null;

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

-- Books similar to a book, best first; computed in the background.
create table recommendations (
  book_id uuid not null references books on delete cascade,
  position smallint not null check (position between 0 and 7),
  similar_id uuid not null references books on delete cascade check (similar_id <> book_id),
  primary key (book_id, position),
  unique (book_id, similar_id)
);
create index recommendations_similar on recommendations (similar_id);

-- Chats ----------------------------------------------------------------------------------------------------------

create table chats (
  id uuid primary key,
  book_id uuid not null references books,
  buyer_id uuid not null references accounts,
  seller_id uuid not null references accounts check (seller_id <> buyer_id),
  -- The row lock on it makes the order of messages the order of their commits.
  message_count integer not null default 0,
  buyer_unread integer not null default 0 check (buyer_unread >= 0),
  seller_unread integer not null default 0 check (seller_unread >= 0),
  -- The number of the last message that each side has read.
  buyer_read_up_to integer not null default 0,
  seller_read_up_to integer not null default 0,
  created_at timestamptz not null default now(),
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
  sender_id uuid references accounts,
  body text not null check (length(body) between 1 and 2000),
  client_id uuid,
  -- How it came: the same message by both within seconds is one message.
  transport text not null check (transport in ('http', 'socket', 'system')),
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
  buyer_id uuid not null references accounts,
  seller_id uuid not null references accounts,
  order_type text not null check (order_type in ('rent', 'purchase')),
  status text not null default 'Pending' check (status in ('Pending', 'Shipped', 'Delivered', 'Cancelled')),
  price integer not null check (price > 0),
  -- Whether the seller had named the price, or taken the predicted one, which says nothing about
  -- the market.
  is_custom_price boolean not null default false,
  rent_days integer check (rent_days between 1 and 365),
  rent_start date,
  rent_end date,
  delivery_address text not null,
  phone_number text not null,
  -- The book and the names as they were: all of them can change later.
  book_title text not null,
  book_type text not null check (book_type in ('new', 'old')),
  book_cover text,
  title_key text not null,
  branch text not null,
  condition text check (condition in ('new', 'good', 'average', 'poor')),
  publication_year integer,
  original_price integer not null,
  predicted_price integer,
  buyer_name text not null,
  seller_name text not null,
  created_at timestamptz not null default now(),
  delivered_at timestamptz,
  confirmed_at timestamptz,
  returned_at timestamptz,
  constraint orders_rent check (
    (order_type = 'rent') = (rent_days is not null and rent_start is not null and rent_end is not null and rent_end = rent_start + rent_days)
  )
);
create index orders_buyer on orders (buyer_id, id desc);
create index orders_seller on orders (seller_id, id desc);
create index orders_book on orders (book_id);
create index orders_chat on orders (chat_id);
create index orders_cover on orders (book_cover) where book_cover is not null;
create index orders_sold on orders (delivered_at desc) where status = 'Delivered' and order_type = 'purchase' and book_type = 'old';
create index orders_search on orders using gin (book_title gin_trgm_ops, buyer_name gin_trgm_ops, seller_name gin_trgm_ops) with (fastupdate = off);

-- Which copy an order holds, and when: a sale for good, a rent until it is returned. The constraint
-- makes sure that no copy is promised twice, whatever the code does.
create table holds (
  order_id uuid primary key references orders on delete cascade,
  copy_id uuid not null references copies,
  during daterange not null,
  constraint holds_no_overlap exclude using gist (copy_id with =, during with &&)
);

create table order_events (
  id uuid primary key,
  -- Given while the order is locked: the order of the events, which clocks can't tell within a
  -- millisecond.
  number bigserial,
  order_id uuid not null references orders on delete cascade,
  kind text not null check (kind in ('created', 'status', 'confirmed', 'returned')),
  status text not null check (status in ('Pending', 'Shipped', 'Delivered', 'Cancelled')),
  actor_model text not null check (actor_model in ('Buyer', 'Seller', 'Admin', 'System')),
  actor_id uuid references accounts,
  created_at timestamptz not null default now()
);
create index order_events_order on order_events (order_id, number);

create table ratings (
  order_id uuid primary key references orders on delete cascade,
  title_key text not null,
  buyer_id uuid not null references accounts,
  seller_id uuid not null references accounts,
  book_stars smallint not null check (book_stars between 1 and 5),
  seller_stars smallint not null check (seller_stars between 1 and 5),
  review text check (length(review) <= 1000),
  -- Whether buyer and seller were one person at the time; kept, because nothing tells once an
  -- account is deleted.
  is_self_rating boolean not null default false,
  created_at timestamptz not null default now(),
  -- When an admin removed it. The row stays, so that the order isn't rated again; its text goes.
  removed_at timestamptz
);
create index ratings_title on ratings (title_key);
create index ratings_buyer on ratings (buyer_id);
create index ratings_seller on ratings (seller_id);
create index ratings_newest on ratings (created_at desc, order_id desc);

-- Prices ---------------------------------------------------------------------------------------------------------

-- What is asked here against the data that the price model was fitted on: a row a day for each
-- branch with sales, and for the whole market, whose branch is ''.
create table market_factors (
  branch text not null,
  day date not null,
  factor double precision not null check (factor > 0),
  -- The sales and the sellers that count, after the caps.
  sales integer not null,
  sellers integer not null,
  primary key (branch, day)
);
create index market_factors_day on market_factors (day desc, branch);

-- Notifications --------------------------------------------------------------------------------------------------

create table notifications (
  -- A chat's notification gets a new id with each further message.
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  kind text not null check (kind in ('order', 'status', 'message', 'listing', 'account')),
  -- Null for messages, whose text is made when it is read: names change, and accounts are deleted.
  text text,
  chat_id uuid references chats on delete cascade,
  order_id uuid references orders on delete cascade,
  created_at timestamptz not null,
  read_at timestamptz,
  constraint notifications_text check ((kind = 'message') = (text is null)),
  constraint notifications_chat check (kind in ('listing', 'account') or chat_id is not null)
);
create index notifications_newest on notifications (account_id, id desc);
create index notifications_unread on notifications (account_id, chat_id) where read_at is null;
-- The unread messages of one chat are one notification.
create unique index notifications_message on notifications (account_id, chat_id) where kind = 'message' and read_at is null;
create index notifications_age on notifications (created_at);

-- The kinds that an account doesn't want to be notified of. What happens to the account itself
-- can't be muted.
create table muted_notifications (
  account_id uuid not null references accounts on delete cascade,
  kind text not null check (kind in ('order', 'status', 'message', 'listing')),
  primary key (account_id, kind)
);

-- Administration -------------------------------------------------------------------------------------------------

create table audit_log (
  id uuid primary key,
  admin_id uuid not null references accounts,
  action text not null check (action in ('block', 'unblock', 'delete-book', 'issue-link', 'remove-review')),
  target_kind text not null check (target_kind in ('buyer', 'seller', 'book', 'review')),
  -- Without a foreign key: the log outlives its target.
  target_id uuid not null,
  target_name text not null,
  reason text check (length(reason) <= 500),
  created_at timestamptz not null default now(),
  constraint audit_log_target check ((action = 'delete-book') = (target_kind = 'book')),
  constraint audit_log_review check ((action = 'remove-review') = (target_kind = 'review'))
);

-- Operation ------------------------------------------------------------------------------------------------------

-- One row: which database this is. The photo storage is marked with it, so that another
-- installation doesn't delete its photos. A copy of the database has the same id.
create table installation (
  id uuid primary key,
  singleton boolean not null unique default true check (singleton)
);
insert into installation (id) values (gen_random_uuid());

-- What is too long for a NOTIFY between server processes; Socket.IO's adapter names, shapes and
-- cleans up this table.
create table socket_io_attachments (
  id bigserial unique,
  created_at timestamptz default now(),
  payload bytea
);
