-- Set by the demo fill: these accounts are nobody's, whatever password they have by now. People of a market that was filled
-- before are told by their emails.
alter table people add column is_demo boolean not null default false;
