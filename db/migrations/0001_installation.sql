-- Runs on PostgreSQL 15 and later, and on PGlite. Ids are UUID v7, made by the server: a newer row
-- has a greater id. Money is integer paise. Times that a page cursor carries have milliseconds.

create extension if not exists pg_trgm;
create extension if not exists btree_gist;

-- One row: which database this is. The photo storage is marked with its id, so that another
-- installation doesn't delete its photos.
create table installation (
  id uuid primary key,
  singleton boolean not null unique default true check (singleton),
  -- The table of PIN codes (server/places) by which sellers got their places.
  places_hash text
);
insert into installation (id) values (gen_random_uuid());

-- What is too long for a NOTIFY between server processes; Socket.IO's adapter names, shapes and
-- cleans up this table.
create table socket_io_attachments (
  id bigserial unique,
  created_at timestamptz default now(),
  payload bytea
);

-- One row for each time that a limited action was done: logins with a wrong password, sign-ups,
-- uploads … Not exported; rows are deleted once they no longer count.
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

-- How many books, accounts of each role, orders and reviews there are, as admins see them: the sum
-- of the rows of each kind. A change adds a row, so that nobody waits for another, and a job sums
-- them up. It says nothing about any person, so nothing is exported or erased.
create table row_counts (
  kind text not null,
  count integer not null
);

-- Notifies all processes of a change that everybody sees, at the commit; the process that made it reads
-- the transaction's setting `dobara.changes`: a JSON object in each line, or 'all'. `tags` name what cached
-- responses depend on; `before` and `after` are what lists choose a book by, null if it isn't on the market.
create function note_change(change jsonb) returns void language plpgsql as $$
declare
  noted text := coalesce(current_setting('dobara.changes', true), '');
begin
  if noted = 'all' or position(change::text in noted) > 0 then
    return;
  end if;
  -- Of very many changes nobody reads each one.
  if length(noted) > 20000 or change ->> 'tags' = '["all"]' then
    perform set_config('dobara.changes', 'all', true);
    perform pg_notify('dobara_changes', txid_current() || ' all');
    return;
  end if;
  perform set_config('dobara.changes', noted || change::text || e'\n', true);
  perform pg_notify('dobara_changes', txid_current() || ' ' || change::text);
end $$;

-- Counts the versions of what an edit form shows, so that nobody overwrites a version unread
-- (If-Match). A version is nobody's data: it isn't exported, and goes with its row.
create function count_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
