-- A search first matches the words of all books, then finds the books with the matching words.
-- Words end at spaces and punctuation, as in readSearch (server/books/search/words/read-search.ts),
-- and are cut to 200 characters to fit into an index.
create function words_of(search_text text) returns text[] language sql immutable parallel safe
return case
  when octet_length(search_text) < 2000
    then array_remove(string_to_array(translate(search_text, '.,;:!?()"“”', '           '), ' '), '')
  else array(
    select left(word, 200)
    from unnest(string_to_array(translate(search_text, '.,;:!?()"“”', '           '), ' ')) as word
    where word <> '')
end;

-- Returns the keys by which lists filter books: words, and filters such as 'type:new'. No word
-- contains a colon. The high cost makes the planner use the index instead of computing the keys of
-- many books. The search path is set because ANALYZE runs without one.
create function listing_keys(
  search_text text, branch text, book_type text, condition text, is_rentable boolean, open_to_exchange boolean, hand_overs text[], city text
) returns text[] language plpgsql immutable parallel restricted cost 100 set search_path from current as $$
begin
  return words_of(search_text) || array['branch:' || branch, 'type:' || book_type, 'condition:' || condition, 'rentable:' || is_rentable,
    'city:' || coalesce(city, '')] || case when open_to_exchange then array['open:true'] end
    || array(select 'by:' || way from unnest(hand_overs) as way);
end $$;
create index books_keys on books using gin (listing_keys(search_text, branch, book_type, condition, is_rentable, open_to_exchange, hand_overs, city))
  with (fastupdate = off) where deleted_at is null and available > 0;

-- Returns how a word sounds, so that Latin letters and Devanagari match (gyan, jnan, ज्ञान; pahar,
-- पहाड़; oxford, ऑक्सफ़ोर्ड). Drops aspiration, vowel length and every a that isn't the first
-- letter. Reads ड after a vowel as ड़, written as r. Null for words in other scripts, and if too
-- little is left to tell words apart.
create function sound_of(word text) returns text language plpgsql immutable parallel safe set search_path from current as $$
declare
  sound text := word;
  dropped text;
begin
  if word ~ '[^a-z\u0900-\u097f]' or length(word) not between 2 and 40 then
    return null;
  end if;
  if word ~ '[a-z]' then
    if length(word) < 3 then
      return null;
    end if;
    sound := regexp_replace(sound, '(dny|jny|jn|^gny|^gn)(?=[aeiouy])', 'gy', 'g');
    sound := replace(replace(replace(sound, 'x', 'ks'), 'sch', 'sk'), 'tch', 'ch');
    sound := regexp_replace(regexp_replace(sound, 'c(?=[eiy])', 's', 'g'), 'c(?![hcs])', 'k', 'g');
    sound := regexp_replace(sound, '([cstdkgbjpr])h+', '\1', 'g');
    sound := regexp_replace(regexp_replace(sound, 'ee|ii', 'i', 'g'), 'oo|uu', 'u', 'g');
    sound := regexp_replace(sound, 'aon$', 'anv');
    sound := regexp_replace(sound, '[ao]u|[ao]w(?![aeiou])', 'o', 'g');
    sound := regexp_replace(sound, 'ai(?=[^aeiou])', 'E', 'g');
    sound := regexp_replace(sound, 'm(?=[bp])', 'n', 'g');
    sound := regexp_replace(translate(sound, 'fzwqy', 'pjvki'), '(.)\1+', '\1', 'g');
  else
    sound := regexp_replace(replace(sound, 'ज्ञ', 'ग्य'), '([^्ं])[डढ](?!्)', '\1र', 'g');
    sound := replace(replace(regexp_replace(sound, '[ंः]+$', ''), 'ृ', '्रि'), 'ऋ', 'रि');
    sound := translate(sound, 'कखगघङचछजझञटठडढणतथदधनपफबभमयरलळवशषसहिीुूेॆैोॊॉौॅअआइईउऊएऎऐऍओऒऑऔंँाः़',
      'kkggnccjjnttddnttddnppbbmirllvssshiiuueeEooooaaaiiuueeEaoooonna');
    sound := replace(regexp_replace(sound, '(.)्\1', '\1', 'g'), '्', '');
  end if;
  dropped := regexp_replace(left(sound, 1) || translate(substr(sound, 2), 'aE', ''), '([eiou])\1+', '\1', 'g');
  return case when length(dropped) >= 2 then dropped when length(sound) >= 2 then sound end;
