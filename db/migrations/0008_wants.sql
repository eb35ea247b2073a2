-- What people want, each title once for the person, whichever account of theirs asked for it. The
-- title is known by its ISBN, and by title and author as searches spell them. `created_at` is its
-- place in the title's queue; `within_km` is from the person's place, null from anywhere. Exported but
-- for `search_text`, `work`, `city` and `location`; erased with the last account of the person. Nobody
-- else reads whose it is.
create table wants (
  id uuid primary key,
  person_id uuid not null,
  title text not null,
  author text not null,
  isbn text,
  branch text,
  search_text text not null,
  work text not null generated always as (work_id(search_text)) stored,
  worst_condition text not null check (worst_condition in ('new', 'good', 'average', 'poor')),
  most_on_top integer not null check (most_on_top >= 0),
  within_km integer check (within_km > 0),
  -- Where the person is: the same in all their wants.
  pin_code text check (pin_code ~ '^[1-9][0-9]{5}$'),
  city text,
  location point,
  -- The order by which the person gets the title, and doesn't want another copy.
  order_id uuid references orders on delete set null,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint wants_place check ((pin_code is null) = (city is null) and (pin_code is not null or (location is null and within_km is null)))
);
create unique index wants_work on wants (work, person_id);
create unique index wants_isbn on wants (isbn, person_id) where isbn is not null;
create index wants_person on wants (person_id, created_at desc);
create index wants_order on wants (order_id) where order_id is not null;

create trigger count_version before update of worst_condition, most_on_top, within_km, pin_code
  on wants
  for each row when ((old.worst_condition, old.most_on_top, old.within_km, old.pin_code)
    is distinct from (new.worst_condition, new.most_on_top, new.within_km, new.pin_code))
  execute function count_version();

-- The id by which admins hide a title and people report it. It depends only on the title.
create function wanted_id(work text) returns uuid language sql immutable parallel safe
return overlay(overlay(md5(work) placing '8' from 13) placing '8' from 17)::uuid;

-- How many people want a title, and where, for everybody: sums over people, so nothing of it is
-- exported or erased. A title is here because the catalogue or a listing has it, and a city once three
-- people there want it, so that nobody can be singled out.
create table wanted_titles (
  work text primary key,
  id uuid generated always as (wanted_id(work)) stored,
  people integer not null,
  title text not null,
  author text not null,
  isbn text,
  branch text,
  classes text[] not null,
  -- The listing that gave the title its name, which goes with it.
  book_id uuid references books on delete cascade
);
create unique index wanted_titles_id on wanted_titles (id);
create index wanted_titles_most on wanted_titles (people desc, work);
create index wanted_titles_branch on wanted_titles (branch, people desc, work);
create index wanted_titles_book on wanted_titles (book_id) where book_id is not null;

create table wanted_places (
  work text not null references wanted_titles on delete cascade,
  city text not null,
  people integer not null check (people >= 3),
  primary key (work, city)
);
create index wanted_places_most on wanted_places (city, people desc, work);

-- Titles that an admin has hidden; the reason is in the audit log. Holds no personal data.
create table hidden_wanted_titles (
  work text primary key,
  id uuid unique generated always as (wanted_id(work)) stored,
  title text not null,
  hidden_at timestamptz not null
);

-- Titles that a job counts again. A change adds a row and never waits for others who want the same.
create table wanted_changes (
  id bigserial primary key,
  work text not null
);

-- The best first.
create function condition_rank(condition text) returns integer language sql immutable parallel safe
return array_position(array['new', 'good', 'average', 'poor'], condition);

create function note_want() returns trigger language plpgsql as $$
begin
  insert into wanted_changes (work) values (coalesce(new.work, old.work));
  return null;
end $$;
create trigger note_want after insert or delete or update of city, order_id on wants for each row execute function note_want();

-- The wants and listings of somebody whom an admin has blocked don't count.
create function note_wants_of_person() returns trigger language plpgsql as $$
begin
  insert into wanted_changes (work)
    select work from wants where person_id = new.person_id
    union select work from books join wanted_titles on book_id = books.id where seller_id = new.id;
  return null;
end $$;
create trigger note_wants after update of status on accounts for each row
  when (old.status <> new.status) execute function note_wants_of_person();

