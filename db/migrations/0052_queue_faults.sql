-- How many times a job has processed an arrival. One that always fails is dropped, so that it
-- doesn't come back at each start and block the others.
alter table exchange_arrivals add column attempts integer not null default 0;

-- As before (0042), except that a rating also counts as agreement, and a delivery that only the
-- seller reports doesn't: nobody else may take a person out of a queue. The same rule as
-- `orderIs.agreed` in server/orders/lifecycle/status.ts, which a test compares.
create or replace function is_agreed(ordered orders) returns boolean language sql stable
return ordered.status <> 'Cancelled' and (ordered.confirmed_at is not null or ordered.received_at is not null or exists (
  select from ratings where ratings.order_id = ordered.id and removed_at is null
    and not exists (select from order_events as cancelled
      where cancelled.order_id = ordered.id and cancelled.kind = 'status' and cancelled.status = 'Cancelled'
        and cancelled.created_at > ratings.created_at
        and (ordered.returned_at is null or cancelled.created_at < ordered.returned_at)
        and coalesce((select later.kind from order_events as later
          where later.order_id = ordered.id and later.number > cancelled.number and later.status <> 'Cancelled'
          order by later.number limit 1), '') not in ('undone', 'reopened'))));
create or replace function gives_book(ordered orders) returns boolean language sql stable
return ordered.returned_at is null and is_agreed(ordered);

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
create or replace function note_order_of_wants() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or gives_book(old) <> gives_book(new) then perform set_order_of_wants(new); end if;
  return null;
end $$;

update wants set order_id = order_for_want(wants) from orders
  where orders.id = wants.order_id and not gives_book(orders);
