-- As before, but a typed word that is no word of a book also means those that sound like it, however
-- many contain it: 'histori' is history, although historical begins with it.
create or replace function find_search_words(
  typed text[], patterns text[], tags text[], may_be_misspelt boolean[], few integer, max_words integer, max_similar integer,
  min_similarity real
) returns table (words text[], books integer, sounds text[], similar_words text[])
language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_variable
declare
  others text[];
begin
  perform set_config('pg_trgm.word_similarity_threshold', min_similarity::text, true);
  for i in 1 .. cardinality(typed) loop
    select coalesce(array_agg(found.word), '{}'), coalesce(sum(found.books), 0)::integer into words, books
      from (select known.word, known.books from search_words as known where known.word like patterns[i] limit max_words + 1) as found;
    select coalesce(array_agg(known.word), '{}') into sounds
      from search_words as known where known.sound = sound_of(typed[i]) and known.word not like patterns[i]
        and (books < few or typed[i] ~ '[\u0900-\u097f]' or known.word ~ '[\u0900-\u097f]'
          or not exists (select from search_words as same where same.word = typed[i]));
    if cardinality(sounds) = 0 and typed[i] ~ '[\u0900-\u097f]' then
      select coalesce(array_agg(known.word), '{}') into sounds
        from search_words as known where skeleton_of(known.sound) = skeleton_of(sound_of(typed[i])) and known.word not like patterns[i];
    end if;
    others := sounds || string_to_array(tags[i], ' ');
    if cardinality(others) > 0 then
      select books + coalesce(sum(known.books), 0), words || coalesce(array_agg(known.word), '{}') into books, words
        from search_words as known where known.word = any(others) and known.word <> all(words);
    end if;
    if books < few then
      books := books + (select coalesce(sum(changes.books), 0) from search_word_changes as changes where changes.word = any(words));
    end if;
    similar_words := '{}';
    if books < few and may_be_misspelt[i] then
      select coalesce(array_agg(found.word), '{}') into similar_words from (
        select alike.word from (
          select known.word, known.books from search_words as known where typed[i] <% known.word
          union
          select known.word, known.books from search_words as known where skeleton_of(known.sound) = skeleton_of(sound_of(typed[i]))) as alike
        where alike.word not like patterns[i] and alike.word <> all(sounds)
        order by similarity(typed[i], alike.word) desc, alike.books desc, alike.word limit max_similar) as found;
    end if;
    return next;
  end loop;
end $$;
