-- Listings of a seller who was unblocked stay hidden until an admin releases them.
alter table books add column hidden_since_block boolean not null default false;
alter table books add constraint books_hidden_since_block
  check (not hidden_since_block or hidden_at is not null) not valid;

alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check check (action in (
  'block', 'unblock', 'release-books', 'delete-book', 'issue-link', 'remove-review', 'warn',
  'hide-book', 'unhide-book', 'dismiss-complaint', 'read-chat', 'cancel-order', 'reopen-order',
  'close-order', 'settle-problem', 'settle-exchange', 'second-factor-on', 'second-factor-off',
  'use-recovery-code', 'hide-wanted', 'unhide-wanted'));
