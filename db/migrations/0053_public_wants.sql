-- Nobody can put their own words on the public page of wanted titles: it shows only titles from the
-- catalogue, or from somebody else's listing that hasn't changed for some days (`wants.is_known`).
-- The number of people who want a title no longer makes it public.
--
-- The listing that gave a want its title. Not exported: it isn't about the person.
alter table wants add column known_book_id uuid references books on delete set null;
create index wants_known_book on wants (known_book_id) where known_book_id is not null;

-- The id by which admins hide a title and people report it. It depends only on the title.
create function wanted_id(work text) returns uuid language sql immutable parallel safe
return overlay(overlay(md5(work) placing '8' from 13) placing '8' from 17)::uuid;
alter table wanted_titles add column id uuid generated always as (wanted_id(work)) stored;
create unique index wanted_titles_id on wanted_titles (id);
alter table wanted_titles add column book_id uuid references books on delete set null;
create index wanted_titles_book on wanted_titles (book_id) where book_id is not null;

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
  'block', 'unblock', 'delete-book', 'issue-link', 'remove-review', 'warn', 'hide-book',
  'unhide-book', 'dismiss-complaint', 'read-chat', 'cancel-order', 'reopen-order', 'close-order',
  'settle-problem', 'settle-exchange', 'second-factor-on', 'second-factor-off', 'use-recovery-code',
  'hide-wanted', 'unhide-wanted'));
alter table audit_log drop constraint audit_log_target_kind_check;
alter table audit_log add constraint audit_log_target_kind_check check (target_kind in (
  'buyer', 'seller', 'admin', 'book', 'review', 'order', 'complaint', 'wanted'));
alter table audit_log add constraint audit_log_wanted check (
  (action in ('hide-wanted', 'unhide-wanted')) = (target_kind = 'wanted'));

-- Count all titles again, leaving out those named only by the people who want them.
insert into wanted_changes (work) select work from wanted_titles;
