-- For counting, on each row of the list of sellers, the listings that an admin may release.
create index concurrently if not exists books_hidden_since_block on books (seller_id) where hidden_since_block;
