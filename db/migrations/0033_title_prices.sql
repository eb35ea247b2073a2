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

-- A text of a search in the words that a title_key has of it: without all signs that aren't letters,
-- marks or digits, except + and #. PostgreSQL's own classes of letters differ from place to place.
create function key_words(words text) returns text language sql immutable parallel safe
return btrim(regexp_replace(words,
  '['
  '\u0001-\u0022\u0024-\u002a\u002c-\u002f\u003a-\u0060\u007b-\u00f7\u02c2-\u02c5\u02d2-\u02eb\u02ed\u02ef-\u02ff'
  '\u0375\u03f6\u0482\u055a-\u055f\u0589-\u058f\u05be\u05c0\u05c3\u05c6\u05f3-\u060f\u061b-\u061f\u066a-\u066d'
  '\u06d4\u06dd-\u06de\u06e9\u06fd-\u06fe\u0700-\u070f\u07f6-\u07f9\u07fe-\u07ff\u0830-\u083e\u085e\u0888'
  '\u0890-\u0891\u08e2\u0964-\u0965\u0970\u09f2-\u09f3\u09fa-\u09fb\u09fd\u0a76\u0af0-\u0af1\u0b70\u0bf3-\u0bfa'
  '\u0c77\u0c7f\u0c84\u0d4f\u0d79\u0df4\u0e3f\u0e4f\u0e5a-\u0e5b\u0f01-\u0f17\u0f1a-\u0f1f\u0f34\u0f36\u0f38'
  '\u0f3a-\u0f3d\u0f85\u0fbe-\u0fc5\u0fc7-\u0fda\u104a-\u104f\u109e-\u109f\u10fb\u1360-\u1368\u1390-\u1399\u1400'
  '\u166d-\u166e\u169b-\u169c\u16eb-\u16ed\u1735-\u1736\u17d4-\u17d6\u17d8-\u17db\u1800-\u180a\u180e\u1940-\u1945'
  '\u19de-\u19ff\u1a1e-\u1a1f\u1aa0-\u1aa6\u1aa8-\u1aad\u1b4e-\u1b4f\u1b5a-\u1b6a\u1b74-\u1b7f\u1bfc-\u1bff'
  '\u1c3b-\u1c3f\u1c7e-\u1c7f\u1cc0-\u1cc7\u1cd3\u200b-\u20c1\u2104-\u214d\u214f\u218a-\u244a\u2500-\u2775'
  '\u2794-\u2bff\u2ce5-\u2cea\u2cf9-\u2cfc\u2cfe-\u2cff\u2d70\u2e00-\u2e2e\u2e30-\u3004\u3008-\u3020\u3030\u3037'
  '\u303d-\u303f\u30a0\u30fb\u3190-\u3191\u31c0-\u31ef\u327f\u4dc0-\u4dff\ua490-\ua4c6\ua4fe-\ua4ff\ua60d-\ua60f'
  '\ua673\ua67e\ua6f2-\ua716\ua720-\ua721\ua789-\ua78a\ua828-\ua82b\ua836-\ua839\ua874-\ua877\ua8ce-\ua8cf'
  '\ua8f8-\ua8fa\ua8fc\ua92e-\ua92f\ua95f\ua9c1-\ua9cd\ua9de-\ua9df\uaa5c-\uaa5f\uaa77-\uaa79\uaade-\uaadf'
  '\uaaf0-\uaaf1\uab5b\uab6a-\uab6b\uabeb\ue000-\uf8ff\ufbb2-\ufdff\ufe45-\ufe46\ufff9-\ufffd\U00010100-\U00010102'
  '\U00010137-\U0001013f\U00010179-\U00010189\U0001018c-\U000101fc\U0001039f\U000103d0\U0001056f\U00010857'
  '\U00010877-\U00010878\U0001091f\U0001093f\U00010a50-\U00010a58\U00010a7f\U00010ac8\U00010af0-\U00010af6'
  '\U00010b39-\U00010b3f\U00010b99-\U00010b9c\U00010d6e\U00010d8e-\U00010d8f\U00010ead\U00010ed0-\U00010ed8'
  '\U00010f55-\U00010f59\U00010f86-\U00010f89\U00011047-\U0001104d\U000110bb-\U000110c1\U000110cd'
  '\U00011140-\U00011143\U00011174-\U00011175\U000111c5-\U000111c8\U000111cd\U000111db\U000111dd-\U000111df'
  '\U00011238-\U0001123d\U000112a9\U000113d4-\U000113d8\U0001144b-\U0001144f\U0001145a-\U0001145d\U000114c6'
  '\U000115c1-\U000115d7\U00011641-\U00011643\U00011660-\U0001166c\U000116b9\U0001173c-\U0001173f\U0001183b'
  '\U00011944-\U00011946\U000119e2\U00011a3f-\U00011a46\U00011a9a-\U00011a9c\U00011a9e-\U00011aa2'
  '\U00011b00-\U00011b09\U00011be1\U00011c41-\U00011c45\U00011c70-\U00011c71\U00011ef7-\U00011ef8'
  '\U00011f43-\U00011f4f\U00011fd5-\U00011fff\U00012470-\U00012474\U00012ff1-\U00012ff2\U00013430-\U0001343f'
  '\U00016a6e-\U00016a6f\U00016af5\U00016b37-\U00016b3f\U00016b44-\U00016b45\U00016d6d-\U00016d6f'
  '\U00016e97-\U00016e9a\U00016fe2\U0001bc9c\U0001bc9f-\U0001cef0\U0001cf50-\U0001d15d\U0001d16a-\U0001d16c'
  '\U0001d173-\U0001d17a\U0001d183-\U0001d184\U0001d18c-\U0001d1a9\U0001d1ae-\U0001d241\U0001d245'
  '\U0001d300-\U0001d356\U0001d800-\U0001d9ff\U0001da37-\U0001da3a\U0001da6d-\U0001da74\U0001da76-\U0001da83'
  '\U0001da85-\U0001da8b\U0001e14f\U0001e2ff\U0001e5ff\U0001e95e-\U0001e95f\U0001ecac\U0001ecb0\U0001ed2e'
  '\U0001eef0-\U0001f0f5\U0001f10d-\U0001fbfa\U000e0001-\U000e007f\U000f0000-\U0010fffd'
  ']+', ' ', 'g'));

