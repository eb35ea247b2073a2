-- What a person's POST made under an Idempotency-Key, so that the same request sent again makes nothing twice.
-- Kept for a day, then swept. Not part of a data export; erased when the person leaves.
create table idempotency_keys (
  person_id uuid not null references people on delete cascade,
  -- Method and path as the contract writes them: 'POST /orders/create'.
  route text not null,
  -- SHA-256 of the key, and of the request with its files: neither stands here itself.
  key_hash bytea not null check (length(key_hash) = 32),
  request_hash bytea not null check (length(request_hash) = 32),
  -- Empty only inside the transaction that makes it.
  made_id uuid,
  created_at timestamptz not null default now(),
  primary key (person_id, route, key_hash)
);
create index idempotency_keys_age on idempotency_keys (created_at);

insert into idempotency_keys (person_id, route, key_hash, request_hash, made_id, created_at)
select seller_id, 'POST /orders/create', sha256(convert_to(idempotency_key, 'UTF8')), decode(request_hash, 'hex'), id, created_at
from orders
where idempotency_key is not null and created_at > now() - interval '1 day';

alter table orders drop column idempotency_key, drop column request_hash;
