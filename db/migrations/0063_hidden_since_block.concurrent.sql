-- How many listings of a seller an admin may release, on each row of the list of sellers.
create index concurrently if not exists books_hidden_since_block on books (seller_id) where hidden_since_block;
