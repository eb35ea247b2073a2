-- How many books are on the market, by what lists are chosen by: the sum of the rows of each kind.
-- A change adds a row, so that nobody waits for another; a job sums them up. It says nothing of any
-- person, so nothing is exported or erased.
create table listed_counts (
  branch text not null,
  book_type text not null,
  condition text not null,
  is_rentable boolean not null,
  count integer not null
);
create index listed_counts_branch on listed_counts (branch);

create function count_listed_books() returns trigger language plpgsql as $$
declare
  is_active boolean := exists (
    select from accounts where id = coalesce(new.seller_id, old.seller_id) and status = 'active' and deleted_at is null);
  was_listed boolean := tg_op <> 'INSERT' and is_active and old.deleted_at is null and old.hidden_at is null and old.available > 0;
  is_listed boolean := tg_op <> 'DELETE' and is_active and new.deleted_at is null and new.hidden_at is null and new.available > 0;
begin
  if was_listed and is_listed and (old.branch, old.book_type, old.condition, old.is_rentable) = (new.branch, new.book_type, new.condition, new.is_rentable) then
    return null;
  end if;
  if was_listed then
    insert into listed_counts values (old.branch, old.book_type, old.condition, old.is_rentable, -1);
  end if;
  if is_listed then
    insert into listed_counts values (new.branch, new.book_type, new.condition, new.is_rentable, 1);
  end if;
  return null;
end $$;
create trigger count_listed after insert or delete or update of branch, book_type, condition, is_rentable, available, deleted_at, hidden_at
  on books for each row execute function count_listed_books();

-- A blocked seller's books aren't on the market. Behind the locks on them nobody changes them who
-- still took the seller for active.
create function count_books_of_seller() returns trigger language plpgsql as $$
declare
  is_active boolean := new.status = 'active' and new.deleted_at is null;
begin
  perform from books where seller_id = new.id and deleted_at is null order by id for no key update;
  insert into listed_counts
    select branch, book_type, condition, is_rentable, count(*) * (case when is_active then 1 else -1 end)
    from books where seller_id = new.id and deleted_at is null and hidden_at is null and available > 0
    group by branch, book_type, condition, is_rentable;
  return null;
end $$;
create trigger count_listed after update of status, deleted_at on accounts for each row
  when (new.role = 'seller' and (old.status = 'active' and old.deleted_at is null) <> (new.status = 'active' and new.deleted_at is null))
  execute function count_books_of_seller();

insert into listed_counts
  select branch, book_type, condition, is_rentable, count(*)
  from books join accounts on accounts.id = books.seller_id
  where books.deleted_at is null and hidden_at is null and available > 0 and accounts.status = 'active' and accounts.deleted_at is null
  group by branch, book_type, condition, is_rentable;
create index books_branch_rating on books (branch, rating desc nulls last, id desc) where deleted_at is null and available > 0;
