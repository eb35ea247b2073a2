-- How a seller hands books over: in person ('meet'), by post ('post') or both, in this order; null
-- until they say so. Exported with the profile and the books, erased with the account.
alter table accounts
  add hand_overs text[] check (hand_overs in ('{meet}', '{post}', '{meet,post}')),
  add constraint accounts_hand_overs check (hand_overs is null or role = 'seller');
alter table books add hand_overs text[];

-- As before (0024): a book is where its seller is; and it is handed over as its seller says.
create or replace function place_book() returns trigger language plpgsql as $$
begin
  select pin_code, city, location, hand_overs into new.pin_code, new.city, new.location, new.hand_overs
    from accounts where id = new.seller_id;
  return new;
end $$;

create or replace function place_books() returns trigger language plpgsql as $$
begin
  perform from books where seller_id = new.id order by id for no key update;
  update books set pin_code = new.pin_code, city = new.city, location = new.location, hand_overs = new.hand_overs
    where seller_id = new.id;
  return null;
end $$;
drop trigger place_books on accounts;
create trigger place_books after update of pin_code, city, location, hand_overs on accounts for each row
  when ((old.pin_code, old.city, old.location::text, old.hand_overs)
    is distinct from (new.pin_code, new.city, new.location::text, new.hand_overs))
  execute function place_books();

-- As before (0029), and how a book is handed over.
create or replace function listed_facts(book books) returns jsonb language sql immutable as $$
  select case when book.deleted_at is null and book.hidden_at is null and book.available > 0 then
    jsonb_build_object('branch', book.branch, 'type', book.book_type, 'condition', book.condition,
      'price', book.price, 'rentable', book.is_rentable, 'rating', book.rating, 'city', book.city,
      'x', book.location[0], 'y', book.location[1], 'handOvers', coalesce(book.hand_overs, '{}'),
      'tags', array(select distinct word from unnest(string_to_array(book.search_text, ' ')) as word where word ~ '^‡[a-z0-9-]{1,20}$'),
      'text', md5(concat_ws(' ', book.search_text, book.genre, book.description)))
  end
$$;

drop trigger note_changes on books;
create trigger note_changes after insert or delete or update of title, author, book_type, branch, genre, description,
  isbn, original_price, predicted_price, custom_price, price, rent_price, rent_deposit, late_fee, is_rentable, condition,
  publication_date, publication_year, pages, copies, available, title_key, rating_sum, rating_count, search_text,
  deleted_at, hidden_at, hidden_reason, pin_code, hand_overs
  on books for each row execute function note_book_change();

-- For a way that few sellers offer; where many do, a list meets such books soon in its own order.
-- Last, and of no book yet, so that nobody waits for more than a look at each.
create index books_met on books (id desc) where deleted_at is null and available > 0 and hand_overs @> '{meet}';
create index books_sent on books (id desc) where deleted_at is null and available > 0 and hand_overs @> '{post}';