-- A listing that leaves the market or is edited may take a title off the public page, and one that
-- comes back may put it there; a job finds those that have become old enough.
create function note_wanted_listing() returns trigger language plpgsql as $$
begin
  insert into wanted_changes (work)
    select work from wanted_titles where book_id = new.id
    union select named.work from (select work_id(new.search_text) as work) as named
      where exists (select from wants where wants.work = named.work);
  return null;
end $$;
create trigger note_wanted_listing
  after update of updated_at, search_text, available, deleted_at, hidden_at on books for each row
  when (old.updated_at <> new.updated_at or old.search_text <> new.search_text
    or (old.deleted_at is null and old.hidden_at is null and old.available > 0)
      <> (new.deleted_at is null and new.hidden_at is null and new.available > 0))
  execute function note_wanted_listing();
-- Finds the listings of a wanted title (server/wants/public-titles.ts).
create index books_work_listed on books (work_id(search_text)) where deleted_at is null and hidden_at is null and available > 0;

-- A person is where their seller account is. Whoever moves reaches other copies than before, so wants
-- that distance limits go to the end of their queues.
create function place_wants() returns trigger language plpgsql as $$
begin
  update wants set pin_code = new.pin_code, city = new.city, location = new.location,
    created_at = case when within_km is null then created_at else date_trunc('milliseconds', now()) end
    where person_id = new.person_id and pin_code is distinct from new.pin_code;
  return null;
end $$;
create trigger place_wants after insert or update of pin_code on accounts for each row
  when (new.role = 'seller' and new.pin_code is not null) execute function place_wants();

-- A title that a person gets is no longer wanted. Only what its buyer agreed to counts, or anybody
-- could take others out of a queue by proposing or delivering an order.
create function gives_book(ordered orders) returns boolean language sql stable
return ordered.returned_at is null and is_agreed(ordered);

create function order_for_want(want wants) returns uuid language sql stable
return (select orders.id from accounts join orders on orders.buyer_id = accounts.id
  join books on books.id = orders.book_id
  where accounts.person_id = want.person_id and orders.created_at >= want.created_at
    and (books.isbn = want.isbn or work_id(books.search_text) = want.work) and gives_book(orders)
  order by orders.id limit 1);

-- Called for ratings, and for a cancellation that is taken back: the order's trigger runs before the
-- event is there.
create function set_order_of_wants(ordered orders) returns void language plpgsql as $$
begin
  if gives_book(ordered) then
    update wants set order_id = ordered.id where id in (
      select wants.id from wants join accounts on accounts.person_id = wants.person_id
        join books on books.id = ordered.book_id
      where accounts.id = ordered.buyer_id and wants.order_id is null
        and (wants.isbn = books.isbn or wants.work = work_id(books.search_text))
      order by wants.id for no key update of wants);
  else
    update wants set order_id = order_for_want(wants) where order_id = ordered.id;
  end if;
end $$;

create function note_order_of_wants() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or gives_book(old) <> gives_book(new) then perform set_order_of_wants(new); end if;
  return null;
end $$;
create trigger note_order_of_wants after insert or update of status, returned_at, confirmed_at, received_at
  on orders
  for each row execute function note_order_of_wants();

-- Copies that fit a want, by either name of a title, and whether a seller has any, for each chat.
create index books_open on books (id desc) where deleted_at is null and available > 0 and open_to_exchange;
create index books_open_work on books (work_id(search_text)) where deleted_at is null and available > 0 and open_to_exchange;
create index books_open_seller on books (seller_id) where deleted_at is null and available > 0 and open_to_exchange;
create index books_open_isbn on books (isbn) where deleted_at is null and available > 0 and open_to_exchange;

-- A copy that people want is reserved for one of them after the other: the oldest want comes first.
-- While it is reserved it isn't available to anybody else.
--
-- The open ones are exported with the wants of their person; all are erased with the last account
-- of the person, and nobody else reads whose they are.
create table reservations (
  id uuid primary key,
  book_id uuid not null references books,
  -- Null once the want is removed.
  want_id uuid references wants on delete set null,
  person_id uuid not null,
  -- Since it was reserved, the seller has changed what wants look at.
  is_copy_changed boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  ended_at timestamptz,
  -- A deal was made; the person said no; they said nothing; the seller no longer gives the copy; it no
  -- longer fits because the copy, or what the person wants, has changed.
  outcome text check (outcome in ('taken', 'declined', 'lapsed', 'closed', 'changed', 'unwanted')),
  constraint reservations_ended check ((ended_at is null) = (outcome is null))
);
-- Once each, unless they lost it by what its seller did.
create unique index reservations_once on reservations (book_id, person_id)
  where outcome is null or outcome in ('declined', 'lapsed', 'unwanted');