-- A book by title and author, as they stand in its text for searches: for copies of which one has an
-- ISBN and the other has none. There the author stands a second time where initials can be joined
-- ('r. k. narayan rk narayan'), so spaces don't count, nor does a repetition.
create function work_id(search_text text) returns text language sql immutable parallel safe
return left(md5(key_words(split_part(search_text, ' ;; ', 1)) || ' / ' ||
  regexp_replace(replace(key_words(split_part(search_text, ' ;; ', 2)), ' ', ''), '^(.+)\1$', '\1')), 16);

-- By seller, so that the newest of each can be read whatever others have listed.
create index books_work on books (work_id(search_text), seller_id, id desc) where isbn is not null;
-- Those of a partial index aren't used: without them PostgreSQL expects thousands of books.
create statistics books_work_statistics on (work_id(search_text)) from books;
create index books_title_sellers on books (title_key, seller_id, id desc)
  where deleted_at is null and available > 0;
create index orders_title on orders (title_key, seller_id, created_at desc)
  where status = 'Delivered' and order_type = 'purchase';

-- Which listings and orders (since a time) of a title are read, by its ISBN's key, by the key of its
-- title and author, and by the text of a search, for copies with an ISBN. Those that are counted are a
-- bounded number. Those that may teach (is_priced) are the newest of each seller at a price that they
-- named, and of sales their newest: of the sellers with the oldest accounts first, whom neither one
-- seller's many copies nor many new accounts push out. Its steps are planned once, which would take
-- longer than to take them.
create function title_rows(by_isbn text, by_name text, asked_text text, since timestamptz,
  max_sellers integer, max_each integer, max_counted integer)
returns table (kind text, id uuid, title_key text, is_priced boolean)
language plpgsql stable rows 10 set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  asked_key text;
  asked_work text := work_id(asked_text);
  seller uuid;
  none uuid := '00000000-0000-0000-0000-000000000000';
begin
  foreach asked_key in array array_remove(array[by_isbn, by_name], null) loop
    return query select 'key', null::uuid, asked_key, false;
    return query select 'order', orders.id, asked_key, false from orders
      where orders.title_key = asked_key and status = 'Delivered' and order_type = 'purchase'
        and created_at > since limit max_counted;
    -- Nothing was sold.
    seller := case when found then none end;
    for place in 1..max_sellers loop
      exit when seller is null;
      seller := (select seller_id from orders
        where orders.title_key = asked_key and status = 'Delivered' and order_type = 'purchase'
          and seller_id > seller and created_at > since order by seller_id limit 1);
      return query (select 'order', orders.id, asked_key, true from orders
          where orders.title_key = asked_key and status = 'Delivered' and order_type = 'purchase'
            and seller_id = seller order by created_at desc limit 1)
        union all (select 'order', orders.id, asked_key, true from orders
          where orders.title_key = asked_key and status = 'Delivered' and order_type = 'purchase'
            and seller_id = seller and is_custom_price and price is distinct from predicted_price
          order by created_at desc limit max_each);
    end loop;
    return query select 'book', books.id, asked_key, false from books
      where books.title_key = asked_key and deleted_at is null and available > 0 limit max_counted;
    seller := case when found then none end;
    for place in 1..max_sellers loop
      exit when seller is null;
      seller := (select seller_id from books
        where books.title_key = asked_key and deleted_at is null and available > 0
          and seller_id > seller order by seller_id limit 1);
      return query select 'book', books.id, asked_key, true from books
        where books.title_key = asked_key and deleted_at is null and available > 0
          and seller_id = seller and custom_price is not null and price is distinct from predicted_price
        order by books.id desc limit max_each;
    end loop;
  end loop;
  seller := case when asked_work is not null then none end;
  for place in 1..max_sellers loop
    exit when seller is null;
    seller := (select seller_id from books where isbn is not null
      and work_id(search_text) = asked_work and seller_id > seller order by seller_id limit 1);
    -- Orders count where their listing was sold as what it is called now.
    return query with own as (select * from books where isbn is not null
        and work_id(search_text) = asked_work and seller_id = seller order by books.id desc limit max_each)
      select 'book', own.id, own.title_key, true from own
      union all (select 'order', orders.id, own.title_key, true from own
        join orders on orders.book_id = own.id and orders.book_title = own.title
          and status = 'Delivered' and order_type = 'purchase'
        order by orders.created_at desc limit max_each);
  end loop;
end $$;
