-- A market of :books books, the same in each run. Tables and columns that a checkout's schema lacks are left out, so that older
-- and newer servers get the same one.

set synchronous_commit = off;
set maintenance_work_mem = '768MB';
set jit = off;
set work_mem = '64MB';
select setseed(0.5);

-- UUIDs of version 7: those of books (kind 3) are spread over 300 days.
create function bench_id(kind integer, number bigint) returns uuid language sql immutable parallel safe
  return (lpad(to_hex(1735689600000 + case kind when 3 then number * 25920000000 / :books else 0 end), 12, '0')
    || '70008' || lpad(to_hex(kind), 3, '0') || lpad(to_hex(number), 12, '0'))::uuid;

create function bench_pick(list text[], place double precision) returns text language sql immutable parallel safe
  return list[1 + floor(place * cardinality(list))::integer];

create temp view syllables as select array['na', 'ra', 'ka', 'ma', 'vi', 'su', 'de', 'pa', 'go', 'ja', 'sha', 'lo', 'mu', 'ti',
  'ba', 'ri', 'ha', 'ya', 'chi', 'du', 'ke', 'la', 'mi', 'no', 'pu', 'ru', 'sa', 'tha', 'va', 'bhi', 'dha', 'gu', 'kha', 'li',
  'me', 'ni', 'ro', 'si', 'tu', 'vo'] as list;
create temp table subjects as
  select branch, genre, sum(1.0 / rank) over (order by rank, genre) / sum(1.0 / rank) over () as up_to
  from (select *, row_number() over () as rank from (values
    ('Class 11-12', 'Physics'), ('Computer Science', 'Data Structures'), ('Competitive Exams', 'Quantitative Aptitude'),
    ('Class 11-12', 'Mathematics'), ('Computer Science', 'Operating Systems'), ('Medical', 'Human Anatomy'),
    ('School (Class 1-10)', 'Social Studies'), ('Mechanical', 'Thermodynamics'), ('Commerce', 'Financial Accounting'),
    ('Fiction', 'Monsoon Nights'), ('Electrical', 'Circuit Theory'), ('Law', 'Constitutional Law'),
    ('Management', 'Marketing Management'), ('Science', 'Organic Chemistry'), ('Civil', 'Soil Mechanics'),
    ('Electronics', 'Digital Electronics'), ('Mathematics', 'Linear Algebra'), ('History', 'Modern India'),
    ('Chemical', 'Heat Transfer'), ('Children', 'Folk Tales')) as subjects (branch, genre)) as ranked;

-- A quarter as many titles as books, half of them with a word that few others have.
create temp table titles as
  select *, lower(title || ' ;; ' || author || ' ;; ‡' || replace(genre, ' ', '-') || ' ;; ‡' || split_part(branch, ' ', 1) || ' ;; ;;')
      as search_text,
    coalesce('isbn ' || isbn, lower(title || ' / ' || author)) as title_key
  from (select number, branch, genre, sum, rated,
      concat_ws(' ', bench_pick(array['Fundamentals of', 'Introduction to', 'Principles of', 'Objective', 'Advanced', 'Concepts of',
          'Practical', 'A Textbook of', 'Problems in', 'Understanding'], begun),
        case when named < 0.5 then initcap(bench_pick(list, one) || bench_pick(list, two) || bench_pick(list, three)) end, genre,
        bench_pick(array[null, 'Volume 1', 'Volume 2', 'for Beginners', 'with Solutions', 'Revised Edition'], ended)) as title,
      bench_pick(array['Aarav', 'Aditi', 'Ajay', 'Ananya', 'Arjun', 'Asha', 'Deepak', 'Divya', 'Farhan', 'Gauri', 'Imran', 'Isha',
          'Kabir', 'Kavita', 'Lakshmi', 'Manoj', 'Meera', 'Mohan', 'Nandini', 'Nikhil', 'Pooja', 'Priya', 'Rahul', 'Rohan'], first)
        || ' ' || bench_pick(array['Agarwal', 'Banerjee', 'Bhat', 'Chatterjee', 'Das', 'Desai', 'Fernandes', 'Ghosh', 'Gupta', 'Iyer',
          'Jain', 'Joshi', 'Khan', 'Kulkarni', 'Kumar', 'Mehta', 'Menon', 'Mishra', 'Nair', 'Patel', 'Rao', 'Reddy', 'Sen', 'Shah',
          'Sharma', 'Singh', 'Tiwari', 'Varma', 'Yadav'], last) as author,
      case when known < 0.3 then digits || (10 - checked % 10) % 10 end as isbn
    from (select number, '978' || lpad(number::text, 9, '0') as digits, random() as begun, random() as named, random() as one,
        random() as two, random() as three, random() as ended, random() as first, random() as last, random() as known,
        random() as subject, floor(random() * 5)::integer as rated, floor(random() * 5)::integer as sum
      from generate_series(1, greatest(:books / 4, 50)) as number) as drawn, syllables,
      lateral (select sum(substr(digits, at, 1)::integer * case at % 2 when 1 then 1 else 3 end) as checked
        from generate_series(1, 12) as at) as digits_checked,
      lateral (select branch, genre from subjects where subject <= up_to order by up_to limit 1) as subject_drawn) as named_titles;
create unique index on titles (number);

create temp table places as select row_number() over () as place, * from (values
  ('411004', 'Pune', point(1012, 1466)), ('400022', 'Mumbai', point(880, 1530)), ('110007', 'Delhi', point(1280, 2560)),
  ('560027', 'Bengaluru', point(1240, 810)), ('700074', 'Kolkata', point(2260, 1850)), ('600004', 'Chennai', point(1540, 830)),
  ('800001', 'Patna', point(1950, 2180)), ('302001', 'Jaipur', point(1120, 2340))) as places (pin_code, city, location);