end $$;

-- Returns a sound's consonants, with c as k and m as n. In names from other languages, the scripts
-- often differ in the vowels: रस्किन is Ruskin.
create function skeleton_of(sound text) returns text language sql immutable parallel safe
return translate(sound, 'cmaeiou', 'kn');

-- Returns a sound with its final t or d swapped, because Sanskrit words are spelled with either:
-- Bhagavad, Bhagwat.
create function other_end(sound text) returns text language sql immutable parallel safe
return case when length(sound) > 3 and sound ~ '[td]$' then left(sound, -1) || translate(right(sound, 1), 'td', 'dt') else sound end;

-- Returns all ways a typed word may sound in the other script. In Latin letters, people may write b
-- for v (Rabindranath), d for ड़, n for a nasal vowel, and a silent e at the end. Written in
-- plpgsql, because a function in SQL would be planned for each word.
create function sounds_of(word text) returns text[] language plpgsql immutable parallel safe as $$
begin
  return (select array_agg(distinct spelt.sound) from
    unnest(array[sound_of(word), case when word ~ '[डढ]' then sound_of(translate(word, 'डढ', 'दध')) end,
      case when word ~ '^[a-z]+[aeiou]n$' then sound_of(left(word, -1)) when word ~ 'ं$' then sound_of(left(word, -1) || 'न') end]) as own (sound),
    unnest(array[own.sound, other_end(own.sound), translate(own.sound, 'b', 'v'), translate(own.sound, 'v', 'b'),
      case when word ~ '[a-z]' then left(own.sound, 1) || translate(substr(own.sound, 2), 'd', 'r') end,
      case when word ~ '[^aeiou]e$' and length(own.sound) > 3 then left(own.sound, -1) end]) as spelt (sound)
    where spelt.sound is not null);
end $$;

-- The words of all books that aren't deleted, and how many books have each word. A new word is
-- inserted immediately; a job adds up changes of the numbers, so that transactions that change
-- books with the same word don't wait for each other. Holds no personal data: nothing is exported
-- or erased.
create table search_words (
  word text primary key,
  books integer not null,
  sound text generated always as (sound_of(word)) stored
) with (fillfactor = 80);
create index search_words_letters on search_words using gin (word gin_trgm_ops) with (fastupdate = off);
create index search_words_sound on search_words (sound) where sound is not null;
create index search_words_skeleton on search_words (skeleton_of(sound)) where sound is not null;

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
create trigger add_search_words after insert on books referencing new table as added for each statement execute function add_search_words();

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

-- Returns for each typed word:
-- - the words of books that contain it or sound like it, and its tags (words for a class, an exam
--   or a subject): at most `max_words` and a few more;
-- - how many books have these words in total;
-- - whether one of these words is the typed word, begins with it, or only contains it.
--
-- If a word in Devanagari sounds like no known word, words whose sound begins with its sound match
-- too.
--
-- If few books match and the word may be misspelled, similar words are also returned: by trigrams,
-- by consonants, and by the half of the word that a typo leaves intact, because trigrams miss every
-- second short word with one typo.
--
-- With `is_prefix`, words that sound like a longer word match, too: all if no word is spelled like
-- that, otherwise those in Devanagari.
--
-- If no book has the typed word, words that sound like it match however many books contain it:
-- 'histori' finds history, although historical begins with it.
create function find_search_words(
  typed text[], patterns text[], tags text[], may_be_misspelt boolean[], few integer, max_words integer, max_similar integer,
  min_similarity real, is_prefix boolean
) returns table (words text[], books integer, match text, sounds text[], begun text[], similar_words text[])
language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_variable
declare
  others text[];
  own text;
  heard text[];
  is_indic boolean;
  letters text;
  half integer;
