-- The seller's UPI ID when an order was agreed on, so that the payer notices a change. Null if the
-- seller had none. Erased with the seller; exported as part of their profile.
alter table orders add upi_id text;
update orders set upi_id = accounts.upi_id from accounts
  where accounts.id = orders.seller_id and accounts.upi_id is not null
  and (orders.status in ('Pending', 'Shipped')
    or (orders.status = 'Delivered' and orders.delivered_at > now() - interval '60 days'))
  and (orders.confirmed_at is not null or orders.received_at is not null);

-- When the buyer's address and phone number were hidden from the seller: thirty days after the
-- order was closed or cancelled. The seller's export hides them, too.
alter table orders add contact_hidden_at timestamptz;
