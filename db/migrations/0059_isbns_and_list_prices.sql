-- Whether a text is a real ISBN: 13 digits with the right check digit, and not a dummy such as
-- 0000000000. Matches `readIsbn` in contract/books/isbn.ts.
create function is_isbn(isbn text) returns boolean language sql immutable parallel safe
return case when isbn ~ '^97[89]\d{10}$' and isbn !~ '^97[89](?:(\d)\1{8}|123456789|012345678|987654321)' then
  (select sum(substr(isbn, at, 1)::integer * (case at % 2 when 1 then 1 else 3 end)) % 10 = 0 from generate_series(1, 13) as at)
  else false end;

-- Books that share a dummy ISBN aren't the same title. They get the key of their title and author,
-- and so do their orders and ratings. Titles in other scripts get their final key at the next edit.
create temporary table unjoined_books on commit drop as
  select id, left(btrim(regexp_replace(lower(title), '[\s!-"$-*,-/:-@\[-`{-~]+', ' ', 'g')), 200) || ' / '
      || left(btrim(regexp_replace(lower(author), '[\s!-"$-*,-/:-@\[-`{-~]+', ' ', 'g')), 200) as title_key
    from books where isbn is not null and not is_isbn(isbn);

update orders set title_key = unjoined.title_key from unjoined_books as unjoined
  where orders.book_id = unjoined.id and orders.title_key like 'isbn %';
update ratings set title_key = orders.title_key from orders, unjoined_books as unjoined
  where ratings.order_id = orders.id and orders.book_id = unjoined.id and ratings.title_key like 'isbn %';
update books set isbn = null, title_key = unjoined.title_key from unjoined_books as unjoined
  where books.id = unjoined.id;

with latest as (
  select distinct on (title_key, author.person_id) title_key, book_stars
    from ratings join accounts as author on author.id = ratings.buyer_id
    where title_key in (select title_key from unjoined_books) and not is_self_rating and removed_at is null
      and author.status = 'active'
    order by title_key, author.person_id, ratings.created_at desc, order_id desc),
counted as (
  select keys.title_key, coalesce(sum(book_stars), 0) as stars, count(book_stars) as ratings
    from (select distinct title_key from unjoined_books) as keys left join latest using (title_key) group by keys.title_key)
update books set rating_sum = counted.stars, rating_count = counted.ratings
  from counted where books.title_key = counted.title_key;

update wants set isbn = null where isbn is not null and not is_isbn(isbn);
update wanted_titles set isbn = null where isbn is not null and not is_isbn(isbn);

-- A used book of 20 years or more may cost more than when it was new (contract/books/list-price.ts).
-- Every row that keeps the rule before keeps this one too, so none has to be read.
alter table books drop constraint books_old_price;
alter table books add constraint books_old_price check (book_type = 'new' or price <= original_price
  or publication_year <= extract(year from updated_at at time zone 'Asia/Kolkata') - 20) not valid;