begin
  perform set_config('pg_trgm.word_similarity_threshold', min_similarity::text, true);
  for i in 1 .. cardinality(typed) loop
    own := sound_of(typed[i]);
    heard := sounds_of(typed[i]);
    is_indic := typed[i] ~ '[\u0900-\u097f]';
    select coalesce(array_agg(found.word), '{}'), coalesce(sum(found.books), 0)::integer into words, books
      from (select known.word, known.books from search_words as known where known.word like patterns[i] limit max_words + 1) as found;
    match := case when typed[i] = any(words) or cardinality(words) > max_words then 'exact'
      when tags[i] <> '' or not may_be_misspelt[i] or exists (select from unnest(words) as word where starts_with(word, typed[i])
        or position('-' || typed[i] in translate(word, '''', '-')) > 0 or word = '‡‡' || typed[i]) then 'prefix'
      else 'substring' end;
    select coalesce(array_agg(known.word), '{}') into sounds
      from search_words as known where known.sound = any(heard) and known.word not like patterns[i]
        and case
          when is_indic <> (known.word ~ '[\u0900-\u097f]') then length(known.sound) > 2 or tags[i] = ''
          when is_indic then known.sound = own and (length(own) > 2 or books = 0)
          else known.sound in (own, other_end(own)) and length(own) > 2 and length(typed[i]) > 3 and length(known.word) > 3
            and (books < few or match <> 'exact') end;
    if cardinality(sounds) = 0 and (is_indic or books = 0) and length(skeleton_of(own)) > 2 then
      select coalesce(array_agg(known.word), '{}') into sounds
        from search_words as known where skeleton_of(known.sound) = skeleton_of(own) and known.word not like patterns[i]
          and (is_indic or known.word ~ '[\u0900-\u097f]');
    end if;
    begun := '{}';
    if is_prefix or is_indic and not exists (select from search_words as known where known.sound = own) then
      select coalesce(array_agg(found.word), '{}') into begun from (
        select known.word from search_words as known where known.sound between own and own || 'zzzz'
          and (is_indic or books = 0 or known.word ~ '[\u0900-\u097f]')
        order by known.books desc, known.word limit max_similar) as found;
    end if;
    others := sounds || begun || string_to_array(tags[i], ' ');
    if cardinality(others) > 0 then
      select books + coalesce(sum(known.books), 0), words || coalesce(array_agg(known.word), '{}') into books, words
        from search_words as known where known.word = any(others) and known.word <> all(words);
    end if;
    if books < few then
      books := books + (select coalesce(sum(changes.books), 0) from search_word_changes as changes where changes.word = any(words));
    end if;
    similar_words := '{}';
    if may_be_misspelt[i] and (books < few or match = 'substring' and cardinality(sounds) = 0 and books <= 1000 and few > 0) then
      select coalesce(array_agg(found.word), '{}') into similar_words from (
        select alike.word from (
          select known.word, known.books from search_words as known where typed[i] <% known.word
          union
          select known.word, known.books from search_words as known where skeleton_of(known.sound) = skeleton_of(own) and length(own) > 2) as alike
        where alike.word not like patterns[i] and alike.word <> all(sounds)
        order by similarity(typed[i], alike.word) desc, alike.books desc, alike.word limit max_similar) as found;
      letters := translate(typed[i], '\%_', '');
      half := length(letters) / 2;
      if match = 'substring' and half > 0 then
        similar_words := similar_words || array(
          select found.word
          from unnest(array[left(letters, half) || '%', '‡' || left(letters, half) || '%', '%' || substr(letters, half + 1),
              overlay(left(letters, half + 1) placing reverse(substr(letters, half, 2)) from half) || '%']) as halves (pattern), lateral (
            select known.word from search_words as known
            where known.word like halves.pattern and length(known.word) between length(letters) - 1 and length(letters) + 3
            order by known.books desc, known.word limit 5 * max_similar) as found);
      end if;
    end if;
    return next;
  end loop;
end $$;

-- Splits a word that no book has into two known ones: ramcharitmanas into ramcharit manas.
-- Takes the longest first part whose rest is also known.
create function split_word(word text) returns text[] language plpgsql stable as $$
#variable_conflict use_column
declare
  part text;
  has_both boolean;
begin
  for at in reverse length(split_word.word) - 3 .. 3 loop
    has_both := true;
    foreach part in array array[left(split_word.word, at), substr(split_word.word, at + 1)] loop
      has_both := has_both and (exists (select from search_words as known where known.word = part)
        or exists (select from unnest(sounds_of(part)) as heard (sound) join search_words as known on known.sound = heard.sound
          where length(heard.sound) > 2));
    end loop;
    if has_both then
      return array[left(split_word.word, at), substr(split_word.word, at + 1)];
    end if;
  end loop;
  return null;
end $$;

-- Normalizes a search text as title keys are: replaces everything except letters, marks, digits, +
-- and # with spaces. Spells out the ranges, because PostgreSQL's character classes depend on the
-- locale.
create function key_words(words text) returns text language sql immutable parallel safe
return btrim(regexp_replace(words,
  '['
  '\u0001-\u0022\u0024-\u002a\u002c-\u002f\u003a-\u0060\u007b-\u00f7\u02c2-\u02c5\u02d2-\u02eb\u02ed\u02ef-\u02ff\u0375\u03f6\u0482\u055a-\u055f\u0589-\u058f'
  '\u05be\u05c0\u05c3\u05c6\u05f3-\u060f\u061b-\u061f\u066a-\u066d\u06d4\u06dd-\u06de\u06e9\u06fd-\u06fe\u0700-\u070f\u07f6-\u07f9\u07fe-\u07ff\u0830-\u083e'
  '\u085e\u0888\u0890-\u0891\u08e2\u0964-\u0965\u0970\u09f2-\u09f3\u09fa-\u09fb\u09fd\u0a76\u0af0-\u0af1\u0b70\u0bf3-\u0bfa\u0c77\u0c7f\u0c84\u0d4f\u0d79'
  '\u0df4\u0e3f\u0e4f\u0e5a-\u0e5b\u0f01-\u0f17\u0f1a-\u0f1f\u0f34\u0f36\u0f38\u0f3a-\u0f3d\u0f85\u0fbe-\u0fc5\u0fc7-\u0fda\u104a-\u104f\u109e-\u109f\u10fb'
  '\u1360-\u1368\u1390-\u1399\u1400\u166d-\u166e\u169b-\u169c\u16eb-\u16ed\u1735-\u1736\u17d4-\u17d6\u17d8-\u17db\u1800-\u180a\u180e\u1940-\u1945\u19de-\u19ff'
  '\u1a1e-\u1a1f\u1aa0-\u1aa6\u1aa8-\u1aad\u1b4e-\u1b4f\u1b5a-\u1b6a\u1b74-\u1b7f\u1bfc-\u1bff\u1c3b-\u1c3f\u1c7e-\u1c7f\u1cc0-\u1cc7\u1cd3\u200b-\u20c1'
  '\u2104-\u214d\u214f\u218a-\u244a\u2500-\u2775\u2794-\u2bff\u2ce5-\u2cea\u2cf9-\u2cfc\u2cfe-\u2cff\u2d70\u2e00-\u2e2e\u2e30-\u3004\u3008-\u3020\u3030\u3037'
  '\u303d-\u303f\u30a0\u30fb\u3190-\u3191\u31c0-\u31ef\u327f\u4dc0-\u4dff\ua490-\ua4c6\ua4fe-\ua4ff\ua60d-\ua60f\ua673\ua67e\ua6f2-\ua716\ua720-\ua721'
  '\ua789-\ua78a\ua828-\ua82b\ua836-\ua839\ua874-\ua877\ua8ce-\ua8cf\ua8f8-\ua8fa\ua8fc\ua92e-\ua92f\ua95f\ua9c1-\ua9cd\ua9de-\ua9df\uaa5c-\uaa5f\uaa77-\uaa79'
  '\uaade-\uaadf\uaaf0-\uaaf1\uab5b\uab6a-\uab6b\uabeb\ue000-\uf8ff\ufbb2-\ufdff\ufe45-\ufe46\ufff9-\ufffd\U00010100-\U00010102\U00010137-\U0001013f'
  '\U00010179-\U00010189\U0001018c-\U000101fc\U0001039f\U000103d0\U0001056f\U00010857\U00010877-\U00010878\U0001091f\U0001093f\U00010a50-\U00010a58\U00010a7f'
  '\U00010ac8\U00010af0-\U00010af6\U00010b39-\U00010b3f\U00010b99-\U00010b9c\U00010d6e\U00010d8e-\U00010d8f\U00010ead\U00010ed0-\U00010ed8'
  '\U00010f55-\U00010f59\U00010f86-\U00010f89\U00011047-\U0001104d\U000110bb-\U000110c1\U000110cd\U00011140-\U00011143\U00011174-\U00011175'
  '\U000111c5-\U000111c8\U000111cd\U000111db\U000111dd-\U000111df\U00011238-\U0001123d\U000112a9\U000113d4-\U000113d8\U0001144b-\U0001144f'
  '\U0001145a-\U0001145d\U000114c6\U000115c1-\U000115d7\U00011641-\U00011643\U00011660-\U0001166c\U000116b9\U0001173c-\U0001173f\U0001183b'
  '\U00011944-\U00011946\U000119e2\U00011a3f-\U00011a46\U00011a9a-\U00011a9c\U00011a9e-\U00011aa2\U00011b00-\U00011b09\U00011be1\U00011c41-\U00011c45'
  '\U00011c70-\U00011c71\U00011ef7-\U00011ef8\U00011f43-\U00011f4f\U00011fd5-\U00011fff\U00012470-\U00012474\U00012ff1-\U00012ff2\U00013430-\U0001343f'
  '\U00016a6e-\U00016a6f\U00016af5\U00016b37-\U00016b3f\U00016b44-\U00016b45\U00016d6d-\U00016d6f\U00016e97-\U00016e9a\U00016fe2\U0001bc9c'
  '\U0001bc9f-\U0001cef0\U0001cf50-\U0001d15d\U0001d16a-\U0001d16c\U0001d173-\U0001d17a\U0001d183-\U0001d184\U0001d18c-\U0001d1a9\U0001d1ae-\U0001d241'
  '\U0001d245\U0001d300-\U0001d356\U0001d800-\U0001d9ff\U0001da37-\U0001da3a\U0001da6d-\U0001da74\U0001da76-\U0001da83\U0001da85-\U0001da8b\U0001e14f'
  '\U0001e2ff\U0001e5ff\U0001e95e-\U0001e95f\U0001ecac\U0001ecb0\U0001ed2e\U0001eef0-\U0001f0f5\U0001f10d-\U0001fbfa\U000e0001-\U000e007f\U000f0000-\U0010fffd'
  ']+', ' ', 'g'));

-- Identifies a book by title and author, to match copies with and without an ISBN. Search texts
-- contain the author twice if initials can be joined ('r. k. narayan rk narayan'), so spaces and
-- the second author are ignored.
create function work_id(search_text text) returns text language sql immutable parallel safe
return left(md5(key_words(split_part(search_text, ' ;; ', 1)) || ' / ' ||
  regexp_replace(replace(key_words(split_part(search_text, ' ;; ', 2)), ' ', ''), '^(.+)\1$', '\1')), 16);
