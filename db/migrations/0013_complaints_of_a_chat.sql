-- Complaints are looked up by their chat, on an admin's page of an order.
create index complaints_chat on complaints (chat_id, id desc) where chat_id is not null;
