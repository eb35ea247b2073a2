-- Where the seller of an order wanted to be paid when it was agreed to, so that the payer sees a
-- change. Null where nothing was given. Erased with the seller; exported as their profile's.
alter table orders add upi_id text;
update orders set upi_id = accounts.upi_id from accounts
  where accounts.id = orders.seller_id and accounts.upi_id is not null
  and (orders.status in ('Pending', 'Shipped')
    or (orders.status = 'Delivered' and orders.delivered_at > now() - interval '60 days'))
  and (orders.confirmed_at is not null or orders.received_at is not null);

-- Since when its seller doesn't read the buyer's address and phone number any more: thirty days
-- after it was closed or cancelled. Exported as what its seller reads.
alter table orders add contact_hidden_at timestamptz;
