-- A title is public because the catalogue or a listing has it now (server/wants/public-titles.ts).
-- `is_known` and `classes` of wants, and `for_nobody` of reservations, aren't used any more: a later
-- version removes them.
alter table wants alter column is_known set default false, alter column classes set default '{}';

-- A listing that leaves the market or is edited may take a title off the public page, and one that
-- comes back may put it there. Those that have become old enough are found by a job.
create function note_wanted_listing() returns trigger language plpgsql as $$
begin
  insert into wanted_changes (work)
    select work from wanted_titles where book_id = new.id
    union select named.work from (select work_id(new.search_text) as work) as named
      where exists (select from wants where wants.work = named.work);
  return null;
end $$;
create trigger note_wanted_listing
  after update of updated_at, search_text, available, deleted_at, hidden_at on books for each row
  when (old.updated_at <> new.updated_at or old.search_text <> new.search_text
    or (old.deleted_at is null and old.hidden_at is null and old.available > 0)
      <> (new.deleted_at is null and new.hidden_at is null and new.available > 0))
  execute function note_wanted_listing();

-- As before (0036), and the titles of a blocked seller's listings.
create or replace function note_wants_of_person() returns trigger language plpgsql as $$
begin
  insert into wanted_changes (work)
    select work from wants where person_id = new.person_id
    union select work from books join wanted_titles on book_id = books.id where seller_id = new.id;
  perform note_change(jsonb_build_object('tags', jsonb_build_array('wanted ' || work, 'wanted ' || coalesce(isbn, work))))
    from wants where person_id = new.person_id;
  return null;
end $$;

insert into wanted_changes (work) select work from wanted_titles;

-- Semicolons are no longer part of a title or an author in texts for searches. A job writes these
-- texts again (0055).
update books set search_text = translate(search_text, ';', ',')
  where title ~ '[;\u037e\ufe14\ufe54\uff1b]' or author ~ '[;\u037e\ufe14\ufe54\uff1b]';
