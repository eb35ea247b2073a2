-- The ratio of prices in this market to those that the price model was fitted on: one row a day,
-- learned from the sales of the last year. Holds no personal data: nothing is exported or erased.
create table market_factors (
  day date primary key,
  factor double precision not null check (factor > 0),
  sales integer not null
);

-- Finds a title's newest listings and sales, for predictions.
create index books_work on books (work_id(search_text), title_key) where isbn is not null;
-- PostgreSQL doesn't use a partial index's statistics. Without this statement, it would expect
-- thousands of books of each title.
create statistics books_work_statistics on (work_id(search_text)) from books;
create index orders_title on orders (title_key, created_at desc) where status = 'Delivered' and order_type = 'purchase';
