-- Columns, constraints and functions. Others wait for a table from its change to the end of this file,
-- so the busiest tables come last, and the next files change the rows.

-- The table of PIN codes (server/places) by which sellers got their places.
alter table installation add column places_hash text;

-- How many times a job has processed an arrival. One that always fails is dropped, so that it
-- doesn't come back at each start and block the others.
alter table exchange_arrivals add column attempts integer not null default 0;

-- The id by which admins hide a title and people report it. It depends only on the title.
create function wanted_id(work text) returns uuid language sql immutable parallel safe
return overlay(overlay(md5(work) placing '8' from 13) placing '8' from 17)::uuid;
alter table wanted_titles add column id uuid generated always as (wanted_id(work)) stored;
create unique index wanted_titles_id on wanted_titles (id);

-- Titles that an admin has hidden; the reason is in the audit log. Holds no personal data.
create table hidden_wanted_titles (
  work text primary key,
  id uuid unique generated always as (wanted_id(work)) stored,
  title text not null,
  hidden_at timestamptz not null
);

-- A wanted title from a listing can be reported; the complaint is about the seller.
alter table complaints drop constraint complaints_subject_kind_check;
alter table complaints add constraint complaints_subject_kind_check
  check (subject_kind in ('listing', 'person', 'message', 'ring-message', 'order', 'wanted'));
alter table complaints drop constraint complaints_subject;
alter table complaints add constraint complaints_subject check (
  (subject_kind not in ('listing', 'wanted') or book_id is not null)
  and (subject_kind <> 'order' or order_id is not null)
  and (subject_kind not in ('message', 'order') or chat_id is not null)
  and (subject_kind <> 'ring-message' or message_body is not null or closed_at is not null));

alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check check (action in (
  'block', 'unblock', 'release-books', 'delete-book', 'issue-link', 'remove-review', 'warn',
  'hide-book', 'unhide-book', 'dismiss-complaint', 'read-chat', 'cancel-order', 'reopen-order',
  'close-order', 'settle-problem', 'settle-exchange', 'second-factor-on', 'second-factor-off',
  'use-recovery-code', 'hide-wanted', 'unhide-wanted'));

alter table audit_log drop constraint audit_log_target_kind_check;
alter table audit_log add constraint audit_log_target_kind_check check (target_kind in (
  'buyer', 'seller', 'admin', 'book', 'review', 'order', 'complaint', 'wanted'));
alter table audit_log add constraint audit_log_wanted check (
  (action in ('hide-wanted', 'unhide-wanted')) = (target_kind = 'wanted'));

-- Each offered book as it was listed then: title, author, ISBN, condition, edition and the hashes
-- of its photos. It holds no personal data and stays with the offer.
alter table offer_items add column listing jsonb;

-- Whether the bell also lists a notification that has a line in a chat: its reader has to act.
alter table notifications add column rings boolean not null default false;

-- The seller's UPI ID when an order was agreed on, so that the payer notices a change. Null if the
-- seller had none. Erased with the seller; exported as part of their profile.
alter table orders add upi_id text;

-- When the buyer's address and phone number were hidden from the seller: thirty days after the
-- order was closed or cancelled. The seller's export hides them, too.
alter table orders add contact_hidden_at timestamptz;

-- The listing that gave a public wanted title its name, which goes with it.
alter table wanted_titles add column book_id uuid references books on delete cascade;
create index wanted_titles_book on wanted_titles (book_id) where book_id is not null;

-- Listings of a seller who was unblocked stay hidden until an admin releases them.
alter table books add column hidden_since_block boolean not null default false;
alter table books add constraint books_hidden_since_block
  check (not hidden_since_block or hidden_at is not null) not valid;

-- A used book of 20 years or more may cost more than when it was new (contract/books/list-price.ts).
-- Every row that keeps the rule before keeps this one too, so none has to be read.
alter table books drop constraint books_old_price;
alter table books add constraint books_old_price check (book_type = 'new' or price <= original_price
  or publication_year <= extract(year from updated_at at time zone 'Asia/Kolkata') - 20) not valid;

-- As before (0042), except that a rating also counts as agreement, and a delivery that only the
-- seller reports doesn't: nobody else may take a person out of a queue. The same rule as
-- `orderIs.agreed` in server/orders/lifecycle/status.ts, which a test compares.
create or replace function is_agreed(ordered orders) returns boolean language sql stable
return ordered.status <> 'Cancelled' and (ordered.confirmed_at is not null or ordered.received_at is not null or exists (
  select from ratings where ratings.order_id = ordered.id and removed_at is null
    and not exists (select from order_events as cancelled
      where cancelled.order_id = ordered.id and cancelled.kind = 'status' and cancelled.status = 'Cancelled'
        and cancelled.created_at > ratings.created_at
        and (ordered.returned_at is null or cancelled.created_at < ordered.returned_at)
        and coalesce((select later.kind from order_events as later
          where later.order_id = ordered.id and later.number > cancelled.number and later.status <> 'Cancelled'
          order by later.number limit 1), '') not in ('undone', 'reopened'))));
create or replace function gives_book(ordered orders) returns boolean language sql stable
return ordered.returned_at is null and is_agreed(ordered);

-- Called for ratings, and for a cancellation that is taken back: the order's trigger runs before the
-- event is there.
create function set_order_of_wants(ordered orders) returns void language plpgsql as $$
begin
  if gives_book(ordered) then
    update wants set order_id = ordered.id where id in (
      select wants.id from wants join accounts on accounts.person_id = wants.person_id
        join books on books.id = ordered.book_id
      where accounts.id = ordered.buyer_id and wants.order_id is null
        and (wants.isbn = books.isbn or wants.work = work_id(books.search_text))
      order by wants.id for no key update of wants);
  else
    update wants set order_id = order_for_want(wants) where order_id = ordered.id;
  end if;
end $$;
create or replace function note_order_of_wants() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or gives_book(old) <> gives_book(new) then perform set_order_of_wants(new); end if;
  return null;
end $$;
