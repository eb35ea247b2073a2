-- Books whose text for searches an older version has written, in the spelling of before: a job writes
-- them again, with the keys of their titles.
create index concurrently if not exists books_text_outdated on books (id)
  where search_text not like '% ;;% ;;% ;;% ;;% ;;%';
