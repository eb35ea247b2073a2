create table accounts (
  id uuid primary key,
  -- The same for a person's buyer account and seller account.
  person_id uuid not null,
  role text not null check (role in ('buyer', 'seller', 'admin')),
  status text not null default 'active' check (status in ('active', 'blocked')),
  -- Why an admin blocked the account. The owner reads it at login. Erased when the account is
  -- unblocked or deleted.
  blocked_reason text check (length(blocked_reason) between 1 and 500),
  -- When a buyer or seller account is deleted, these details are erased, and the name is replaced
  -- by a placeholder. The row stays, because other people's orders and chats refer to it.
  name text not null,
  email text,
  password_hash text,
  address text,
  phone text,
  seller_type text check (seller_type in ('shop owner', 'student')),
  shop_name text,
  shop_address text,
  -- When the shop is open, as its owner writes it. Exported with the profile; erased with the account.
  shop_hours text check (length(shop_hours) between 1 and 120),
  -- Where a seller is: a PIN code, the city's key ('pune, maharashtra') and, if the table of PIN
  -- codes has one, a point in the projection EPSG:7755, in kilometres.
  pin_code text check (pin_code ~ '^[1-9][0-9]{5}$'),
  city text,
  location point,
  -- How a seller hands over books: in person, by post, or both. Null until the seller chooses.
  -- Exported with the profile and the books; erased with the account.
  hand_overs text[] check (hand_overs in ('{meet}', '{post}', '{meet,post}')),
  -- Whether sellers in a buyer's chats may fill in the buyer's address and phone number when they
  -- create an order. Exported with the profile, and erased with the account.
  shares_address boolean not null default false,
  -- The day on which a seller is back from a holiday. Until then there are no new orders, offers and
  -- reservations. Exported with the profile, and erased with the account.
  holiday_until date,
  -- Where a seller can be paid. Shown only to buyers with an agreed order, and to the person who
  -- pays in an exchange. Exported, and erased with the account.
  upi_id text check (length(upi_id) <= 320),
  -- The hash of the profile picture.
  picture text check (picture not like '%-private'),
  rating_sum integer not null default 0,
  rating_count integer not null default 0 check (rating_count >= 0),
  -- Created by the demo market: no real person's account, even if its password was changed.
  is_demo boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint accounts_complete check (deleted_at is not null or (email is not null and password_hash is not null)),
  constraint accounts_blocked_reason check (blocked_reason is null or status = 'blocked'),
  constraint accounts_seller_type check ((role = 'seller') = (seller_type is not null) or deleted_at is not null),
  constraint accounts_shop check (
    deleted_at is not null or (seller_type is not distinct from 'shop owner') = (shop_name is not null and shop_address is not null)
  ),
  constraint accounts_shop_hours check (shop_hours is null or shop_name is not null),
  constraint accounts_place check (
    (pin_code is null) = (city is null) and (pin_code is not null or location is null)
    and (pin_code is null or role = 'seller')),
  constraint accounts_shares_address check (not shares_address or role = 'buyer'),
  constraint accounts_hand_overs check (hand_overs is null or role = 'seller'),
  constraint accounts_holiday check (holiday_until is null or role = 'seller')
);
-- Emails are unique per role, ignoring case.
create unique index accounts_email on accounts (lower(email), role) where deleted_at is null;
create unique index accounts_person on accounts (person_id, role) where deleted_at is null;
-- Finds all accounts of a person, including deleted ones.
create index accounts_of_person on accounts (person_id);
create index accounts_newest on accounts (role, id desc) where deleted_at is null;
create index accounts_picture on accounts (picture) where picture is not null;
-- Finds the holidays that have passed.
create index accounts_on_holiday on accounts (holiday_until) where holiday_until is not null;
-- Only a few sellers are blocked or deleted, and only a few people are blocked, so lists look up
-- all of them at once.
create index accounts_off_market on accounts (id) where role = 'seller' and (status <> 'active' or deleted_at is not null);
create index accounts_blocked on accounts (person_id) where status <> 'active' and deleted_at is null;
-- This GIN index and those below have no list of pending entries (fastupdate), because PGlite has
-- no autovacuum to empty it, and the planner avoids indexes with a long list.
create index accounts_shop on accounts using gin (shop_name gin_trgm_ops) with (fastupdate = off) where shop_name is not null;
create index accounts_search on accounts using gin (name gin_trgm_ops, email gin_trgm_ops) with (fastupdate = off) where deleted_at is null;

create trigger count_version before update of name, phone, address, shop_name, shop_address, shop_hours, upi_id,
  pin_code, hand_overs, shares_address, holiday_until, picture on accounts
  for each row when ((old.name, old.phone, old.address, old.shop_name, old.shop_address, old.shop_hours, old.upi_id,
    old.pin_code, old.hand_overs, old.shares_address, old.holiday_until, old.picture)
    is distinct from (new.name, new.phone, new.address, new.shop_name, new.shop_address, new.shop_hours, new.upi_id,
    new.pin_code, new.hand_overs, new.shares_address, new.holiday_until, new.picture))
  execute function count_version();

