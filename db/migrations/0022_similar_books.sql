-- The books that are most similar to a book, best first, as the job found them when it made its
-- recommendations.
create table similar_books (
  book_id uuid primary key references books on delete cascade,
  ids uuid[] not null check (cardinality(ids) <= 12)
);

-- A kept answer may show the list as it was: a new book waits for no job, but the lists that it
-- comes to are saved after its own.
create function note_similar_change() returns trigger language plpgsql as $$
begin
  perform note_change(jsonb_build_object('tags', jsonb_build_array('similar ' || new.book_id)));
  return null;
end $$;
create trigger note_changes after insert or update of ids on similar_books for each row execute function note_similar_change();
