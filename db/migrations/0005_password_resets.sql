-- Forgotten passwords: who asked for a new one, and the one-use link that lets them choose it.

create table password_resets (
  -- UUID v7.
  id uuid primary key,
  person_id uuid not null references people on delete cascade,
  -- SHA-256 of the link's token; null until a link is made. The token itself is only ever in the link.
  token_hash bytea unique check (length(token_hash) = 32),
  -- Milliseconds, as a cursor carries them.
  requested_at timestamptz(3) not null,
  expires_at timestamptz,
  used_at timestamptz,
  constraint password_resets_link check ((token_hash is null) = (expires_at is null))
);
-- Whoever asks again renews what they asked for.
create unique index password_resets_open on password_resets (person_id) where used_at is null;
create index password_resets_newest on password_resets (requested_at desc, id desc) where used_at is null;
create index password_resets_age on password_resets (requested_at);

-- How often links were asked for from a network address; rows older than an hour are swept.
create table reset_requests (
  id uuid primary key,
  address text not null,
  requested_at timestamptz not null default now()
);
create index reset_requests_address on reset_requests (address, requested_at);

alter table audit_log
  drop constraint audit_log_what_check,
  add constraint audit_log_what_check check (what in ('block', 'unblock', 'delete-book', 'issue-link'));