-- People who work for a shop, each with a login of their own. They act as the shop's seller account;
-- messages and the history of orders keep their names. Exported with the owner's account: names,
-- emails and dates. Deleted when the owner removes the helper, and with the account.
create table helpers (
  id uuid primary key,
  seller_id uuid not null references accounts on delete cascade,
  name text not null check (length(name) between 1 and 80),
  email text not null,
  password_hash text not null,
  created_at timestamptz not null,
  constraint helpers_of_seller unique (id, seller_id)
);
-- An email belongs to one helper or seller; inserting either locks it first.
create unique index helpers_email on helpers (lower(email));
create unique index helpers_name on helpers (seller_id, lower(name));

-- Links by which owners invite helpers. Not exported, because only the link contains the token.
-- Deleted when it is used or withdrawn, with a new password of the owner, and with the account.
create table helper_invites (
  id uuid primary key,
  seller_id uuid not null references accounts on delete cascade,
  -- SHA-256 of the token.
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index helper_invites_seller on helper_invites (seller_id);

create table sessions (
  -- SHA-256 of the token. Only the session's owner has the token itself.
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  account_id uuid not null references accounts on delete cascade,
  -- The account that was logged in to. After a switch it isn't `account_id` but the person's other
  -- account. The session ends when either account is blocked or deleted.
  login_account_id uuid not null references accounts on delete cascade,
  -- The helper who logged in to the account of their shop.
  helper_id uuid,
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  foreign key (helper_id, account_id) references helpers (id, seller_id) on delete cascade
);
create index sessions_helper on sessions (helper_id) where helper_id is not null;
create index sessions_account on sessions (account_id);
create index sessions_login_account on sessions (login_account_id);
create index sessions_expiry on sessions (expires_at);

-- Tokens with which a seller's own programs add, change, delete and read books, and read orders.
-- They are revoked when the password changes or the account is blocked. Exported without the hash;
-- erased with the account.
create table api_tokens (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  name text not null check (length(name) between 1 and 60),
  -- SHA-256 of the token. Only its creator has the token itself.
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz(3) not null,
  used_at timestamptz
);
create index api_tokens_account on api_tokens (account_id);

-- Open requests for a new password. A second request renews the first.
create table password_resets (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  -- Set if the password of a helper of this account is meant.
  helper_id uuid,
  requested_at timestamptz(3) not null,
  -- SHA-256 of the token in the newest link. Older links don't work. Only the link contains the
  -- token.
  token_hash text unique check (token_hash ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz,
  constraint password_resets_one unique nulls not distinct (account_id, helper_id),
  foreign key (helper_id, account_id) references helpers (id, seller_id) on delete cascade,
  constraint password_resets_link check ((token_hash is null) = (expires_at is null))
);
create index password_resets_newest on password_resets (requested_at desc, id desc);

-- The second factor of admins who set one up: the key that they share with their authenticator app
-- (TOTP).
--
-- Exported: nothing, because admins have no export, and nobody may read the key again. Erased: the
-- whole row, with the factor or the admin. Kept: the audit log's entries about setting up and
-- removing it.
create table second_factors (
  account_id uuid primary key references accounts (id),
  secret bytea not null check (octet_length(secret) = 20),
  created_at timestamptz not null,
  -- When the admin typed the first code. Before that, logins don't ask for one.
  confirmed_at timestamptz,
  -- The number of the 30-second period, counted since 1970, whose code was last accepted. No code
  -- is accepted twice.
  last_period integer not null default 0
);

-- Blocks between people. A block covers both accounts of each person. Exported for the person who
-- blocks, not for the other; deleted with the last account of either.
create table account_blocks (
  person_id uuid not null,
  blocked_person_id uuid not null check (blocked_person_id <> person_id),
  -- The blocked account. The list of blocks shows its name.
  blocked_account_id uuid not null references accounts,
  created_at timestamptz(3) not null,
  primary key (person_id, blocked_person_id)
);
create index account_blocks_blocked on account_blocks (blocked_person_id);

-- Addresses that buyers saved for later offers. Exported, and erased with the account.
create table addresses (
  id uuid primary key,
  account_id uuid not null references accounts,
  delivery_address text not null,
  phone_number text not null,
  used_at timestamptz not null,
  unique (account_id, delivery_address, phone_number)
);

-- The results of POST requests with an Idempotency-Key, so that a retry doesn't create anything
-- twice. Stored for a day, not exported, deleted with the account.
create table idempotency_keys (
  account_id uuid not null references accounts on delete cascade,
  -- The endpoint's method and path: 'POST /orders/create'.
  route text not null,
  -- SHA-256 of the key, and of the request with its files.
  key_hash bytea not null check (length(key_hash) = 32),
  request_hash bytea not null check (length(request_hash) = 32),
  -- Null until the transaction has created the object.
  created_id uuid,
  created_at timestamptz not null default now(),
  primary key (account_id, route, key_hash)
);
create index idempotency_keys_age on idempotency_keys (created_at);
