-- Which database this is, and who uploaded which pictures.

-- One row. Every process on this database reads it; the bucket of the pictures is marked with it, so that another
-- installation doesn't sweep them. A copy of the database carries the same id.
create table installation (
  id uuid primary key,
  only_one boolean not null unique default true check (only_one)
);
insert into installation (id) values (gen_random_uuid());

-- Uploaded pictures, one row each, entered before they are decoded: a day's quota counts the rows, the quota of an account
-- sums up the bytes of those that are kept. When a person leaves their rows are erased and nothing of them is exported: what
-- they tell stands in the person's books and profile. Rows that count no longer are swept with the pictures.
create table uploads (
  -- UUID v7.
  id uuid primary key,
  person_id uuid not null references people on delete cascade,
  -- Null until the picture is stored, when it couldn't be, and when it is gone.
  hash text references photos on delete set null,
  -- All its widths together; 0 where the same person uploaded the same picture before.
  bytes integer not null default 0 check (bytes >= 0),
  uploaded_at timestamptz not null
);
create index uploads_person on uploads (person_id, uploaded_at desc) include (hash, bytes);
create index uploads_hash on uploads (hash) where hash is not null;
create index uploads_over on uploads (uploaded_at) where hash is null or bytes = 0;

-- Those of before, with about the size that WebP makes of so many pixels.
insert into uploads (id, person_id, hash, bytes, uploaded_at)
select gen_random_uuid(), owner, photos.hash, greatest(1, photos.width * photos.height / 6), least(photos.used_at, now() - interval '1 day')
from (
  select books.seller_id as owner, book_photos.hash from book_photos join books on books.id = book_photos.book_id
  union
  select people.id, people.picture from people where people.picture is not null and people.deleted_at is null
) as shown
join photos on photos.hash = shown.hash;

-- A seller's listings of the last day, those taken off the market included.
create index books_listed on books (seller_id, created_at desc);
