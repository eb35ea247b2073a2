-- The listing of each offered book as it was then: title, author, ISBN, condition, edition and the
-- hashes of its photos. Nothing of it is about a person; it stays with the offer.
alter table offer_items add column listing jsonb;

-- Offers that are open now count as made for what their listings say now.
update offer_items set listing = jsonb_build_object('title', books.title, 'author', books.author,
    'isbn', books.isbn, 'condition', books.condition, 'year', books.publication_year,
    'date', books.publication_date, 'photos', (select json_agg(hash order by position)
      from book_photos where book_photos.book_id = books.id))
  from books, offers
  where books.id = offer_items.book_id and offers.id = offer_items.offer_id
    and offers.status = 'open';

-- Of what has a line in a chat: whether the bell lists it, too, because its reader has to act.
alter table notifications add column rings boolean not null default false;
