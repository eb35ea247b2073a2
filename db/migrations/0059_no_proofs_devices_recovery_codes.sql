-- No proof of work at sign-up, no known browsers, no recovery codes: the operator's command removes
-- the second factor of an admin who has lost the phone.
drop table used_proofs;
alter table installation drop column proof_key;
drop table known_devices;
drop table recovery_codes;
