-- The audit log can only be added to, by whatever program: an entry that could be changed or removed
-- proves nothing. Whoever owns the table can still drop the triggers; `npm run verify` says so then.
-- A migration that must change entries disables them and enables them again.
--
-- Of the log nothing is erased when a person leaves: it holds their account's id, never their name.
create function refuse_change_of_audit_log() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log can only be added to' using errcode = 'insufficient_privilege';
end $$;

create trigger audit_log_only_grows before update or delete on audit_log
  for each statement execute function refuse_change_of_audit_log();
create trigger audit_log_is_never_emptied before truncate on audit_log
  for each statement execute function refuse_change_of_audit_log();
