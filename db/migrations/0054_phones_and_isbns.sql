-- Store phone numbers in one form: Indian mobiles as +919876543210, some of which are 9876543210
-- now. Servers of the previous version show both forms, and write the old one until they end.
update accounts set phone = '+91' || phone where phone ~ '^[6-9]\d{9}$';
update orders set phone_number = '+91' || phone_number where phone_number ~ '^[6-9]\d{9}$';
update offers set phone_number = '+91' || phone_number where phone_number ~ '^[6-9]\d{9}$';
update offers set seller_phone_number = '+91' || seller_phone_number where seller_phone_number ~ '^[6-9]\d{9}$';
update exchange_members set phone_number = '+91' || phone_number where phone_number ~ '^[6-9]\d{9}$';

-- Merge addresses that were saved with both forms, keeping the latest use.
update addresses set used_at = greatest(addresses.used_at, same.used_at) from addresses as same
  where same.account_id = addresses.account_id and same.delivery_address = addresses.delivery_address
    and addresses.phone_number = '+91' || same.phone_number;
delete from addresses using addresses as same
  where same.account_id = addresses.account_id and same.delivery_address = addresses.delivery_address
    and same.phone_number = '+91' || addresses.phone_number;
update addresses set phone_number = '+91' || phone_number where phone_number ~ '^[6-9]\d{9}$';

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
