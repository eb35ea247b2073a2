-- What the market's own sales say of its prices.

-- The copy as it was sold: a book can be changed later, and what a price is compared with must not change with it.
alter table orders
  add column condition text check (condition in ('new', 'good', 'average', 'poor')),
  add column publication_year integer;
update orders set condition = books.condition, publication_year = books.publication_year from books where books.id = orders.book_id;
create index orders_sold on orders (delivered_at desc) where status = 'Delivered' and order_type = 'purchase' and book_type = 'old';

-- One row a day for each branch with sales, and for the whole market, whose branch is ''.
create table market_factors (
  branch text not null,
  day date not null,
  -- What is asked here against the data that the model is fitted on.
  factor double precision not null check (factor > 0),
  -- The sales and the sellers that count, after the caps.
  sales integer not null,
  sellers integer not null,
  primary key (branch, day)
);
create index market_factors_day on market_factors (day desc, branch);
