-- When whoever had said nothing to a ring was reminded of its end; once for each ring. It is about the
-- ring and about nobody, so it is neither exported nor erased.
alter table exchanges add column reminded_at timestamptz;
