-- As before, and a book's tags: the words of its text for its classes, exams, subjects and languages
-- (server/books/search/tags.ts), by which lists are filtered.
create or replace function listed_facts(book books) returns jsonb language sql immutable as $$
  select case when book.deleted_at is null and book.hidden_at is null and book.available > 0 then
    jsonb_build_object('branch', book.branch, 'type', book.book_type, 'condition', book.condition,
      'price', book.price, 'rentable', book.is_rentable, 'rating', book.rating, 'city', book.city,
      'x', book.location[0], 'y', book.location[1],
      'tags', array(select distinct word from unnest(string_to_array(book.search_text, ' ')) as word where word ~ '^‡[a-z0-9-]{1,20}$'),
      'text', md5(concat_ws(' ', book.search_text, book.genre, book.description)))
  end
$$;

-- Books whose text for searches an older version has written, without the part for its languages: a
-- job writes them anew.
drop index books_search_outdated;
create index books_search_outdated on books (id) where search_text not like '% ;;% ;;% ;;% ;;%';
