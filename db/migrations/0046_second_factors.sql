-- The second factor of admins who set it up: a key that their authenticator app shares (TOTP), and
-- recovery codes, of which only hashes are kept.
--
-- Exported: nothing, because admins have no export, and the key must not be read again. Erased: all of
-- it, when the factor is removed, and with its admin. Kept: that it was set up, used for recovery or
-- removed, in the audit log.
create table second_factors (
  account_id uuid primary key references accounts (id),
  secret bytea not null check (octet_length(secret) = 20),
  created_at timestamptz not null,
  -- Until its first code was typed it isn't asked for.
  confirmed_at timestamptz,
  -- Of the last code that counted, in periods since 1970: none counts twice.
  last_period integer not null default 0
);
create table recovery_codes (
  account_id uuid not null references second_factors (account_id) on delete cascade,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  primary key (account_id, code_hash)
);

alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check check (action in (
  'block', 'unblock', 'delete-book', 'issue-link', 'remove-review', 'warn', 'hide-book',
  'unhide-book', 'dismiss-complaint', 'read-chat', 'cancel-order', 'reopen-order', 'close-order',
  'settle-problem', 'settle-exchange', 'second-factor-on', 'second-factor-off', 'use-recovery-code'));
alter table audit_log drop constraint audit_log_target_kind_check;
alter table audit_log add constraint audit_log_target_kind_check
  check (target_kind in ('buyer', 'seller', 'admin', 'book', 'review', 'order', 'complaint'));
alter table audit_log add constraint audit_log_second_factor check (
  (action in ('second-factor-on', 'second-factor-off', 'use-recovery-code')) = (target_kind = 'admin'));
