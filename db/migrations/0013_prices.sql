-- What is asked here against the data that the price model was fitted on: a row a day for each
-- branch with sales, and for the whole market, whose branch is ''.
create table market_factors (
  branch text not null,
  day date not null,
  factor double precision not null check (factor > 0),
  -- The sales and the sellers that count, after the caps.
  sales integer not null,
  sellers integer not null,
  primary key (branch, day)
);
create index market_factors_day on market_factors (day desc, branch);

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
  -- Those with a sale at a price that somebody had named.
  titles integer not null
);

-- By seller, so that the newest of each can be read whatever others have listed.
create index books_work on books (work_id(search_text), seller_id, id desc) where isbn is not null;
-- Those of a partial index aren't used: without them PostgreSQL expects thousands of books.
create statistics books_work_statistics on (work_id(search_text)) from books;
create index books_title_sellers on books (title_key, seller_id, id desc) where deleted_at is null and available > 0;
create index orders_title on orders (title_key, seller_id, created_at desc) where status = 'Delivered' and order_type = 'purchase';
-- Prices that may teach are found before their sellers, or those who took the predicted price would
-- leave no place for a seller who named a price.
create index books_title_named on books (title_key, seller_id, id desc)
  where deleted_at is null and available > 0 and hidden_at is null and book_type = 'old'
    and custom_price is not null and price is distinct from predicted_price;
create index books_work_named on books (work_id(search_text), seller_id, id desc)
  where isbn is not null and deleted_at is null and available > 0 and hidden_at is null
    and book_type = 'old' and custom_price is not null and price is distinct from predicted_price;
create index orders_title_named on orders (title_key, seller_id, created_at desc)
  where status = 'Delivered' and order_type = 'purchase' and is_custom_price
    and price is distinct from predicted_price;

create function may_teach(account uuid) returns boolean language sql stable parallel safe
return exists (select from accounts
  where accounts.id = account and status = 'active' and deleted_at is null);

-- Which listings and orders (since a time) of a title are read, by its ISBN's key, by the key of its
-- title and author, and by the text of a search, for copies with an ISBN. Those that are counted are a
-- bounded number. Where a title has few rows, all are read at once; else (is_priced) the newest of each
-- seller who named a price and may teach, and the newest sales of max_each others to compare with: so
-- neither one seller's many copies nor many sellers push others out. Its steps are planned once, which
-- would take longer than to take them.
create function title_rows(by_isbn text, by_name text, asked_text text,
  since timestamptz, max_sellers integer, max_each integer, max_counted integer)
returns table (kind text, id uuid, title_key text, is_priced boolean)
language plpgsql stable rows 10 set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  asked_key text;
  asked_work text := work_id(asked_text);
  seller uuid;
  counted integer;
  none uuid := '00000000-0000-0000-0000-000000000000';
