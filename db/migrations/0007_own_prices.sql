-- Whether the seller had named the price of an order, or taken what was predicted: the one says something of the market, the
-- other only repeats the prediction, also when the book is predicted anew later.
-- Of orders from before, as near as can be told.
alter table orders add column is_own_price boolean not null default false;
update orders set is_own_price = predicted_price is null or price <> predicted_price;
