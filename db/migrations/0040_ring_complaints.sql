-- What somebody writes in the chat of a ring can be reported, too. Its words are kept with the
-- complaint, as those of other messages, and erased with it; admins don't read the rest of that chat.
alter table complaints drop constraint complaints_subject_kind_check;
alter table complaints add constraint complaints_subject_kind_check
  check (subject_kind in ('listing', 'person', 'message', 'ring-message', 'order'));
alter table complaints drop constraint complaints_subject;
alter table complaints add constraint complaints_subject check (
  (subject_kind <> 'listing' or book_id is not null)
  and (subject_kind <> 'order' or order_id is not null)
  and (subject_kind not in ('message', 'order') or chat_id is not null)
  and (subject_kind <> 'ring-message' or message_body is not null or closed_at is not null));
