-- For listing the notifications under an account's bell, newest first.
create index concurrently if not exists notifications_under_bell on notifications (account_id, id desc) where not in_chat or rings;
