-- The account whose password opened a session: a session that comes from a switch to the other account keeps that of the one it
-- comes from, and ends with that account too. Sessions from before are their own account's.
alter table sessions add column login_id uuid references people on delete cascade;
update sessions set login_id = person_id;
alter table sessions alter column login_id set not null;
create index sessions_login on sessions (login_id);
