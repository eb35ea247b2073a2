create table books (
  id uuid primary key,
  seller_id uuid not null references accounts,
  title text not null check (title <> ''),
  author text not null check (author <> ''),
  book_type text not null check (book_type in ('new', 'old')),
  branch text not null check (branch <> ''),
  genre text,
  description text,
  isbn text,
  -- Where the seller keeps the book. Only the seller and admins see it. Exported and erased with
  -- the book.
  shelf_code text check (length(shelf_code) between 1 and 30),
  original_price integer not null check (original_price between 100 and 10000000),
  predicted_price integer check (predicted_price > 0),
  custom_price integer check (custom_price > 0),
  price integer not null check (price between 100 and 10000000),
  rent_price integer check (rent_price between 100 and 10000000),
  -- For one copy: the deposit, which is paid back after the return, and the fee for each day that
  -- the copy is late.
  rent_deposit integer check (rent_deposit > 0),
  late_fee integer check (late_fee > 0),
  is_rentable boolean not null default false,
  -- Whether the seller would also exchange a copy for other books. Exported and erased with the
  -- book.
  open_to_exchange boolean not null default false,
  -- How long a copy is reserved for each person who wants it.
  reservation_hours integer not null default 2 check (reservation_hours = 2 or reservation_hours = 48),
  condition text not null check (condition in ('new', 'good', 'average', 'poor')),
  publication_date date,
  publication_year integer check (publication_year between 1900 and 2200),
  pages integer check (pages between 1 and 5000),
  -- Includes sold ones. None if the seller sold all elsewhere.
  copies integer not null default 1 check (copies >= 0),
  available integer not null check (available between 0 and copies),
  -- All listings of a title share its ratings. The key is the ISBN, or the normalized title and
  -- author.
  title_key text not null,
  rating_sum integer not null default 0,
  rating_count integer not null default 0,
  rating numeric(3, 2) generated always as (case when rating_count > 0 then round(rating_sum::numeric / rating_count, 2) end) stored,
  -- Title, author and tags in lower case without accents, for searching.
  search_text text not null,
  -- Triggers copy the next four columns from the seller.
  pin_code text,
  city text,
  location point,
  hand_overs text[],
  -- When the book's recommendations were computed. Null if they must be computed again.
  recommended_at timestamptz,
  -- When an admin hid the listing. Its seller still sees it and reads the reason.
  hidden_at timestamptz,
  hidden_reason text check (length(hidden_reason) between 1 and 500),
  -- Whether the listing was hidden when its seller was unblocked. It stays hidden until an admin
  -- releases it.
  hidden_since_block boolean not null default false,
  -- Whether its seller hid it. It leaves the market, but chats about it go on.
  hidden_by_seller boolean not null default false,
  -- Whether it is a draft: imported, and still without the photos that a listing needs.
  needs_photos boolean not null default false,
  is_hidden boolean not null generated always as (hidden_at is not null or hidden_by_seller or needs_photos) stored,
  -- The import that added it. Its books have ids in the order of the file's rows.
  import_id uuid,
  -- When the listing was last put on the market, and when it was last taken off.
  listed_at timestamptz not null default now(),
  unlisted_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint books_rent_price check (not is_rentable or rent_price is not null),
  -- Used books of 20 years or more may cost more than their original price
  -- (contract/books/pricing.ts).
  constraint books_asking_price check (price <= original_price
    or book_type = 'old' and publication_year <= extract(year from updated_at at time zone 'Asia/Kolkata') - 20),
  constraint books_hidden check ((hidden_at is null) = (hidden_reason is null)),
  constraint books_hidden_since_block check (not hidden_since_block or hidden_at is not null)
);
create index books_seller on books (seller_id, id desc) where deleted_at is null;
create index books_shelf_code on books (seller_id) where shelf_code is not null and deleted_at is null;
-- Includes deleted books, which the export contains and which move with their seller.
create index books_of_seller on books (seller_id);
create index books_newest on books (id desc) where deleted_at is null and available > 0;
create index books_listed on books (listed_at);
create index books_price on books (price, id desc) where deleted_at is null and available > 0;
create index books_rating on books (rating desc nulls last, id desc) where deleted_at is null and available > 0;
create index books_branch on books (branch, id desc) where deleted_at is null and available > 0;
create index books_branch_price on books (branch, price, id desc) where deleted_at is null and available > 0;
create index books_branch_rating on books (branch, rating desc nulls last, id desc) where deleted_at is null and available > 0;
create index books_genre on books (genre, id desc) where deleted_at is null and available > 0;
create index books_near on books using gist (location) where deleted_at is null and available > 0;
create index books_title on books (title_key, id desc);
create index books_import on books (import_id) where import_id is not null;
create index books_isbn on books (isbn) where deleted_at is null;
create index books_recommended on books (recommended_at nulls first, id) where deleted_at is null and not needs_photos;
-- Finds hidden listings, whose photos aren't public.
create index books_hidden on books (id) where hidden_at is not null;
-- Counts the listings to release in each row of the admins' list of sellers.
create index books_hidden_since_block on books (seller_id) where hidden_since_block;
create index books_admin_search on books using gin (title gin_trgm_ops, branch gin_trgm_ops) with (fastupdate = off) where deleted_at is null;

