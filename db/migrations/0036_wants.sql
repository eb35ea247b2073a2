-- Whether a seller gives a copy for other books too. Exported and erased with the book. A copy that
-- isn't on the market isn't open, whatever it says: what was said comes back with it.
alter table books add open_to_exchange boolean not null default false;

-- As before (0032), and whether a book is open to exchange.
create or replace function listed_facts(book books) returns jsonb language sql immutable as $$
  select case when book.deleted_at is null and book.hidden_at is null and book.available > 0 then
    jsonb_build_object('branch', book.branch, 'type', book.book_type, 'condition', book.condition,
      'price', book.price, 'rentable', book.is_rentable, 'rating', book.rating, 'city', book.city,
      'x', book.location[0], 'y', book.location[1], 'handOvers', coalesce(book.hand_overs, '{}'),
      'openToExchange', book.open_to_exchange,
      'tags', array(select distinct word from unnest(string_to_array(book.search_text, ' ')) as word where word ~ '^‡[a-z0-9-]{1,20}$'),
      'text', md5(concat_ws(' ', book.search_text, book.genre, book.description)))
  end
$$;

drop trigger note_changes on books;
create trigger note_changes after insert or delete or update of title, author, book_type, branch, genre, description,
  isbn, original_price, predicted_price, custom_price, price, rent_price, rent_deposit, late_fee, is_rentable, condition,
  publication_date, publication_year, pages, copies, available, title_key, rating_sum, rating_count, search_text,
  deleted_at, hidden_at, hidden_reason, pin_code, hand_overs, open_to_exchange
  on books for each row execute function note_book_change();

-- What people want, each title once for the person, whichever account of theirs asked for it. The
-- title is known by its ISBN, and by title and author as searches spell them (`work_id`, 0033).
-- `created_at` is its place in the title's queue. Amounts are in paise; `within_km` is from the
-- person's place, null from anywhere. Exported but for `search_text`, `work`, `city` and `location`;
-- erased with the last account of the person. Nobody else reads whose it is.
create table wants (
  id uuid primary key,
  person_id uuid not null,
  title text not null,
  author text not null,
  isbn text,
  branch text,
  classes text[] not null,
  -- The market or the catalogue has the title: its name is nobody's own words.
  is_known boolean not null,
  search_text text not null,
  work text not null generated always as (work_id(search_text)) stored,
  worst_condition text not null check (worst_condition in ('new', 'good', 'average', 'poor')),
  most_on_top integer not null check (most_on_top >= 0),
  within_km integer check (within_km > 0),
  -- Where the person is: the same in all their wants.
  pin_code text check (pin_code ~ '^[1-9][0-9]{5}$'),
  city text,
  location point,
  created_at timestamptz not null,
  constraint wants_place check ((pin_code is null) = (city is null)
    and (pin_code is not null or (location is null and within_km is null)))
);
create unique index wants_work on wants (work, person_id);
create unique index wants_isbn on wants (isbn, person_id) where isbn is not null;
create index wants_person on wants (person_id, created_at desc);
-- Whose wants don't count meanwhile: few.
create index accounts_blocked on accounts (person_id) where status <> 'active' and deleted_at is null;

-- The best first.
create function condition_rank(condition text) returns integer language sql immutable parallel safe
return array_position(array['new', 'good', 'average', 'poor'], condition);

-- How many people want a title, and where, for everybody: sums over people, so nothing of it is
-- exported or erased. A title that only people who want it have named is here once three of them
-- have, and a city once three people there want it, so that nobody can be singled out.
create table wanted_titles (
  work text primary key,
  people integer not null,
  title text not null,
  author text not null,
  isbn text,
  branch text,
  classes text[] not null
);
create index wanted_titles_most on wanted_titles (people desc, work);
create index wanted_titles_branch on wanted_titles (branch, people desc, work);
create table wanted_places (
  work text not null references wanted_titles on delete cascade,
  city text not null,
  people integer not null check (people >= 3),
  primary key (work, city)
);
create index wanted_places_most on wanted_places (city, people desc, work);

-- Titles that a job counts anew. A change adds a row and never waits for others who want the same.
create table wanted_changes (
  id bigserial primary key,
  work text not null
);

create function note_want() returns trigger language plpgsql as $$
declare
  want wants;
begin
  if tg_op = 'DELETE' then want := old; else want := new; end if;
  insert into wanted_changes (work) values (want.work);
  if tg_op <> 'UPDATE' then
    perform note_change(jsonb_build_object('tags', to_jsonb(array_remove(
      array['wanted ' || want.work, 'wanted ' || want.isbn], null))));
  end if;
  return null;
end $$;
create trigger note_want after insert or delete or update of city on wants
  for each row execute function note_want();

-- Whoever is blocked by an admin takes nothing: their wants don't count meanwhile.
create function note_wants_of_person() returns trigger language plpgsql as $$
begin
  insert into wanted_changes (work) select work from wants where person_id = new.person_id;
  perform note_change(jsonb_build_object('tags', jsonb_build_array('wanted ' || work, 'wanted ' || coalesce(isbn, work))))
    from wants where person_id = new.person_id;
  return null;
end $$;
create trigger note_wants after update of status on accounts for each row
  when (old.status <> new.status) execute function note_wants_of_person();

-- A person is where their seller account is. Who moves reaches other copies than before, so where
-- distance is a limit they wait anew.
create function place_wants() returns trigger language plpgsql as $$
begin
  update wants set pin_code = new.pin_code, city = new.city, location = new.location,
    created_at = case when within_km is null then created_at else date_trunc('milliseconds', now()) end
    where person_id = new.person_id and pin_code is distinct from new.pin_code;
  return null;
end $$;
create trigger place_wants after insert or update of pin_code on accounts for each row
  when (new.role = 'seller' and new.pin_code is not null) execute function place_wants();

-- Which copies fit a want, by either name of a title, and whether a seller has any, for each chat. Begin empty, and stay as small as the copies
-- that are open. The last ones, so that nobody waits for more than a look at each book.
create index books_open on books (id desc) where deleted_at is null and available > 0 and open_to_exchange;
create index books_open_work on books (work_id(search_text)) where deleted_at is null and available > 0 and open_to_exchange;
create index books_open_seller on books (seller_id) where deleted_at is null and available > 0 and open_to_exchange;
create index books_open_isbn on books (isbn) where deleted_at is null and available > 0 and open_to_exchange;
