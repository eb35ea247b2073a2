-- What the sweep of pictures looks for with each picture, and an account's export among the ratings.
create index people_picture on people (picture) where picture is not null;
create index orders_cover on orders (book_cover) where book_cover is not null;
create index ratings_buyer on ratings (buyer_id);
