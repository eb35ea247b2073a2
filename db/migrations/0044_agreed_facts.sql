-- What a book said of itself when it was proposed in a ring, or offered in an exchange, as a hash:
-- whoever said yes to it said yes to that.
alter table exchange_legs add column book_facts text;
alter table offer_items add column book_facts text;
