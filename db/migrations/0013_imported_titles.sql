-- Titles that an operator imported (`npm run titles:import`), to fill in a listing by its ISBN.
-- Facts only, no personal data.
create table imported_titles (
  isbn text primary key check (isbn ~ '^97[89][0-9]{10}$'),
  title text not null check (title <> ''),
  author text,
  -- The key in `imported_authors`, if the file names authors by keys.
  author_key text,
  branch text,
  publication_year integer check (publication_year between 1900 and 2200),
  pages integer check (pages between 1 and 5000),
  original_price integer check (original_price between 100 and 10000000),
  check ((author is null) <> (author_key is null))
);

-- The authors of an Open Library dump, by keys such as '/authors/OL34184A'.
create table imported_authors (
  key text primary key,
  name text not null check (name <> '')
);
