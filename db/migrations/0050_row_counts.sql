-- How many books, accounts of each role, orders and reviews there are, as admins see them: the sum of
-- the rows of each kind. As in listed_counts a change adds a row, and a job sums them up. It says
-- nothing of any person, so nothing is exported or erased.
create table row_counts (
  kind text not null,
  count integer not null
);

create function count_books() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into row_counts select 'book', count(*) from added where deleted_at is null having count(*) > 0;
  elsif tg_op = 'DELETE' then
    insert into row_counts select 'book', -count(*) from gone where deleted_at is null having count(*) > 0;
  else
    insert into row_counts values ('book', case when new.deleted_at is null then 1 else -1 end);
  end if;
  return null;
end $$;
create trigger count_added after insert on books referencing new table as added for each statement execute function count_books();
create trigger count_gone after delete on books referencing old table as gone for each statement execute function count_books();
create trigger count_changed after update of deleted_at on books for each row
  when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function count_books();

create function count_accounts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into row_counts select role, count(*) from added where deleted_at is null group by role;
  elsif tg_op = 'DELETE' then
    insert into row_counts select role, -count(*) from gone where deleted_at is null group by role;
  else
    insert into row_counts values (new.role, case when new.deleted_at is null then 1 else -1 end);
  end if;
  return null;
end $$;
create trigger count_added after insert on accounts referencing new table as added for each statement execute function count_accounts();
create trigger count_gone after delete on accounts referencing old table as gone for each statement execute function count_accounts();
create trigger count_changed after update of deleted_at on accounts for each row
  when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function count_accounts();

create function count_orders() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into row_counts select 'order', count(*) from added having count(*) > 0;
  else
    insert into row_counts select 'order', -count(*) from gone having count(*) > 0;
  end if;
  return null;
end $$;
create trigger count_added after insert on orders referencing new table as added for each statement execute function count_orders();
create trigger count_gone after delete on orders referencing old table as gone for each statement execute function count_orders();

create function count_reviews() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into row_counts select 'review', count(*) from added where removed_at is null having count(*) > 0;
  elsif tg_op = 'DELETE' then
    insert into row_counts select 'review', -count(*) from gone where removed_at is null having count(*) > 0;
  else
    insert into row_counts values ('review', case when new.removed_at is null then 1 else -1 end);
  end if;
  return null;
end $$;
create trigger count_added after insert on ratings referencing new table as added for each statement execute function count_reviews();
create trigger count_gone after delete on ratings referencing old table as gone for each statement execute function count_reviews();
create trigger count_changed after update of removed_at on ratings for each row
  when ((old.removed_at is null) <> (new.removed_at is null)) execute function count_reviews();

insert into row_counts
  select 'book', count(*) from books where deleted_at is null
  union all select role, count(*) from accounts where deleted_at is null group by role
  union all select 'order', count(*) from orders
  union all select 'review', count(*) from ratings where removed_at is null;