-- The id in the URL of a title's page. The key itself may be as long as title and author.
create function title_id(title_key text) returns text language sql immutable parallel safe
return left(md5(title_key), 16);
create index books_title_id on books (title_id(title_key)) where deleted_at is null;

create table book_photos (
  book_id uuid not null references books on delete cascade,
  position smallint not null check (position between 0 and 4),
  hash text not null references photos check (hash not like '%-private'),
  primary key (book_id, position)
);
create index book_photos_hash on book_photos (hash);

create table copies (
  id uuid primary key,
  book_id uuid not null references books on delete cascade,
  number integer not null check (number >= 1),
  unique (book_id, number)
);

-- Changes that a seller made to several books at once, so that they can be undone. Deleted after a
-- day and with the account; not exported, because it repeats what the books say.
create table book_changes (
  id uuid primary key,
  seller_id uuid not null references accounts on delete cascade,
  kind text not null check (kind in ('price', 'stock', 'branch', 'shelfCode', 'hidden', 'deleted')),
  -- The changed books: { id, before, after }, with the changed columns.
  books jsonb not null,
  created_at timestamptz not null,
  undone_at timestamptz
);
create index book_changes_seller on book_changes (seller_id);
create index book_changes_created on book_changes (created_at);

-- The books most similar to a book, best first; computed by a job.
create table similar_books (
  book_id uuid primary key references books on delete cascade,
  ids uuid[] not null check (cardinality(ids) <= 12),
  -- How many of these ids, counted from the first, are similar enough to be recommended.
  recommended smallint not null check (recommended between 0 and 8)
);

-- Copies the seller's place and hand-overs to a new book. The caller holds the seller's lock, so
-- they can't change in the meantime.
create function place_book() returns trigger language plpgsql as $$
begin
  select pin_code, city, location, hand_overs into new.pin_code, new.city, new.location, new.hand_overs
    from accounts where id = new.seller_id;
  return new;
end $$;
create trigger place_book before insert on books for each row execute function place_book();

-- Copies a seller's changed place and hand-overs to their books, even deleted ones, so that
-- deleting an account erases the place there, too. Locks the books in the order of their ids, as
-- all code that locks several books does.
create function place_books() returns trigger language plpgsql as $$
begin
  perform from books where seller_id = new.id order by id for no key update;
  update books set pin_code = new.pin_code, city = new.city, location = new.location, hand_overs = new.hand_overs
    where seller_id = new.id;
  return null;
end $$;
create trigger place_books after update of pin_code, city, location, hand_overs on accounts for each row
  when ((old.pin_code, old.city, old.location::text, old.hand_overs)
    is distinct from (new.pin_code, new.city, new.location::text, new.hand_overs))
  execute function place_books();

-- Photos are in another table, so the code that saves photos increments the version itself.
create trigger count_version before update of title, author, branch, genre, description, isbn, shelf_code,
  original_price, price, is_rentable, rent_price, rent_deposit, late_fee,
  condition, publication_date, publication_year, pages, copies, open_to_exchange,
  reservation_hours on books
  for each row when ((old.title, old.author, old.branch, old.genre, old.description, old.isbn, old.shelf_code,
    old.original_price, old.price, old.is_rentable, old.rent_price,
    old.rent_deposit, old.late_fee, old.condition, old.publication_date, old.publication_year, old.pages,
    old.copies, old.open_to_exchange, old.reservation_hours)
    is distinct from (new.title, new.author, new.branch, new.genre, new.description, new.isbn, new.shelf_code,
    new.original_price, new.price, new.is_rentable, new.rent_price,
    new.rent_deposit, new.late_fee, new.condition, new.publication_date, new.publication_year, new.pages,
    new.copies, new.open_to_exchange, new.reservation_hours))
  execute function count_version();
