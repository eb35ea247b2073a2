-- The books that are most similar to a book, best first, as the job found them when it made its
-- recommendations.
create table similar_books (
  book_id uuid primary key references books on delete cascade,
  ids uuid[] not null check (cardinality(ids) <= 12)
);
