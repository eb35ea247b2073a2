-- What prices here are over those that the price model was fitted on, a row a day; learned from so
-- many sales of the last year. Nothing of it is anybody's, so nothing is exported or erased.
create table market_factors (
  day date primary key,
  factor double precision not null check (factor > 0),
  sales integer not null
);

-- The newest listings and sales of a title are read for its predictions.
create index books_work on books (work_id(search_text), title_key) where isbn is not null;
-- Those of a partial index aren't used: without them PostgreSQL expects thousands of books.
create statistics books_work_statistics on (work_id(search_text)) from books;
create index orders_title on orders (title_key, created_at desc) where status = 'Delivered' and order_type = 'purchase';
