-- `text` also stands for the description, which similar books are found by.
create or replace function listed_facts(book books) returns jsonb language sql immutable as $$
  select case when book.deleted_at is null and book.hidden_at is null and book.available > 0 then
    jsonb_build_object('branch', book.branch, 'type', book.book_type, 'condition', book.condition,
      'price', book.price, 'rentable', book.is_rentable, 'rating', book.rating,
      'text', md5(concat_ws(' ', book.search_text, book.genre, book.description)))
  end
$$;
