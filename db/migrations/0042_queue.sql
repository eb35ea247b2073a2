-- Whoever gets a title doesn't want another copy meanwhile: `order_id` is the order of it that their
-- person has made since and agreed to, unless it is cancelled, or a rent that is over. Erased and exported as the
-- want is; it names nothing that its person doesn't read among their orders.
alter table wants add column order_id uuid references orders on delete set null;
create index wants_order on wants (order_id) where order_id is not null;

create function is_agreed(ordered orders) returns boolean language sql immutable
return ordered.confirmed_at is not null or ordered.received_at is not null;
-- What its seller says was delivered counts, too; what they propose doesn't, or anybody could take
-- others out of the queue.
create function gives_book(ordered orders) returns boolean language sql immutable
return ordered.status <> 'Cancelled' and ordered.returned_at is null and is_agreed(ordered)
  or ordered.status = 'Delivered' and ordered.returned_at is null;

create function order_for_want(want wants) returns uuid language sql stable
return (select orders.id from accounts join orders on orders.buyer_id = accounts.id
  join books on books.id = orders.book_id
  where accounts.person_id = want.person_id and orders.created_at >= want.created_at
    and (books.isbn = want.isbn or work_id(books.search_text) = want.work) and gives_book(orders)
  order by orders.id limit 1);
update wants set order_id = order_for_want(wants) where order_for_want(wants) is not null;

create function note_order_of_wants() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and gives_book(old) = gives_book(new) then return null; end if;
  if gives_book(new) then
    update wants set order_id = new.id where id in (
      select wants.id from wants join accounts on accounts.person_id = wants.person_id
        join books on books.id = new.book_id
      where accounts.id = new.buyer_id and wants.order_id is null
        and (wants.isbn = books.isbn or wants.work = work_id(books.search_text))
      order by wants.id for no key update of wants);
  elsif tg_op = 'UPDATE' then
    update wants set order_id = order_for_want(wants) where order_id = new.id;
  end if;
  return null;
end $$;
create trigger note_order_of_wants after insert or update of status, returned_at, confirmed_at, received_at
  on orders
  for each row execute function note_order_of_wants();

-- As before (0036), and whether its person waits for a copy.
create or replace function note_want() returns trigger language plpgsql as $$
declare
  want wants;
begin
  if tg_op = 'DELETE' then want := old; else want := new; end if;
  insert into wanted_changes (work) values (want.work);
  if tg_op <> 'UPDATE' or (old.order_id is null) <> (want.order_id is null) then
    perform note_change(jsonb_build_object('tags', to_jsonb(array_remove(
      array['wanted ' || want.work, 'wanted ' || want.isbn], null))));
  end if;
  return null;
end $$;
drop trigger note_want on wants;
create trigger note_want after insert or delete or update of city, order_id on wants
  for each row execute function note_want();
-- Who gets it no longer may be brought together with others.
create trigger note_want_again after update of order_id on wants for each row
  when (old.order_id is not null and new.order_id is null) execute function note_want_arrival();

-- As before (0038), and copies that begin to fit: another title, ISBN, condition, place or hand-over.
create or replace function note_open_copy() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or not old.open_to_exchange or old.available = 0 or old.deleted_at is not null
      or old.hidden_at is not null or old.isbn is distinct from new.isbn
      or old.condition <> new.condition or old.pin_code is distinct from new.pin_code
      or old.hand_overs is distinct from new.hand_overs
      or work_id(old.search_text) <> work_id(new.search_text)
  then insert into exchange_arrivals (book_id) values (new.id); end if;
  return null;
end $$;
drop trigger note_open_copy on books;
create trigger note_open_copy after insert or update of open_to_exchange, available, deleted_at, hidden_at,
  isbn, search_text, condition, pin_code, hand_overs on books for each row
  when (new.open_to_exchange and new.available > 0 and new.deleted_at is null and new.hidden_at is null)
  execute function note_open_copy();

-- Whom an admin unblocks is there again, with all that they want and have opened.
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

-- `for_nobody`: the two have blocked each other. The copy is kept all the same until it would have
-- been free, so that a block tells nobody who wants it; its person is asked for other copies meanwhile.
-- `is_copy_changed`: since it was reserved its seller has changed what wants look at.
-- What doesn't fit any more has 'changed' because of the copy, or is 'unwanted' because of its person.
alter table reservations add column for_nobody boolean not null default false;
alter table reservations add column is_copy_changed boolean not null default false;
alter table reservations drop constraint reservations_outcome_check;
update reservations set outcome = 'unwanted' where outcome = 'changed';
alter table reservations add constraint reservations_outcome_check
  check (outcome in ('taken', 'declined', 'lapsed', 'closed', 'changed', 'unwanted'));
-- Once each, unless they lost it by what its seller did.
drop index reservations_once;
create unique index reservations_once on reservations (book_id, person_id)
  where outcome is null or outcome in ('declined', 'lapsed', 'unwanted');
create index reservations_asked on reservations (book_id, person_id, created_at);
drop index reservations_of_open_want;
create unique index reservations_of_open_want on reservations (want_id)
  where ended_at is null and not for_nobody;

create function note_copy_change() returns trigger language plpgsql as $$
begin
  update reservations set is_copy_changed = true
    where book_id = new.id and ended_at is null and not is_copy_changed;
  return null;
end $$;
create trigger note_copy_change after update of isbn, search_text, condition, pin_code on books for each row
  when (old.isbn is distinct from new.isbn or old.search_text <> new.search_text
    or old.condition <> new.condition or old.pin_code is distinct from new.pin_code)
  execute function note_copy_change();

create trigger note_reservation_for_nobody after update of for_nobody on reservations for each row
  when (new.for_nobody and not old.for_nobody and new.ended_at is null and new.want_id is not null)
  execute function note_reservation_end();
