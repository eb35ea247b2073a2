-- Each offered book as it was listed then: title, author, ISBN, condition, edition and the hashes
-- of its photos. It holds no personal data and stays with the offer.
alter table offer_items add column listing jsonb;

-- Treat open offers as made for the listings as they are now.
update offer_items set listing = jsonb_build_object('title', books.title, 'author', books.author,
    'isbn', books.isbn, 'condition', books.condition, 'year', books.publication_year,
    'date', books.publication_date, 'photos', (select json_agg(hash order by position)
      from book_photos where book_photos.book_id = books.id))
  from books, offers
  where books.id = offer_items.book_id and offers.id = offer_items.offer_id
    and offers.status = 'open';

-- Whether the bell also lists a notification that has a line in a chat: its reader has to act.
alter table notifications add column rings boolean not null default false;
