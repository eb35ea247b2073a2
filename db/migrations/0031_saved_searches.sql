-- Searches that buyers have saved, to be told of new copies. `filters` are what the list is asked
-- for, as in its address, with a PIN code for any place; `key` is the same for the same search. A
-- search that is removed can be put back as it was for a while: until then it has `removed_at`.
-- Exported but for `key`; erased with the account, as is when its searches are looked at.
create table saved_searches (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  filters jsonb not null,
  key text not null,
  created_at timestamptz not null,
  -- The last batch of arrivals that it was compared with, or that came before it.
  seen_batch integer not null,
  found_at timestamptz,
  -- Since its list was last opened from the page of saved searches, or as saved.
  new_copies integer not null default 0,
  removed_at timestamptz,
  unique (account_id, key)
);
create index saved_searches_seen on saved_searches (seen_batch);
create index saved_searches_removed on saved_searches (removed_at) where removed_at is not null;

-- When a buyer's searches are looked at next: all at once, because people are told at most once a
-- day. It stays when the searches go, so that this holds for those saved anew.
create table saved_search_turns (
  account_id uuid primary key references accounts on delete cascade,
  look_at timestamptz not null,
  told_at timestamptz
);
create index saved_search_turns_due on saved_search_turns (look_at);

-- Books that have come on the market, until all searches have been compared with them. A job gives
-- those that wait the number of their batch: in the order in which they were committed, which
-- neither ids nor times are. It says nothing of any person.
create table book_arrivals (
  id bigserial primary key,
  book_id uuid not null references books on delete cascade,
  -- Of a book that was on the market before: since when it wasn't.
  away_since timestamptz,
  batch integer
);
create index book_arrivals_waiting on book_arrivals (id) where batch is null;
create index book_arrivals_batch on book_arrivals (batch);
create index book_arrivals_book on book_arrivals (book_id, batch);

alter table books add column away_since timestamptz;

create function note_departure() returns trigger language plpgsql as $$
begin
  new.away_since := now();
  return new;
end $$;
create trigger note_departure before update of available, deleted_at, hidden_at on books for each row
  when (old.available > 0 and old.deleted_at is null and old.hidden_at is null
    and not (new.available > 0 and new.deleted_at is null and new.hidden_at is null))
  execute function note_departure();

-- Rows are only added, so that no seller waits for the job.
create function note_new_books() returns trigger language plpgsql as $$
begin
  insert into book_arrivals (book_id)
    select id from added where available > 0 and deleted_at is null and hidden_at is null;
  return null;
end $$;
create trigger note_new_books after insert on books referencing new table as added
  for each statement execute function note_new_books();

-- Of a book that had left before this migration, all searches are younger.
create function note_return() returns trigger language plpgsql as $$
begin
  insert into book_arrivals (book_id, away_since) values (new.id, coalesce(new.away_since, '-infinity'));
  return null;
end $$;
create trigger note_return after update of available, deleted_at, hidden_at on books for each row
  when (new.available > 0 and new.deleted_at is null and new.hidden_at is null
    and not (old.available > 0 and old.deleted_at is null and old.hidden_at is null))
  execute function note_return();

-- The list of books that a notification leads to, as the query of its address.
alter table notifications add column list_query text;
