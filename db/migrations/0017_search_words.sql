-- Books can be read meanwhile, but not written: words must not come while they are counted.
lock table books in share row exclusive mode;

-- Searches ask the words of all books first, then the books with the words they found. The words of
-- a text are what lies between spaces and punctuation, as readSearch (server/books/search/words.ts)
-- splits what is searched for. Longer ones than 200 characters don't fit into an index.
create function words_of(search_text text) returns text[] language sql immutable parallel safe
return case
  when octet_length(search_text) < 2000
    then array_remove(string_to_array(translate(search_text, '.,;:!?()"“”', '           '), ' '), '')
  else array(
    select left(word, 200)
    from unnest(string_to_array(translate(search_text, '.,;:!?()"“”', '           '), ' ')) as word
    where word <> '')
end;

-- Steps of prices in paise, the finest where most books are.
create function price_step(price integer) returns integer language sql immutable parallel safe
return width_bucket(price, array[5000, 10000, 15000, 20000, 25000, 30000, 35000, 40000, 45000, 50000, 60000, 70000, 80000, 100000, 150000, 300000]);
create function price_keys(lowest integer, highest integer) returns text[] language sql immutable parallel safe
return array(select 'price:' || step from generate_series(price_step(coalesce(lowest, 0)), price_step(coalesce(highest, 2147483647))) as step);

-- What a list chooses books by. No word has a colon. Its cost keeps the planner from computing it of
-- many books, where the index has it. ANALYZE and others run without a search path.
create function listing_keys(search_text text, branch text, book_type text, condition text, is_rentable boolean, price integer)
returns text[] language plpgsql immutable parallel restricted cost 100 set search_path from current as $$
begin
  return words_of(search_text) || array['branch:' || branch, 'type:' || book_type, 'condition:' || condition, 'rentable:' || is_rentable,
    'price:' || price_step(price)];
end $$;
create index books_keys on books using gin (listing_keys(search_text, branch, book_type, condition, is_rentable, price))
  with (fastupdate = off) where deleted_at is null and available > 0;

-- Whose books aren't on the market: few, so that lists look them up all at once.
create index accounts_off_market on accounts (id) where role = 'seller' and (status <> 'active' or deleted_at is not null);

-- Each word of the books that aren't deleted, with how many of them have it. A new word is there at
-- once; its number follows when a job has summed up the changes, so that nobody waits for others who
-- change a book with the same word. It says nothing of any person, so nothing is exported or erased.
create table search_words (
  word text primary key,
  books integer not null
) with (fillfactor = 80);
create index search_words_letters on search_words using gin (word gin_trgm_ops) with (fastupdate = off);
create table search_word_changes (
  word text not null,
  books integer not null
);
create index search_word_changes_word on search_word_changes (word);

create function add_search_words() returns trigger language plpgsql as $$
begin
  with counted as (
    select word, count(*)::integer as books
    from added, lateral (select distinct unnest(words_of(search_text)) as word) as words where deleted_at is null group by word),
  known as (
    insert into search_words select word, 0 from counted order by word on conflict do nothing)
  insert into search_word_changes select word, books from counted;
  return null;
end $$;
create trigger add_search_words after insert on books referencing new table as added
  for each statement execute function add_search_words();

create function change_search_words() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.deleted_at is null then
    insert into search_word_changes select distinct unnest(words_of(old.search_text)), -1;
  end if;
  if tg_op <> 'DELETE' and new.deleted_at is null then
    insert into search_words select distinct word, 0 from unnest(words_of(new.search_text)) as word order by word
      on conflict do nothing;
    insert into search_word_changes select distinct unnest(words_of(new.search_text)), 1;
  end if;
  return null;
end $$;
create trigger change_search_words after update of search_text, deleted_at on books for each row
  when (old.search_text <> new.search_text or (old.deleted_at is null) <> (new.deleted_at is null))
  execute function change_search_words();
create trigger remove_search_words after delete on books for each row execute function change_search_words();

-- For each typed word: the words that contain it, at most `max_words` and one more, and how many
-- books they have together; where these are few and it may be misspelt, also the words most like it.
create function find_search_words(
  typed text[], patterns text[], may_be_misspelt boolean[], few integer, max_words integer, max_similar integer, min_similarity real
) returns table (words text[], books integer, similar_words text[])
language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  perform set_config('pg_trgm.word_similarity_threshold', min_similarity::text, true);
  for i in 1 .. cardinality(typed) loop
    select coalesce(array_agg(found.word), '{}'), coalesce(sum(found.books), 0)::integer into words, books
      from (select known.word, known.books from search_words as known where known.word like patterns[i] limit max_words + 1) as found;
    if books < few then
      books := books + (select coalesce(sum(changes.books), 0) from search_word_changes as changes where changes.word = any(words));
    end if;
    similar_words := '{}';
    if books < few and may_be_misspelt[i] then
      select coalesce(array_agg(found.word), '{}') into similar_words from (
        select known.word from search_words as known
        where typed[i] <% known.word and known.word not like patterns[i]
        order by word_similarity(typed[i], known.word) desc, known.books desc, known.word limit max_similar) as found;
    end if;
    return next;
  end loop;
end $$;

insert into search_words
  select word, count(*) from books, lateral (select distinct unnest(words_of(search_text)) as word) as words
  where deleted_at is null group by word;
