-- How a word sounds: the same for its spellings in Latin letters and in Devanagari (lakshmikant,
-- laxmikanth, लक्ष्मीकांत). Consonants without their breath, vowels without length and without any a:
-- what a Devanagari word doesn't write, and Latin spellings disagree about. Null where too little is
-- left to tell words apart.
create function sound_of(word text) returns text language plpgsql immutable parallel safe set search_path from current as $$
declare
  sound text := word;
begin
  if word ~ '[^a-z\u0900-\u097f]' or length(word) not between 3 and 40 then
    return null;
  end if;
  if sound ~ '[a-z]' then
    if length(sound) < 4 then
      return null;
    end if;
    sound := regexp_replace(sound, 'ksh|x', 'ks', 'g');
    sound := regexp_replace(sound, '([cstdkgbjp])h+', '\1', 'g');
    sound := regexp_replace(sound, 'ee|ii', 'i', 'g');
    sound := regexp_replace(sound, 'oo|uu|ou', 'u', 'g');
    sound := translate(sound, 'fzwqy', 'pjvki');
  else
    sound := translate(sound, 'कखगघङचछजझञटठडढणतथदधनपफबभमयरलळवशषसहिीुूृेैोौॉअआइईउऊऋएऐओऔंँाः़्',
      'kkggnccjjnttddnttddnppbbmirllvssshiiuureeooo' || 'aaiiuureeoo' || 'nn');
  end if;
  sound := left(sound, 1) || replace(substr(sound, 2), 'a', '');
  sound := regexp_replace(sound, '(.)\1+', '\1', 'g');
  return case when length(sound) >= 3 then sound end;
end $$;

-- Its consonants alone, for names from other languages: रस्किन is Ruskin.
create function skeleton_of(sound text) returns text language sql immutable parallel safe
return translate(sound, 'cmaeiou', 'kn');

alter table search_words add column sound text generated always as (sound_of(word)) stored;
create index search_words_sound on search_words (sound) where sound is not null;
create index search_words_skeleton on search_words (skeleton_of(sound)) where sound is not null;

-- For each typed word: the words that contain it or sound like it (where enough contain it, only
-- those of the other script), and its tags (words that stand
-- for a class, an exam or a subject), at most `max_words` and some more, and how many books they
-- have together; where these are few and it may be misspelt, also the words most like it: by
-- their trigrams, and by their consonants.
drop function find_search_words(text[], text[], boolean[], integer, integer, integer, real);
create function find_search_words(
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
        and (books < few or typed[i] ~ '[\u0900-\u097f]' or known.word ~ '[\u0900-\u097f]');
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

-- Books whose text for searches an older version has written, without tags: a job writes them anew.
create index books_search_outdated on books (id) where position(' ;; ' in search_text) = 0;