create unique index reservations_of_open_want on reservations (want_id) where ended_at is null;
create index reservations_of_want on reservations (want_id);
create index reservations_person on reservations (person_id);
create index reservations_asked on reservations (book_id, person_id, created_at);
create index reservations_open on reservations (book_id) where ended_at is null;
alter table holds add foreign key (reservation_id) references reservations;

-- A job may rewrite the search text alone, which changes nothing for the person.
create function note_copy_change() returns trigger language plpgsql as $$
begin
  if (old.title, old.author, old.isbn, old.branch, old.genre, old.description, old.condition, old.pin_code)
      is not distinct from (new.title, new.author, new.isbn, new.branch, new.genre, new.description, new.condition, new.pin_code)
  then return null; end if;
  update reservations set is_copy_changed = true
    where book_id = new.id and ended_at is null and not is_copy_changed;
  return null;
end $$;
create trigger note_copy_change after update of isbn, search_text, condition, pin_code on books for each row
  when (old.isbn is distinct from new.isbn or old.search_text <> new.search_text
    or old.condition <> new.condition or old.pin_code is distinct from new.pin_code)
  execute function note_copy_change();

-- Copies and wants that are new or changed: a job looks for rings among them.
create table exchange_arrivals (
  id bigserial primary key,
  book_id uuid references books on delete cascade,
  want_id uuid references wants on delete cascade,
  -- How many times the job has processed it: one that always fails is dropped, so as not to block others.
  attempts integer not null default 0,
  constraint exchange_arrivals_one check (num_nonnulls(book_id, want_id) = 1)
);

create function note_open_copy() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or not old.open_to_exchange or old.available = 0 or old.deleted_at is not null
      or old.hidden_at is not null or old.isbn is distinct from new.isbn
      or old.condition <> new.condition or old.pin_code is distinct from new.pin_code
      or old.hand_overs is distinct from new.hand_overs
      or work_id(old.search_text) <> work_id(new.search_text)
  then insert into exchange_arrivals (book_id) values (new.id); end if;
  return null;
end $$;
create trigger note_open_copy after insert or update of open_to_exchange, available, deleted_at, hidden_at,
  isbn, search_text, condition, pin_code, hand_overs on books for each row
  when (new.open_to_exchange and new.available > 0 and new.deleted_at is null and new.hidden_at is null)
  execute function note_open_copy();

create function note_want_arrival() returns trigger language plpgsql as $$
begin
  insert into exchange_arrivals (want_id) values (new.id);
  return null;
end $$;
create trigger note_want_arrival after insert or update of worst_condition, most_on_top, within_km, location
  on wants for each row execute function note_want_arrival();
create trigger note_want_again after update of order_id on wants for each row
  when (old.order_id is not null and new.order_id is null) execute function note_want_arrival();

-- A person whom an admin unblocks comes back with all that they want and have opened.
create function note_person_back() returns trigger language plpgsql as $$
begin
  insert into exchange_arrivals (book_id) select books.id from books
    join accounts on accounts.id = books.seller_id
    where accounts.person_id = new.person_id and open_to_exchange and available > 0
      and books.deleted_at is null and hidden_at is null;
  insert into exchange_arrivals (want_id) select id from wants where person_id = new.person_id;
  return null;
end $$;
create trigger note_person_back after update of status on accounts for each row
  when (old.status <> 'active' and new.status = 'active') execute function note_person_back();

-- A person who no longer has a copy reserved may be brought together with others.
create function note_reservation_end() returns trigger language plpgsql as $$
begin
  insert into exchange_arrivals (want_id) values (new.want_id);
  return null;
end $$;
create trigger note_reservation_end after update of ended_at on reservations for each row
  when (old.ended_at is null and new.ended_at is not null and new.outcome <> 'taken'
    and new.want_id is not null)
  execute function note_reservation_end();
