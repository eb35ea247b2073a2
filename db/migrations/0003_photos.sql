create table photos (
  -- SHA-256 of the encoded photo, so that the same photo is stored once; a private one has a random
  -- name instead, which nobody can guess and the public address of photos refuses.
  hash text primary key check (hash ~ '^[0-9a-f]{64}(-private)?$'),
  width integer not null,
  height integer not null,
  -- When it was last uploaded or taken off a book: a photo that nothing shows is deleted a day later.
  used_at timestamptz not null default now(),
  -- Set while its files are being deleted, outside a transaction; an upload of the same photo waits.
  removal_started_at timestamptz
);

-- Who uploaded which photos, so that what an account stores is limited. Not exported: books and
-- profile show the photos. Deleted with the account.
create table uploads (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  hash text not null references photos on delete cascade,
  -- All its widths together; 0 where the same account uploaded the same photo before.
  bytes integer not null check (bytes >= 0),
  uploaded_at timestamptz not null
);
-- With the bytes, which are added up for each upload.
create index uploads_account on uploads (account_id, hash) include (bytes);
create index uploads_hash on uploads (hash);
create index uploads_repeated on uploads (uploaded_at) where bytes = 0;
