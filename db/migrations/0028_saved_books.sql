-- What buyers have saved. Prices are in paise: `price` when it was saved, `told_price` when it was
-- saved or its buyer was last told; `is_gone` once they know that no copy is offered. A book that is
-- taken off the list can be put back as it was for a while: until then it has `removed_at`.
create table saved_books (
  account_id uuid not null references accounts on delete cascade,
  book_id uuid not null references books on delete cascade,
  price integer not null,
  told_price integer not null,
  told_at timestamptz,
  is_gone boolean not null,
  created_at timestamptz not null,
  removed_at timestamptz,
  primary key (account_id, book_id)
);
create index saved_books_newest on saved_books (account_id, created_at desc, book_id desc) where removed_at is null;
create index saved_books_book on saved_books (book_id);
create index saved_books_removed on saved_books (removed_at) where removed_at is not null;

-- Saved books that a job looks at, at once or from `due_at`. A change adds a row and never waits for
-- the job, however many people have saved the book.
create table saved_book_changes (
  id bigserial primary key,
  book_id uuid not null references books on delete cascade,
  due_at timestamptz
);
create index saved_book_changes_book on saved_book_changes (book_id);

create function note_saved_book() returns trigger language plpgsql as $$
begin
  if exists (select from saved_books where book_id = new.id) then
    insert into saved_book_changes (book_id) values (new.id);
  end if;
  return null;
end $$;
create trigger note_saved_book after update of price, available, deleted_at, hidden_at on books for each row
  when (new.price < old.price or (new.available = 0) <> (old.available = 0)
    or (new.deleted_at is null) <> (old.deleted_at is null) or (new.hidden_at is null) <> (old.hidden_at is null))
  execute function note_saved_book();

-- With a seller all of their books leave the market, or come back.
create function note_saved_books_of_seller() returns trigger language plpgsql as $$
begin
  insert into saved_book_changes (book_id)
    select id from books where seller_id = new.id and deleted_at is null
      and exists (select from saved_books where book_id = books.id);
  return null;
end $$;
create trigger note_saved_books after update of status, deleted_at on accounts for each row
  when (new.role = 'seller' and (old.status = 'active' and old.deleted_at is null) <> (new.status = 'active' and new.deleted_at is null))
  execute function note_saved_books_of_seller();

alter table notifications add column book_id uuid references books on delete cascade;
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check
  check (kind in ('order', 'status', 'message', 'listing', 'saved', 'account', 'admin'));
alter table notifications drop constraint notifications_chat;
alter table notifications add constraint notifications_chat
  check (kind in ('listing', 'saved', 'account', 'admin') or chat_id is not null);
alter table muted_notifications drop constraint muted_notifications_kind_check;
alter table muted_notifications add constraint muted_notifications_kind_check
  check (kind in ('order', 'status', 'message', 'listing', 'saved'));
