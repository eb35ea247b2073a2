-- The seller's UPI ID of deals that may still be paid for.
update orders set upi_id = accounts.upi_id from accounts
  where accounts.id = orders.seller_id and accounts.upi_id is not null
  and (orders.status in ('Pending', 'Shipped')
    or (orders.status = 'Delivered' and orders.delivered_at > now() - interval '60 days'))
  and is_agreed(orders);

-- Treat open offers as made for the listings as they are now.
update offer_items set listing = jsonb_build_object('title', books.title, 'author', books.author,
    'isbn', books.isbn, 'condition', books.condition, 'year', books.publication_year,
    'date', books.publication_date, 'photos', (select json_agg(hash order by position)
      from book_photos where book_photos.book_id = books.id))
  from books, offers
  where books.id = offer_items.book_id and offers.id = offer_items.offer_id
    and offers.status = 'open';

-- Only an order that its buyer agreed to fulfils a want.
update wants set order_id = order_for_want(wants) from orders
  where orders.id = wants.order_id and not gives_book(orders);

-- Count all titles again, leaving out those named only by the people who want them.
insert into wanted_changes (work) select work from wanted_titles;
