-- When the buyer said that a rented book was handed back; the seller marks the return.
alter table orders add column handed_back_at timestamptz;
-- An order that an admin closed or cancelled is no longer its seller's. Reopened is what an admin
-- opened again, until the buyer receives or rates it.
alter table orders add column closed_by_admin_at timestamptz;
alter table orders add column reopened_at timestamptz;
alter table orders add constraint orders_closed_or_reopened
  check (closed_by_admin_at is null or reopened_at is null);
-- The number that people read off their screens.
create index orders_short_id on orders (right(id::text, 6));

alter table order_events drop constraint order_events_kind_check;
alter table order_events add constraint order_events_kind_check
  check (kind in ('created', 'status', 'confirmed', 'received', 'returned', 'undone', 'rent_moved',
    'handed_back', 'problem', 'solved', 'closed', 'reopened'));

-- What a buyer reported about an order, until it is solved; at most one is open. Exported to both
-- people with their orders. When one of them leaves, it stays for the other and for admins, as
-- orders and chats do; while it is open, neither can leave.
create table problems (
  id uuid primary key,
  order_id uuid not null references orders on delete cascade,
  reason text not null check (reason in
    ('not-received', 'wrong-book', 'worse-condition', 'damaged', 'counterfeit', 'other')),
  -- What the seller proposed last.
  proposal text check (proposal in ('refund', 'returned', 'replaced')),
  outcome text check (outcome in ('refund', 'returned', 'replaced', 'withdrawn', 'dismissed')),
  solved_by text check (solved_by in ('Buyer', 'Admin')),
  -- Why an admin settled it so.
  solved_reason text check (length(solved_reason) between 1 and 500),
  created_at timestamptz not null,
  solved_at timestamptz,
  constraint problems_solved check ((solved_at is null) = (outcome is null)
    and (solved_at is null) = (solved_by is null)),
  constraint problems_admin check (
    coalesce(solved_by = 'Admin', false) = (solved_reason is not null)
    and (outcome is distinct from 'dismissed' or solved_by = 'Admin')
    and (outcome is distinct from 'withdrawn' or solved_by = 'Buyer'))
);
create unique index problems_open on problems (order_id) where solved_at is null;
create index problems_order on problems (order_id, id);
create index problems_oldest on problems (id) where solved_at is null;

-- What both wrote about a problem, the report first; a proposal of the seller has no text. Exported
-- and kept as the problem is.
create table problem_messages (
  id uuid primary key,
  problem_id uuid not null references problems on delete cascade,
  number integer not null check (number >= 1),
  sender_model text not null check (sender_model in ('Buyer', 'Seller')),
  body text check (length(body) between 1 and 1000),
  proposal text check (proposal in ('refund', 'returned', 'replaced')),
  created_at timestamptz not null,
  unique (problem_id, number),
  constraint problem_messages_text check ((body is null) = (proposal is not null)),
  constraint problem_messages_proposal check (proposal is null or sender_model = 'Seller')
);

-- Their photos: sent only to the two people and to admins. Not exported as files; erased with the
-- account of whoever sent them, because they may show an address or a face.
create table problem_photos (
  message_id uuid not null references problem_messages on delete cascade,
  position smallint not null check (position between 0 and 3),
  hash text not null unique references photos,
  primary key (message_id, position)
);

-- A private photo has a random name instead of its hash, with this ending: nobody can guess it, and
-- the public address of photos doesn't know it.
alter table photos drop constraint photos_hash_check;
alter table photos add constraint photos_hash_check check (hash ~ '^[0-9a-f]{64}(-private)?$');

alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check
  check (action in ('block', 'unblock', 'delete-book', 'issue-link', 'remove-review', 'warn', 'hide-book',
    'unhide-book', 'dismiss-complaint', 'read-chat', 'cancel-order', 'reopen-order', 'close-order', 'settle-problem'));
alter table audit_log drop constraint audit_log_target_kind_check;
alter table audit_log add constraint audit_log_target_kind_check
  check (target_kind in ('buyer', 'seller', 'book', 'review', 'order', 'complaint'));
alter table audit_log add constraint audit_log_order check (
  (action in ('cancel-order', 'reopen-order', 'close-order', 'settle-problem')) = (target_kind = 'order'));
