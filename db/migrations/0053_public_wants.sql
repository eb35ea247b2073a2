-- What stands on the public page of wanted titles is nobody's own words: a title of the catalogue, or
-- of somebody else's listing that had stood unchanged for some days (`wants.is_known`). How many
-- people want it doesn't make it public any more.
--
-- The listing that a want has its title from. Not exported: it says nothing of the person.
alter table wants add column known_book_id uuid references books on delete set null;
create index wants_known_book on wants (known_book_id) where known_book_id is not null;

-- The id of a title, as admins hide and people report it: the same as long as the title is.
create function wanted_id(work text) returns uuid language sql immutable parallel safe
return overlay(overlay(md5(work) placing '8' from 13) placing '8' from 17)::uuid;
alter table wanted_titles add column id uuid generated always as (wanted_id(work)) stored;
create unique index wanted_titles_id on wanted_titles (id);
alter table wanted_titles add column book_id uuid references books on delete set null;
create index wanted_titles_book on wanted_titles (book_id) where book_id is not null;

-- Titles that an admin has taken off the page; the reason is in the audit log. Nothing of it is
-- anybody's data.
create table hidden_wanted_titles (
  work text primary key,
  id uuid unique generated always as (wanted_id(work)) stored,
  title text not null,
  hidden_at timestamptz not null
);

-- A wanted title can be reported where it is a listing's: against who listed it.
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
  'block', 'unblock', 'delete-book', 'issue-link', 'remove-review', 'warn', 'hide-book',
  'unhide-book', 'dismiss-complaint', 'read-chat', 'cancel-order', 'reopen-order', 'close-order',
  'settle-problem', 'settle-exchange', 'second-factor-on', 'second-factor-off', 'use-recovery-code',
  'hide-wanted', 'unhide-wanted'));
alter table audit_log drop constraint audit_log_target_kind_check;
alter table audit_log add constraint audit_log_target_kind_check check (target_kind in (
  'buyer', 'seller', 'admin', 'book', 'review', 'order', 'complaint', 'wanted'));
alter table audit_log add constraint audit_log_wanted check (
  (action in ('hide-wanted', 'unhide-wanted')) = (target_kind = 'wanted'));

-- All are counted again, without what only those have named who want it.
insert into wanted_changes (work) select work from wanted_titles;
