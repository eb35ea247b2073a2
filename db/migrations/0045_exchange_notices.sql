-- What a notification about an exchange is about: its state, its chat, a payment, a case. The newest
-- of one part takes the place of what is unread of the same part, and of no other. It goes with its
-- notification, and tells nobody anything.
alter table notifications add column exchange_part text;
update notifications set exchange_part = case
    when text = 'There is a new message in the chat of your ring.' then 'chat' else 'state' end
  where exchange_id is not null;
alter table notifications add constraint notifications_exchange_part
  check ((exchange_part is null) = (exchange_id is null));
