-- Signs the puzzles that browsers solve beyond the first sign-ups of an address. All server
-- processes share it; who copies the database copies it too.
alter table installation
  add column proof_key bytea not null
  default (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
alter table installation alter column proof_key drop default;

-- Proofs of work that were used, until they expire: each counts once. They say nothing about a
-- person, so nothing of them is exported, and nothing is left to erase when somebody leaves.
create table used_proofs (
  nonce text primary key,
  expires_at timestamptz not null
);
create index used_proofs_expiry on used_proofs (expires_at);
