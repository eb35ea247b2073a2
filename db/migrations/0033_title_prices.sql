-- What the market has learned of prices besides its factors, a row a day: what poor copies cost over
-- what is assumed, and the variances between and within titles. Sums over all people: nothing of it
-- is anybody's, so nothing is exported or erased.
create table market_learning (
  day date primary key,
  poor_factor double precision not null check (poor_factor > 0),
  poor_sales integer not null,
  between_titles double precision not null check (between_titles > 0),
  sale_variance double precision not null check (sale_variance > 0),
  asking_variance double precision not null check (asking_variance > 0),
  -- Those with several prices that somebody had named.
  titles integer not null
);

-- A book by title and author, as they stand in its text for searches: for copies of which one has an
-- ISBN and the other has none. The same letters as in title_key count.
create function work_id(search_text text) returns text language sql immutable parallel safe
return left(md5(regexp_replace(
  translate(split_part(search_text, ' ;;', 1) || ' / ' || split_part(search_text, ' ;; ', 2),
    '.,:;!?''"()[]{}<>-–—_&*@|“”«»', repeat(' ', 29)), ' +', ' ', 'g')), 16);

create index books_work on books (work_id(search_text)) where isbn is not null;
-- Those of a partial index aren't used: without them PostgreSQL expects thousands of books.
create statistics books_work_statistics on (work_id(search_text)) from books;
create index orders_title on orders (title_key, created_at desc)
  where status = 'Delivered' and order_type = 'purchase';
