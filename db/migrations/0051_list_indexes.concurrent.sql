-- Lists that read all rows of a table to show one page of it (server/verify/plans/list-plans.test.ts).

-- Both accounts of a person, deleted ones too: whose listings somebody doesn't see, and what there
-- is against them.
create index concurrently if not exists accounts_of_person on accounts (person_id);

-- The admins' queue is merged from three tables, each in the order of the list.
create index concurrently if not exists problems_open_oldest on problems (created_at, id) where solved_at is null;
create index concurrently if not exists problems_solved_newest on problems (solved_at desc, id desc) where solved_at is not null;
create index concurrently if not exists exchange_cases_done on exchange_cases (closed_at desc, id desc) where closed_at is not null;

-- Admins look for words in reviews.
create index concurrently if not exists ratings_review on ratings using gin (review gin_trgm_ops) with (fastupdate = off) where removed_at is null;
