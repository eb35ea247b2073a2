-- `books_keys` (0017) replaces it. By itself, because nobody reads books while an index is dropped, and
-- after other statements it could wait for a reader who waits to write.
drop index books_search;
