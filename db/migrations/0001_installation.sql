-- The schema runs on PostgreSQL 15 and later, and on PGlite. The server creates the ids (UUID v7),
-- so newer rows have greater ids. Money is integer paise. Times that page cursors use have
-- millisecond precision.

create extension if not exists pg_trgm;
create extension if not exists btree_gist;

-- One row, which identifies this database. An S3 photo storage is marked with the same id, so that
-- another installation can't delete its photos.
create table installation (
  id uuid primary key,
  singleton boolean not null unique default true check (singleton)
);
insert into installation (id) values (gen_random_uuid());

-- Payloads that are too long for a NOTIFY between server processes. Socket.IO's adapter defines the
-- name and columns of this table, and deletes old rows.
create table socket_io_attachments (
  id bigserial unique,
  created_at timestamptz default now(),
  payload bytea
);

-- Uses of limited actions: logins with a wrong password, sign-ups, uploads and so on. Not exported;
-- rows are deleted once they no longer count.
create table quota_uses (
  -- An action that counts towards several limits has a row for each, all with the same id.
  id uuid not null,
  -- The action and whose uses are counted (a network address, an email or an account id): 'sign-up
  -- 192.0.2.1'.
  key text not null,
  used_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (id, key)
);
create index quota_uses_key on quota_uses (key, used_at desc);
create index quota_uses_expiry on quota_uses (expires_at);

-- Increments the version of a row that people edit in a form. Clients send the version with
-- If-Match, so that nobody overwrites a change they haven't seen. A version isn't personal data: it
-- isn't exported, and is deleted with its row.
create function count_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
