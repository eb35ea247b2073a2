-- A market of :books books, the same in each run. Skips tables and columns that the checkout's
-- schema doesn't have.

set maintenance_work_mem = '768MB'; set jit = off; select setseed(0.5);

-- UUIDs of version 7. Those of books (kind 3) are spread over 300 days.
create function bench_id(kind integer, number bigint) returns uuid language sql immutable parallel safe
  return (lpad(to_hex(1735689600000 + case kind when 3 then number * 25920000000 / :books else 0 end), 12, '0')
    || '70008' || lpad(to_hex(kind), 3, '0') || lpad(to_hex(number), 12, '0'))::uuid;
create function bench_pick(list text, place double precision) returns text language sql immutable parallel safe
  return split_part(list, ',', 1 + floor(place * (1 + length(list) - length(replace(list, ',', ''))))::integer);

create temp table subjects as select row_number() over () as rank, * from (values
  ('Class 11-12', 'Physics'), ('Computer Science', 'Data Structures'), ('Competitive Exams', 'Quantitative Aptitude'),
  ('Class 11-12', 'Mathematics'), ('Medical', 'Human Anatomy'), ('School (Class 1-10)', 'Social Studies'),
  ('Mechanical', 'Thermodynamics'), ('Commerce', 'Financial Accounting'), ('Fiction', 'Monsoon Nights'), ('Law', 'Constitutional Law'),
  ('Science', 'Organic Chemistry'), ('Children', 'Folk Tales')) as subjects (branch, genre);

-- One title per four books. Half of the titles have a rare name.
create temp table titles as
  select *, lower(concat(title, ' ;; ', author, ' ;; ‡', replace(genre, ' ', '-'), ' ;; ‡', split_part(branch, ' ', 1), ' ;; ;;'))
    as search_text, lower(title || ' / ' || author) as title_key
  from (select number, branch, genre, name, stars,
      concat_ws(' ', bench_pick('Fundamentals of,Introduction to,Principles of,Advanced,Concepts of,A Textbook of,Problems in', begun),
        initcap(name), genre, nullif(bench_pick(',Volume 1,Volume 2,for Beginners,with Solutions,Revised Edition', ended), '')) as title,
      bench_pick('Aarav,Aditi,Ajay,Ananya,Asha,Deepak,Divya,Farhan,Gauri,Imran,Kabir,Lakshmi,Manoj,Meera,Nikhil,Priya,Rohan', first)
        || ' ' || bench_pick('Agarwal,Banerjee,Bhat,Das,Desai,Ghosh,Gupta,Iyer,Jain,Joshi,Khan,Kulkarni,Kumar,Mehta,Menon,Mishra,'
          || 'Nair,Patel,Rao,Reddy,Sen,Shah,Sharma,Singh,Tiwari,Varma,Yadav', last) as author
    from (select number, ceil(12 * random() ^ 2) as rank, random() as begun, random() as ended, random() as first, random() as last,
        floor(random() * 5)::integer as stars, case when random() < 0.5 then
          (select string_agg(bench_pick('na,ra,ka,ma,vi,su,de,pa,go,ja,sha,lo,mu,ti,ba,ri,ha,ya,chi,du,ke,la,mi,no,pu,ru,sa,tha,va,bhi,'
              || 'dha,gu,kha,li,me,ni,ro,si,tu,vo', random()), '') from generate_series(1, 3) where number > 0) end as name
      from generate_series(1, greatest(:books / 4, 50)) as number) as drawn join subjects using (rank)) as named;

-- One seller per fifty books, and one buyer per ten. An account's token is its id.
create temp view seed_accounts as
  select bench_id(kind, number) as id, bench_id(kind, number) as person_id, role, role || number as name,
    role || number || '@example.com' as email, '' as password_hash, case role when 'seller' then 'student' end as seller_type
  from (values (1, 'seller', 50), (2, 'buyer', 10)) as kinds (kind, role, share),
    generate_series(1, greatest(:books / share, 50)) as number;
create temp view seed_sessions as
  select encode(sha256(convert_to(id::text, 'UTF8')), 'hex') as token_hash, id as account_id, id as login_account_id,
    now() + interval '30 days' as expires_at from accounts;
