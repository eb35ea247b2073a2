-- Sessions that end for good, browsers that are known again, links that outlive a second request, and news of one's account.

-- A session ends 90 days after its login however much it is used, an admin's after 12 hours.
update sessions set expires_at = least(sessions.expires_at,
  sessions.created_at + case people.role when 'admin' then interval '12 hours' else interval '90 days' end)
from people where people.id = sessions.person_id;

-- Browsers that an account was logged in from. Their guesses at its password have a limit of their own, so that nobody
-- locks the owner out. Erased with the account; not exported: nothing but dates stands here that the sessions don't tell.
create table known_devices (
  -- SHA-256 of the token in the browser's cookie. The two accounts of one human share it in one browser.
  token_hash bytea not null check (length(token_hash) = 32),
  person_id uuid not null references people on delete cascade,
  used_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (token_hash, person_id)
);
create index known_devices_person on known_devices (person_id, used_at desc);
create index known_devices_expiry on known_devices (expires_at);

-- The links of a request for a new password; erased with it, and not exported.
create table reset_links (
  -- SHA-256 of the link's token; the token itself is only ever in the link.
  token_hash bytea primary key check (length(token_hash) = 32),
  request_id uuid not null references password_resets on delete cascade,
  expires_at timestamptz not null
);
create index reset_links_request on reset_links (request_id, expires_at desc);
insert into reset_links (token_hash, request_id, expires_at)
  select token_hash, id, expires_at from password_resets where token_hash is not null and used_at is null;
alter table password_resets
  drop constraint password_resets_link,
  drop column token_hash,
  drop column expires_at;

-- Sign-ups that were refused because the email was taken.
alter table signups add column is_taken boolean not null default false;

-- What happened to one's account itself; nobody can switch that off.
alter table notices
  drop constraint notices_kind_check,
  add constraint notices_kind_check check (kind in ('order', 'status', 'message', 'listing', 'account')),
  drop constraint notices_chat,
  add constraint notices_chat check (kind in ('listing', 'account') or chat_id is not null);