begin
  foreach asked_key in array array_remove(array[by_isbn, by_name], null) loop
    return query select 'key', null::uuid, asked_key, false;
    return query select 'order', orders.id, asked_key, false from orders
      where orders.title_key = asked_key and status = 'Delivered' and order_type = 'purchase'
        and created_at > since limit max_counted;
    get diagnostics counted = row_count;
    if counted between 1 and max_sellers then
      return query select 'order', orders.id, asked_key, true from orders
        where orders.title_key = asked_key and status = 'Delivered' and order_type = 'purchase'
          and created_at > since;
    elsif counted > max_sellers then
      seller := none;
      for place in 1..max_each loop
        seller := (select seller_id from orders
          where orders.title_key = asked_key and status = 'Delivered' and order_type = 'purchase'
            and seller_id > seller and created_at > since order by seller_id limit 1);
        exit when seller is null;
        return query select 'order', orders.id, asked_key, true from orders
          where orders.title_key = asked_key and status = 'Delivered' and order_type = 'purchase'
            and seller_id = seller order by created_at desc limit 1;
      end loop;
      seller := none;
      for place in 1..max_sellers loop
        seller := (select seller_id from orders
          where orders.title_key = asked_key and status = 'Delivered' and order_type = 'purchase'
            and is_custom_price and price is distinct from predicted_price
            and seller_id > seller and created_at > since and may_teach(seller_id)
          order by seller_id limit 1);
        exit when seller is null;
        return query select 'order', orders.id, asked_key, true from orders
          where orders.title_key = asked_key and status = 'Delivered' and order_type = 'purchase'
            and is_custom_price and price is distinct from predicted_price
            and seller_id = seller order by created_at desc limit max_each;
      end loop;
    end if;
    return query select 'book', books.id, asked_key, false from books
      where books.title_key = asked_key and deleted_at is null and available > 0 limit max_counted;
    get diagnostics counted = row_count;
    if counted between 1 and max_sellers then
      return query select 'book', books.id, asked_key, true from books
        where books.title_key = asked_key and deleted_at is null and available > 0;
    elsif counted > max_sellers then
      seller := none;
      for place in 1..max_sellers loop
        seller := (select seller_id from books
          where books.title_key = asked_key and deleted_at is null and available > 0
            and hidden_at is null and book_type = 'old'
            and custom_price is not null and price is distinct from predicted_price
            and seller_id > seller and may_teach(seller_id) order by seller_id limit 1);
        exit when seller is null;
        return query select 'book', books.id, asked_key, true from books
          where books.title_key = asked_key and deleted_at is null and available > 0
            and hidden_at is null and book_type = 'old'
            and custom_price is not null and price is distinct from predicted_price
            and seller_id = seller order by books.id desc limit max_each;
      end loop;
    end if;
  end loop;
  if asked_work is null then return; end if;
  -- Orders count where their listing was sold as what it is called now.
  counted := (select count(*) from (select from books
    where isbn is not null and work_id(search_text) = asked_work limit max_sellers + 1) as few);
  if counted between 1 and max_sellers then
    return query select 'book', books.id, books.title_key, true from books
      where isbn is not null and work_id(search_text) = asked_work
        and deleted_at is null and available > 0;
    return query select 'order', orders.id, books.title_key, true from books
      join orders on orders.book_id = books.id and orders.book_title = books.title
        and status = 'Delivered' and order_type = 'purchase'
      where isbn is not null and work_id(search_text) = asked_work;
  elsif counted > max_sellers then
    return query select 'book', books.id, books.title_key, false from books
      where isbn is not null and work_id(search_text) = asked_work
        and deleted_at is null and available > 0 limit max_counted;
    seller := none;
    for place in 1..max_sellers loop
      seller := (select seller_id from books
        where isbn is not null and work_id(search_text) = asked_work
          and deleted_at is null and available > 0 and hidden_at is null and book_type = 'old'
          and custom_price is not null and price is distinct from predicted_price
          and seller_id > seller and may_teach(seller_id) order by seller_id limit 1);
      exit when seller is null;
      return query select 'book', books.id, books.title_key, true from books
        where isbn is not null and work_id(search_text) = asked_work
          and deleted_at is null and available > 0 and hidden_at is null and book_type = 'old'
          and custom_price is not null and price is distinct from predicted_price
          and seller_id = seller order by books.id desc limit max_each;
    end loop;
    seller := none;
    for place in 1..max_sellers loop
      seller := (select seller_id from books where isbn is not null
        and work_id(search_text) = asked_work and seller_id > seller order by seller_id limit 1);
      exit when seller is null;
      return query select 'order', orders.id, own.title_key, true
        from (select books.id, books.title, books.title_key from books where isbn is not null
            and work_id(search_text) = asked_work and seller_id = seller
            order by books.id desc limit max_counted) as own
          join orders on orders.book_id = own.id and orders.book_title = own.title
            and status = 'Delivered' and order_type = 'purchase'
        order by orders.created_at desc limit max_each;
    end loop;
  end if;
end $$;
