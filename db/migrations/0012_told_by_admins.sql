-- Why an account was blocked, where an admin gave a reason: whoever logs in with the right password
-- reads it. Erased with the block, and with the account.
alter table accounts add column blocked_reason text check (length(blocked_reason) between 1 and 500);
alter table accounts add constraint accounts_blocked_reason check (blocked_reason is null or status = 'blocked');

-- What admins tell somebody: warnings, and that a complaint was dealt with.
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in ('order', 'status', 'message', 'listing', 'account', 'admin'));
alter table notifications drop constraint notifications_chat;
alter table notifications add constraint notifications_chat check (kind in ('listing', 'account', 'admin') or chat_id is not null);
