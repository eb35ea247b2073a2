-- How a word sounds: equal for its spellings in Latin letters and in Devanagari (gyan, jnan, ज्ञान;
-- pahar, पहाड़; oxford, ऑक्सफ़ोर्ड). As before (0025), but also for words with only two consonants.
-- Drops aspiration, vowel length and every a. A ड after a vowel is read as ड़ and written as r.
-- Null if too little is left to tell words apart.
create or replace function sound_of(word text) returns text language plpgsql immutable parallel safe set search_path from current as $$
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

-- Sanskrit words are written with a final t or d: Bhagavad, Bhagwat.
create function other_end(sound text) returns text language sql immutable parallel safe
return case when length(sound) > 3 and sound ~ '[td]$' then left(sound, -1) || translate(right(sound, 1), 'td', 'dt') else sound end;

-- All ways a typed word may sound in the other script: in Latin letters, people may write b for v
-- (Rabindranath), d for ड़, n for a nasal vowel, and a silent e at the end.
create function sounds_of(word text) returns text[] language sql immutable parallel safe
return (select array_agg(distinct spelt.sound) from
  unnest(array[sound_of(word), sound_of(translate(word, 'डढ', 'दध')),
    case when word ~ '^[a-z]+[aeiou]n$' then sound_of(left(word, -1)) when word ~ 'ं$' then sound_of(left(word, -1) || 'न') end]) as own (sound),
  unnest(array[own.sound, other_end(own.sound), translate(own.sound, 'b', 'v'), translate(own.sound, 'v', 'b'),
    case when word ~ '[a-z]' then left(own.sound, 1) || translate(substr(own.sound, 2), 'd', 'r') end,
    case when word ~ '[^aeiou]e$' and length(own.sound) > 3 then left(own.sound, -1) end]) as spelt (sound)
  where spelt.sound is not null);

-- Recompute the generated column with the new function.
update search_words set word = word where sound is distinct from sound_of(word);

-- As before (0049), but also matches words of two consonants in the other script, and falls back to
-- the consonants alone if no book matches otherwise.
create or replace function find_search_words(
  typed text[], patterns text[], tags text[], may_be_misspelt boolean[], few integer, max_words integer, max_similar integer,
  min_similarity real
) returns table (words text[], books integer, sounds text[], similar_words text[])
language plpgsql set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_variable
declare
  others text[];
  own text;
  heard text[];
  is_indic boolean;
begin
  perform set_config('pg_trgm.word_similarity_threshold', min_similarity::text, true);
  for i in 1 .. cardinality(typed) loop
    own := sound_of(typed[i]);
    heard := sounds_of(typed[i]);
    is_indic := typed[i] ~ '[\u0900-\u097f]';
    select coalesce(array_agg(found.word), '{}'), coalesce(sum(found.books), 0)::integer into words, books
      from (select known.word, known.books from search_words as known where known.word like patterns[i] limit max_words + 1) as found;
    select coalesce(array_agg(known.word), '{}') into sounds
      from search_words as known where known.sound = any(heard) and known.word not like patterns[i]
        and case
          when is_indic <> (known.word ~ '[\u0900-\u097f]') then length(known.sound) > 2 or tags[i] = ''
          when is_indic then known.sound = own and (length(own) > 2 or books = 0)
          else known.sound in (own, other_end(own)) and length(own) > 2 and length(typed[i]) > 3 and length(known.word) > 3
            and (books < few or not exists (select from search_words as same where same.word = typed[i])) end;
    if cardinality(sounds) = 0 and (is_indic or books = 0) and length(skeleton_of(own)) > 2 then
      select coalesce(array_agg(known.word), '{}') into sounds
        from search_words as known where skeleton_of(known.sound) = skeleton_of(own) and known.word not like patterns[i]
          and (is_indic or known.word ~ '[\u0900-\u097f]');
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
          select known.word, known.books from search_words as known where skeleton_of(known.sound) = skeleton_of(own) and length(own) > 2) as alike
        where alike.word not like patterns[i] and alike.word <> all(sounds)
        order by similarity(typed[i], alike.word) desc, alike.books desc, alike.word limit max_similar) as found;
    end if;
    return next;
  end loop;
end $$;

-- Splits a word that no book has into two that books have: ramcharitmanas into ramcharit manas.
-- Takes the longest first part that leaves a known second part.
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

-- Old page ids of titles whose key has changed, so that shared links still work. Not about any
-- person, so it is neither exported nor erased.
create table moved_titles (
  id text primary key,
  title_key text not null
);

-- Moves orders and ratings of a title to its new key, before its books or after them.
create function move_title(key_before text, key_after text) returns void language sql as $$
  update orders set title_key = key_after where title_key = key_before and id in (
    select orders.id from books join orders on orders.book_id = books.id where books.title_key in (key_before, key_after)
    union select order_id from ratings where title_key = key_before
    union select id from orders where title_key = key_before and status = 'Delivered' and order_type = 'purchase');
  update ratings set title_key = key_after where title_key = key_before;
  insert into moved_titles values (title_id(key_before), key_after)
    on conflict (id) do update set title_key = excluded.title_key;
$$;

-- As before (0042), but ignores updates that only rewrite the search text.
create or replace function note_copy_change() returns trigger language plpgsql as $$
begin
  if (old.title, old.author, old.isbn, old.branch, old.genre, old.description, old.condition, old.pin_code)
      is not distinct from (new.title, new.author, new.isbn, new.branch, new.genre, new.description, new.condition, new.pin_code)
  then return null; end if;
  update reservations set is_copy_changed = true
    where book_id = new.id and ended_at is null and not is_copy_changed;
  return null;
end $$;

-- Convert wants to the spelling of `normalize`, as for books. If a person has wants in both
-- spellings, the other one stays unchanged.
with spelt as (
  select id, person_id, work, search_text, btrim(regexp_replace(replace(regexp_replace(translate(regexp_replace(
      search_text, '[\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]', '', 'g'),
      '‛ʹʻʼˈ′`‐‑‒–−٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯ँ/|।॥—―•·⁄∕',
      '''''''''''''''-----01234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789ं          '),
      'ङ्(?=[क-घ])|ञ्(?=[च-झ])|ण्(?=[ट-ढ])|न्(?=[त-ध])|म्(?=[प-भ])', 'ं', 'g'), '&', ' and '), '\s+', ' ', 'g')) as text
  from wants),
changed as (
  select id, work, text from spelt where text <> search_text and not exists (
    select from spelt as other where other.person_id = spelt.person_id and other.id <> spelt.id
      and work_id(other.text) = work_id(spelt.text) and (other.text = other.search_text or other.id < spelt.id))),
written as (
  update wants set search_text = changed.text from changed where wants.id = changed.id returning wants.id, wants.work),
arrived as (
  insert into exchange_arrivals (want_id) select id from written)
insert into wanted_changes (work) select work from changed union select work from written;
