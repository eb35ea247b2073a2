-- Runs on PostgreSQL 15 and later, and on PGlite. The server makes the ids (UUID v7), so a newer
-- row has a greater id. Money is integer paise. Times that a page cursor carries have milliseconds.

create extension if not exists pg_trgm;
create extension if not exists btree_gist;

-- The only row identifies this database. The photo storage is marked with the same id, so that
-- another installation doesn't delete its photos.
create table installation (
  id uuid primary key,
  singleton boolean not null unique default true check (singleton)
);
insert into installation (id) values (gen_random_uuid());

-- Payloads that are too long for a NOTIFY between server processes. The adapter of Socket.IO
-- defines the name and the columns of this table, and cleans it up.
create table socket_io_attachments (
  id bigserial unique,
  created_at timestamptz default now(),
  payload bytea
);

-- Each row is one use of a limited action: a login with a wrong password, a sign-up, an upload and
-- so on. Not exported; rows are deleted once they no longer count.
create table quota_uses (
  -- One action that counts towards several limits has a row for each, with the same id.
  id uuid not null,
  -- The action and the network address, email or account id that it is limited for: 'sign-up
  -- 192.0.2.1'.
  key text not null,
  used_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (id, key)
);
create index quota_uses_key on quota_uses (key, used_at desc);
create index quota_uses_expiry on quota_uses (expires_at);

-- Counts the versions of a row that an edit form shows. Clients send the version with If-Match, so
-- that nobody overwrites a change they haven't seen. A version is not personal data: it isn't
-- exported, and is deleted with its row.
create function count_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
