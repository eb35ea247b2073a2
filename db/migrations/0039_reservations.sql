-- A copy that people wait for is reserved for one of them after the other: whose want is the oldest
-- comes first (`wants.created_at`). While it is reserved it isn't available to anybody else.
-- Each person has a copy of a listing reserved once, unless its seller closed it meanwhile.
--
-- The open ones are exported with the wants of their person; all are erased with the last account
-- of the person, and nobody else reads whose they are.
create table reservations (
  id uuid primary key,
  book_id uuid not null references books,
  -- Null once the want is removed.
  want_id uuid references wants on delete set null,
  person_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  ended_at timestamptz,
  -- A deal was made; the person said no; they said nothing; the copy isn't given any more; it doesn't
  -- fit any more.
  outcome text check (outcome in ('taken', 'declined', 'lapsed', 'closed', 'changed')),
  constraint reservations_ended check ((ended_at is null) = (outcome is null))
);
create unique index reservations_once on reservations (book_id, person_id)
  where outcome is distinct from 'closed';
create unique index reservations_of_open_want on reservations (want_id) where ended_at is null;
create index reservations_of_want on reservations (want_id);
create index reservations_person on reservations (person_id);
create index reservations_open on reservations (book_id) where ended_at is null;

-- How long a copy is reserved for each person: its seller's choice.
alter table books add column reservation_hours integer not null default 2
  check (reservation_hours = 2 or reservation_hours = 48);

alter table holds add column reservation_id uuid unique references reservations;
alter table holds drop constraint holds_owner;
alter table holds add constraint holds_owner
  check (num_nonnulls(order_id, exchange_id, reservation_id) = 1);

-- Whoever has no copy reserved any more may be brought together with others that came meanwhile.
create function note_reservation_end() returns trigger language plpgsql as $$
begin
  insert into exchange_arrivals (want_id) values (new.want_id);
  return null;
end $$;
create trigger note_reservation_end after update of ended_at on reservations for each row
  when (old.ended_at is null and new.ended_at is not null and new.outcome <> 'taken'
    and new.want_id is not null)
  execute function note_reservation_end();
