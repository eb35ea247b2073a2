-- What an account's bell lists, the newest first.
create index concurrently if not exists notifications_under_bell on notifications (account_id, id desc) where not in_chat or rings;
