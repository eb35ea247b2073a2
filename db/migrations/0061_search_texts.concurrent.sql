-- Books whose search text has the old spelling. A job rewrites them, and the keys of their titles.
create index concurrently if not exists books_text_outdated on books (id)
  where search_text not like '% ;;% ;;% ;;% ;;% ;;%';
