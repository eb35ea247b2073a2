-- A title's page is addressed by a short name of its key, which may be as long as title and author.
create function title_id(title_key text) returns text language sql immutable parallel safe
return left(md5(title_key), 16);

create index books_title_id on books (title_id(title_key)) where deleted_at is null;
