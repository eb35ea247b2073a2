-- For finding the listings of a wanted title (server/wants/public-titles.ts).
create index concurrently if not exists books_work_listed on books (work_id(search_text))
  where deleted_at is null and hidden_at is null and available > 0;