-- A seller for each fifty books, a buyer for each ten. The token of an account's session is its id.
create temp view seed_accounts as
  select bench_id(1, number) as id, bench_id(1, number) as person_id, 'seller' as role, 'Seller ' || number as name,
    'seller' || number || '@example.com' as email, '' as password_hash, 'student' as seller_type, pin_code, city, location
  from generate_series(1, greatest(:books / 50, 50)) as number join places on place = 1 + number % 8
  union all select bench_id(2, number), bench_id(2, number), 'buyer', 'Buyer ' || number, 'buyer' || number || '@example.com', '',
    null, null, null, null from generate_series(1, greatest(:books / 10, 50)) as number;
create temp view seed_sessions as
  select sha256(convert_to(id::text, 'UTF8')) as token_hash, id as account_id, id as login_account_id,
    now() + interval '30 days' as expires_at from accounts;
create temp view seed_photos as
  select encode(sha256(convert_to(number::text, 'UTF8')), 'hex') as hash, 900 as width, 1200 as height
  from generate_series(0, 499) as number;
create temp table drawn_books as
  select number, floor(power(random(), 2) * (select count(*) from titles))::integer + 1 as drawn_title, random() as price_drawn,
    random() as share, random() as kind, random() as rents, random() as worn, random() as printed, random() as named
  from generate_series(1, :books) as number;
create temp view seed_books as
  select bench_id(3, drawn.number) as id, accounts.id as seller_id, title, author,
    case when kind < 0.15 then 'new' else 'old' end as book_type, branch, genre, isbn,
    title || ' by ' || author || ', used for two terms. A few pages have pencil marks, the binding is firm, nothing is missing.'
      as description, original * 100 as original_price, ceil(original * share / 2 + original / 4.0)::integer * 100 as price,
    case when named < 0.5 then ceil(original * share / 2 + original / 4.0)::integer * 100 end as custom_price,
    case when rents < 0.25 then 400 end as rent_price, rents < 0.25 as is_rentable,
    bench_pick(array['new', 'good', 'average', 'poor'], worn) as condition, 1995 + floor(printed * 30)::integer as publication_year,
    80 + floor(worn * 900)::integer as pages, 1 as copies, 1 as available, title_key, rated * 3 + sum as rating_sum,
    rated + sum as rating_count, search_text, now() as recommended_at, accounts.pin_code, accounts.city, accounts.location
  from (select *, 90 + floor(1500 * price_drawn ^ 3)::integer as original from drawn_books) as drawn
    join titles on titles.number = drawn_title
    join accounts on accounts.id = bench_id(1, 1 + drawn.number % greatest(:books / 50, 50))
  order by drawn.number;
create temp view seed_copies as select bench_id(4, number) as id, bench_id(3, number) as book_id, 1 as number from drawn_books;
create temp view seed_book_photos as
  select bench_id(3, number) as book_id, 0 as position, encode(sha256(convert_to((number % 500)::text, 'UTF8')), 'hex') as hash
  from drawn_books;
create temp view seed_similar_books as
  select id as book_id, coalesce(array_agg(id) over (partition by branch order by id rows between 12 preceding and 1 preceding), '{}')
    as ids from books;
create temp view seed_recommendations as
  select book_id, (place - 1)::integer as position, similar_id
  from seed_similar_books, unnest(ids[1:3]) with ordinality as alike (similar_id, place);
-- The chat of each seller's first book.
create temp view seed_chats as
  select bench_id(5, number) as id, bench_id(3, number) as book_id, bench_id(2, number) as buyer_id, seller_id
  from generate_series(1, least(:books, 1000)) as number join books on books.id = bench_id(3, number);

-- Triggers and foreign keys that look at each row would take most of an hour at a million books.
create temp table paused as select format('alter table %s %%s trigger %I', tgrelid::regclass, tgname) as statement
  from pg_trigger where tgtype & 1 = 1 and tgenabled = 'O';
create temp table dropped as select indexrelid::regclass as index, pg_get_indexdef(indexrelid) as definition
  from pg_index where indrelid in ('accounts'::regclass, 'books'::regclass, 'book_photos'::regclass) and not indisunique;

do $$
declare
  filled text;
  shared text;
  statement text;
begin
  for statement in select format(paused.statement, 'disable') from paused loop execute statement; end loop;
  for statement in select format('drop index %s', index) from dropped loop execute statement; end loop;
  foreach filled in array array['accounts', 'sessions', 'photos', 'books', 'copies', 'book_photos', 'similar_books',
      'recommendations', 'chats'] loop
    select string_agg(quote_ident(seed.attname), ', ') into shared from pg_attribute as seed join pg_attribute as real using (attname)
      where seed.attrelid = ('pg_temp.seed_' || filled)::regclass and real.attrelid = to_regclass('public.' || filled)
        and seed.attnum > 0 and not real.attisdropped;
    if shared is not null then
      execute format('insert into %s (%s) select %2$s from pg_temp.seed_%1$s', filled, shared);
      execute format('analyze %s', filled);
    end if;
  end loop;
  for statement in select definition from dropped loop execute statement; end loop;
  for statement in select format(paused.statement, 'enable') from paused loop execute statement; end loop;
  -- Counters as the triggers and the server's jobs leave them.
  if to_regclass('listed_counts') is not null then
    insert into listed_counts select branch, book_type, condition, is_rentable, count(*) from books group by 1, 2, 3, 4;
  end if;
  if to_regclass('search_word_changes') is not null then
    update search_words as known set books = changes.books
      from (select word, sum(books)::integer as books from search_word_changes group by word) as changes where changes.word = known.word;
    truncate search_word_changes;
  end if;
  if to_regclass('book_arrivals') is not null then truncate book_arrivals; end if;
end $$;
