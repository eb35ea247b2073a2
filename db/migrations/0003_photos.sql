create table photos (
  -- SHA-256 of the encoded photo, so that equal photos are stored once. A private photo has a
  -- random name instead, which nobody can guess and the photos' public URL rejects.
  hash text primary key check (hash ~ '^[0-9a-f]{64}(-private)?$'),
  width integer not null,
  height integer not null,
  -- When it was last uploaded or removed from a book. Photos that nothing shows are deleted a day
  -- later.
  used_at timestamptz not null default now(),
  -- Set while its files are being deleted, outside a transaction. An upload of the same photo
  -- waits.
  removal_started_at timestamptz
);

-- The photos that each account uploaded, to limit its storage. Not exported, because books and
-- profile show the photos. Deleted with the account.
create table uploads (
  account_id uuid not null references accounts on delete cascade,
  hash text not null references photos on delete cascade,
  -- The size of all its widths together.
  bytes integer not null check (bytes >= 0),
  uploaded_at timestamptz not null,
  -- Includes the bytes, because every upload adds them up.
  primary key (account_id, hash) include (bytes)
);
create index uploads_hash on uploads (hash);