create temp table drawn_books as
  select number, ceil(random() ^ 2 * (select count(*) from titles))::integer as drawn_title, 90 + floor(1500 * random() ^ 3)::integer
    as original, random() as share, random() as kind, random() as rents, random() as worn, random() as named
  from generate_series(1, :books) as number;
create temp view seed_books as
  select bench_id(3, drawn.number) as id, bench_id(1, 1 + drawn.number % greatest(:books / 50, 50)) as seller_id, title, author,
    case when kind < 0.15 then 'new' else 'old' end as book_type, branch, genre, title || ' by ' || author
      || ', used for two terms. A few pages have pencil marks, the binding is firm, nothing is missing.' as description,
    original * 100 as original_price, asked as price, case when named < 0.5 then asked end as custom_price,
    case when rents < 0.25 then 400 end as rent_price, rents < 0.25 as is_rentable,
    bench_pick('new,good,average,poor', worn) as condition, 1 as copies, 1 as available, title_key,
    stars * 3 as rating_sum, stars as rating_count, search_text, now() as recommended_at
  from (select *, ceil(original * (share / 2 + 0.25))::integer * 100 as asked from drawn_books) as drawn
    join titles on titles.number = drawn_title order by drawn.number;
create temp view seed_copies as select bench_id(4, number) as id, bench_id(3, number) as book_id, 1 as number from drawn_books;
create temp view seed_similar_books as
  select id as book_id, array_remove(array_agg(id) over (partition by branch order by id rows between 9 preceding and current row), id)
    as ids, 8 as recommended from books;
-- Chats about the first 1,000 books.
create temp view seed_chats as
  select bench_id(5, number) as id, bench_id(3, number) as book_id, bench_id(2, number) as buyer_id, seller_id
  from generate_series(1, least(:books, 1000)) as number join books on books.id = bench_id(3, number);

-- The searches, and a table of the titles for PostgreSQL's own text search.
create table bench_searches as
  select row_number() over (order by md5(title)) as number, name as rare, lower(split_part(genre, ' ', 1) || ' ' || split_part(author, ' ', 2)) as common,
    overlay(name placing bench_pick('a,e,i,o,u', random()) from 3 for 1) as misspelt
  from titles where name is not null order by md5(title) limit 5000;
create unique index on bench_searches (number);
create table bench_texts as
  select bench_id(3, drawn_books.number) as id, to_tsvector('simple', title || ' ' || author) as words
  from drawn_books join titles on titles.number = drawn_title;
create index on bench_texts using gin (words);
create table bench_messages (id uuid, message text);

-- For a million books, triggers and foreign keys on each row would take most of an hour.
create temp table paused as select format('alter table %s %%s trigger %I', tgrelid::regclass, tgname) as statement
  from pg_trigger where tgtype & 1 = 1 and tgenabled = 'O';
create temp table dropped as select indexrelid::regclass as index, pg_get_indexdef(indexrelid) as definition
  from pg_index where indrelid in ('accounts'::regclass, 'books'::regclass) and not indisunique;

do $$
declare filled text; shared text; statement text;
begin
  for statement in select format(paused.statement, 'disable') from paused loop execute statement; end loop;
  for statement in select format('drop index %s', index) from dropped loop execute statement; end loop;
  foreach filled in array array['accounts', 'sessions', 'books', 'copies', 'similar_books', 'chats'] loop
    select string_agg(quote_ident(seed.attname), ', ') into shared from pg_attribute as seed join pg_attribute as real using (attname)
      where seed.attrelid = ('pg_temp.seed_' || filled)::regclass and real.attrelid = to_regclass('public.' || filled)
        and seed.attnum > 0 and not real.attisdropped;
    if shared is not null then execute format('insert into %s (%s) select %2$s from pg_temp.seed_%1$s', filled, shared); end if;
    if shared is not null then execute format('analyze %s', filled); end if;
  end loop;
  for statement in select definition from dropped loop execute statement; end loop;
  for statement in select format(paused.statement, 'enable') from paused loop execute statement; end loop;
  -- Sets the counters that triggers and jobs would have updated.
  if to_regclass('search_word_changes') is not null then
    update search_words as known set books = changes.books
      from (select word, sum(books)::integer as books from search_word_changes group by word) as changes where changes.word = known.word;
    truncate search_word_changes;
  end if;
end $$;
