-- Complaints: what people report to the admins. On screens the button reads 'Report'.
--
-- Exported with its reporter's data; nobody exports what others wrote about them. When the reporter
-- leaves, it stays, without a name. When the reported person leaves, their name and message
-- (`reported_name`, `message_body`) stay only until the complaint is dealt with.
create table complaints (
  id uuid primary key,
  reporter_id uuid not null references accounts,
  reported_id uuid not null references accounts check (reported_id <> reporter_id),
  subject_kind text not null check (subject_kind in ('listing', 'person', 'message', 'order')),
  -- The book, account, message or order.
  subject_id uuid not null,
  -- What admins look at: the listing; the chat of a message or an order, or of the two people.
  book_id uuid references books,
  chat_id uuid references chats,
  order_id uuid references orders,
  reason text not null check (reason in ('scam', 'counterfeit', 'wrong-information', 'offensive', 'spam', 'forbidden', 'other')),
  text text check (length(text) between 1 and 500),
  -- As they were when it was reported.
  reported_name text not null,
  book_title text,
  message_body text,
  created_at timestamptz(3) not null,
  outcome text check (outcome in ('dismissed', 'warned', 'listing-hidden', 'blocked')),
  -- The admin's words: to the reported person, or to other admins where it was dismissed.
  note text check (length(note) between 1 and 500),
  closed_at timestamptz(3),
  closed_by uuid references accounts,
  constraint complaints_once unique (reporter_id, subject_kind, subject_id),
  constraint complaints_closed check (num_nulls(outcome, closed_at, closed_by) in (0, 3)),
  constraint complaints_subject check (
    (subject_kind <> 'listing' or book_id is not null) and (subject_kind <> 'order' or order_id is not null)
    and (subject_kind not in ('message', 'order') or chat_id is not null)
  )
);
create index complaints_open on complaints (created_at, id) where closed_at is null;
create index complaints_done on complaints (closed_at desc, id desc) where closed_at is not null;
create index complaints_reported on complaints (reported_id);

-- Who wants to have nothing to do with whom. It holds for both accounts of each. (What admins do to
-- accounts is `accounts.status`.) Exported by the one who blocks, not by the other; deleted with the
-- last account of either.
create table account_blocks (
  person_id uuid not null,
  blocked_person_id uuid not null check (blocked_person_id <> person_id),
  -- As which they were blocked: whose name the list shows.
  blocked_account_id uuid not null references accounts,
  created_at timestamptz(3) not null,
  primary key (person_id, blocked_person_id)
);
create index account_blocks_blocked on account_blocks (blocked_person_id);

-- An admin hid the listing from everyone but its seller, who reads why.
alter table books add column hidden_at timestamptz;
alter table books add column hidden_reason text check (length(hidden_reason) between 1 and 500);
-- What withholds the photos of hidden listings.
create index books_hidden on books (id) where hidden_at is not null;
alter table books add constraint books_hidden check ((hidden_at is null) = (hidden_reason is null));

alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check check (action in ('block', 'unblock', 'delete-book', 'issue-link', 'remove-review', 'warn', 'hide-book', 'unhide-book', 'dismiss-complaint', 'read-chat'));
alter table audit_log drop constraint audit_log_target_kind_check;
alter table audit_log add constraint audit_log_target_kind_check check (target_kind in ('buyer', 'seller', 'book', 'review', 'complaint'));
alter table audit_log drop constraint audit_log_target;
alter table audit_log add constraint audit_log_target check ((action in ('delete-book', 'hide-book', 'unhide-book')) = (target_kind = 'book'));
alter table audit_log add constraint audit_log_complaint check ((action in ('dismiss-complaint', 'read-chat')) = (target_kind = 'complaint'));
