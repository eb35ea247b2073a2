-- Reports to the admins. On screens the button reads 'Report'. ¶ Exported with the reporter's data;
-- nobody can export what others wrote about them. When the reporter deletes the account, the
-- complaint stays without a name. When the reported person does, the name and message
-- (`reported_name`, `message_body`) stay only until the complaint is closed.
create table complaints (
  id uuid primary key,
  reporter_id uuid not null references accounts,
  reported_id uuid not null references accounts check (reported_id <> reporter_id),
  subject_kind text not null check (subject_kind in ('listing', 'person', 'message', 'ring-message', 'order', 'wanted')),
  -- The id of the book, account, message, order or wanted title.
  subject_id uuid not null,
  -- The listing and the chat that admins can read for this complaint: the chat of the message or
  -- order, or the one between the two people. Admins can't read a ring's chat.
  book_id uuid references books,
  chat_id uuid references chats,
  order_id uuid references orders,
  reason text not null check (reason in ('scam', 'counterfeit', 'wrong-information', 'offensive', 'spam', 'forbidden', 'other')),
  text text check (length(text) between 1 and 500),
  -- Name, title and message at the time of the complaint.
  reported_name text not null,
  book_title text,
  message_body text,
  created_at timestamptz(3) not null,
  outcome text check (outcome in ('dismissed', 'warned', 'listing-hidden', 'blocked')),
  -- The admin's explanation, shown to the reported person; for a dismissed complaint, only to
  -- admins.
  note text check (length(note) between 1 and 500),
  closed_at timestamptz(3),
  closed_by uuid references accounts,
  constraint complaints_once unique (reporter_id, subject_kind, subject_id),
  constraint complaints_closed check (num_nulls(outcome, closed_at, closed_by) in (0, 3)),
  constraint complaints_subject check (
    (subject_kind not in ('listing', 'wanted') or book_id is not null)
    and (subject_kind <> 'order' or order_id is not null)
    and (subject_kind not in ('message', 'order') or chat_id is not null)
    and (subject_kind <> 'ring-message' or message_body is not null or closed_at is not null))
);
create index complaints_open on complaints (created_at, id) where closed_at is null;
create index complaints_done on complaints (closed_at desc, id desc) where closed_at is not null;
create index complaints_reported on complaints (reported_id);
create index complaints_chat on complaints (chat_id, id desc) where chat_id is not null;

-- Nothing is erased from the log when a person deletes an account. It contains the ids of buyers
-- and sellers, but not their names.
create table audit_log (
  id uuid primary key,
  admin_id uuid not null references accounts,
  action text not null check (action in (
    'block', 'unblock', 'release-books', 'delete-book', 'issue-link', 'remove-review', 'warn',
    'hide-book', 'unhide-book', 'dismiss-complaint', 'read-chat', 'cancel-order', 'reopen-order',
    'close-order', 'settle-problem', 'settle-exchange', 'second-factor-on', 'second-factor-off',
    'hide-wanted', 'unhide-wanted')),
  target_kind text not null check (target_kind in ('buyer', 'seller', 'admin', 'book', 'review', 'order', 'complaint', 'wanted')),
  -- Not a foreign key, because entries stay when the target is deleted.
  target_id uuid not null,
  target_name text not null,
  reason text check (length(reason) <= 500),
  created_at timestamptz not null default now(),
  constraint audit_log_target check ((action in ('delete-book', 'hide-book', 'unhide-book')) = (target_kind = 'book')),
  constraint audit_log_review check ((action = 'remove-review') = (target_kind = 'review')),
  constraint audit_log_complaint check ((action in ('dismiss-complaint', 'read-chat')) = (target_kind = 'complaint')),
  constraint audit_log_order check (
    (action in ('cancel-order', 'reopen-order', 'close-order', 'settle-problem', 'settle-exchange')) = (target_kind = 'order')),
  constraint audit_log_second_factor check ((action in ('second-factor-on', 'second-factor-off')) = (target_kind = 'admin')),
  constraint audit_log_wanted check ((action in ('hide-wanted', 'unhide-wanted')) = (target_kind = 'wanted'))
);

-- The triggers reject changing and removing entries, because a log that could be changed proves
-- nothing. The table's owner can still drop the triggers, which `npm run verify` reports.
create function refuse_change_of_audit_log() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log can only be added to' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_only_grows before update or delete on audit_log for each statement execute function refuse_change_of_audit_log();
create trigger audit_log_is_never_emptied before truncate on audit_log for each statement execute function refuse_change_of_audit_log();
