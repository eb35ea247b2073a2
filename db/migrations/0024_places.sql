-- Where sellers and their books are: a PIN code, the city's key ('pune, maharashtra') and a point in
-- kilometres on the map of EPSG:7755, from the table of PIN codes that the server reads. The point
-- is missing where the table has none.
alter table accounts
  add pin_code text check (pin_code ~ '^[1-9][0-9]{5}$'),
  add city text,
  add location point,
  -- When its shop's address was looked through for a PIN code; null until the next start.
  add address_read_at timestamptz;
alter table accounts alter address_read_at set default now();
alter table accounts add constraint accounts_place check (
  (pin_code is null) = (city is null) and (pin_code is not null or location is null)
  and (pin_code is null or role = 'seller'));

alter table books add pin_code text, add city text, add location point;

-- A book is where its seller is: who lists it holds the seller's lock.
create function place_book() returns trigger language plpgsql as $$
begin
  select pin_code, city, location into new.pin_code, new.city, new.location from accounts where id = new.seller_id;
  return new;
end $$;
create trigger place_book before insert on books for each row execute function place_book();

-- Also books that are deleted: of a deleted person nothing is kept. In the order of their ids, as
-- everybody locks more than one book.
create function place_books() returns trigger language plpgsql as $$
begin
  perform from books where seller_id = new.id order by id for no key update;
  update books set pin_code = new.pin_code, city = new.city, location = new.location
    where seller_id = new.id;
  return null;
end $$;
create trigger place_books after update of pin_code, city, location on accounts for each row
  when ((old.pin_code, old.city, old.location::text) is distinct from (new.pin_code, new.city, new.location::text))
  execute function place_books();

create index books_city on books (city, id desc) where deleted_at is null and available > 0;
create index books_near on books using gist (location) where deleted_at is null and available > 0;

-- As before, and of a book's place too.
create or replace function listed_facts(book books) returns jsonb language sql immutable as $$
  select case when book.deleted_at is null and book.hidden_at is null and book.available > 0 then
    jsonb_build_object('branch', book.branch, 'type', book.book_type, 'condition', book.condition,
      'price', book.price, 'rentable', book.is_rentable, 'rating', book.rating, 'city', book.city,
      'x', book.location[0], 'y', book.location[1],
      'text', md5(concat_ws(' ', book.search_text, book.genre, book.description)))
  end
$$;

drop trigger note_changes on books;
create trigger note_changes after insert or delete or update of title, author, book_type, branch, genre, description,
  isbn, original_price, predicted_price, custom_price, price, rent_price, rent_deposit, late_fee, is_rentable, condition,
  publication_date, publication_year, pages, copies, available, title_key, rating_sum, rating_count, search_text,
  deleted_at, hidden_at, hidden_reason, pin_code
  on books for each row execute function note_book_change();
