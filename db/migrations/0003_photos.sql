create table photos (
  -- SHA-256 of the encoded photo, so that equal photos are stored once. A private photo has a
  -- random name instead, because nobody may guess it; the public URL of photos rejects such names.
  hash text primary key check (hash ~ '^[0-9a-f]{64}(-private)?$'),
  width integer not null,
  height integer not null,
  -- When it was last uploaded or removed from a book. Photos that nothing shows are deleted a day
  -- later.
  used_at timestamptz not null default now(),
  -- Set while the photo's files are being deleted outside a transaction. An upload of the same
  -- photo waits for that.
  removal_started_at timestamptz
);

-- The photos that each account uploaded, to limit its storage. Not exported, because the books and
-- the profile in the export show the photos. Deleted with the account.
create table uploads (
  account_id uuid not null references accounts on delete cascade,
  hash text not null references photos on delete cascade,
  -- The total size of its files, one for each width.
  bytes integer not null check (bytes >= 0),
  uploaded_at timestamptz not null,
  -- The index includes the bytes, because each upload adds up those of the account.
  primary key (account_id, hash) include (bytes)
);
create index uploads_hash on uploads (hash);
