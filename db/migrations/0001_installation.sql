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

-- Counts the versions of what an edit form shows, so that nobody overwrites a version unread
-- (If-Match). A version is nobody's data: it isn't exported, and goes with its row.
create function count_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
