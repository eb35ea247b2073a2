create table photos (
  -- SHA-256 of the encoded photo, so that equal photos are stored once. A private photo has a
  -- random name instead, which nobody can guess and which the public URL of photos rejects.
  hash text primary key check (hash ~ '^[0-9a-f]{64}(-private)?$'),
  width integer not null,
  height integer not null,
  -- When it was last uploaded, or removed from a book. A photo that nothing shows is deleted a day
  -- later.
  used_at timestamptz not null default now(),
  -- Set while its files are being deleted, outside a transaction. An upload of the same photo
  -- waits.
  removal_started_at timestamptz
);

-- Records who uploaded which photos, to limit what an account stores. Not exported, because books
-- and profile show the photos. Deleted with the account.
create table uploads (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  hash text not null references photos on delete cascade,
  -- The total size of all its widths; 0 if the same account had uploaded the same photo before.
  bytes integer not null check (bytes >= 0),
  uploaded_at timestamptz not null
);
-- Includes the bytes, because each upload adds them up.
create index uploads_account on uploads (account_id, hash) include (bytes);
create index uploads_hash on uploads (hash);
create index uploads_repeated on uploads (uploaded_at) where bytes = 0;
