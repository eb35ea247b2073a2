-- Meetings at which a book, or all books of a deal, are handed over. Exported to both people; only
-- the buyer's orders contain the code. When either person deletes their account, codes, proposals
-- and places are erased; the agreed time stays for the other person.
create table meetings (
  id uuid primary key,
  chat_id uuid not null references chats,
  -- The code that the buyer sees and the seller types in.
  code text check (code ~ '^[0-9]{4}$'),
  wrong_codes smallint not null default 0 check (wrong_codes between 0 and 5),
  -- The last wrong code. If the same request repeats it, it isn't counted again.
  last_request_id uuid,
  last_wrong_code text,
  place text check (length(place) between 1 and 200),
  starts_at timestamptz,
  -- One side's open proposal. `proposal_id` stays when the proposal is answered.
  proposal_id uuid,
  proposed_by text check (proposed_by in ('buyer', 'seller')),
  proposed_place text check (length(proposed_place) between 1 and 200),
  -- Up to three times, in ISO 8601 and UTC.
  proposed_times jsonb,
  created_at timestamptz not null,
  constraint meetings_place check (starts_at is null or place is not null),
  constraint meetings_proposal check (
    (proposed_by is null) = (proposed_place is null)
    and (proposed_by is null) = (proposed_times is null)
    and (proposed_by is null or proposal_id is not null))
);
create index meetings_chat on meetings (chat_id, id);

-- Offers in chats. Addresses and phone numbers are erased if the offer ends without being accepted,
-- or when their owner deletes the account. Meeting points are erased when either side does. Both
-- sides keep and export the rest.
create table offers (
  id uuid primary key,
  chat_id uuid not null references chats,
  made_by text not null check (made_by in ('buyer', 'seller')),
  -- 'ordered' is no offer, but groups the copies that a seller ordered for the buyer as a deal.
  -- Nobody reads it as an offer, and it has no contact details.
  status text not null default 'open' check (status in ('open', 'accepted', 'declined', 'withdrawn', 'countered', 'expired', 'ordered')),
  order_type text not null check (order_type in ('rent', 'purchase')),
  -- The rental that the offer extends. Accepting such an offer creates no new order.
  extends_order_id uuid,
  -- The price of all copies together; in a rental, per day.
  amount integer not null check (amount > 0),
  -- In an exchange, the amount that the buyer pays on top; negative if the seller pays. Otherwise
  -- null.
  top_up integer,
  days integer check (days between 1 and 365),
  first_day date,
  hand_over text not null check (hand_over in ('meet', 'post')),
  meeting_point text,
  delivery_address text,
  phone_number text,
  -- Only set in an exchange; the address only if the buyer's books are sent by post.
  seller_delivery_address text,
  seller_phone_number text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  settled_at timestamptz,
  constraint offers_rent check ((order_type = 'rent') = (days is not null and first_day is not null)),
  constraint offers_settled check ((status = 'open') = (settled_at is null)),
  constraint offers_ordered check (status <> 'ordered' or (made_by = 'seller' and delivery_address is null and phone_number is null)),
  constraint offers_exchange check (
    (top_up is null and seller_delivery_address is null and seller_phone_number is null)
    or (top_up is not null and order_type = 'purchase' and extends_order_id is null))
);
create unique index offers_open on offers (chat_id) where status = 'open';
create index offers_chat on offers (chat_id, id);
create index offers_expiring on offers (expires_at) where status = 'open';

-- The books of an offer; in an exchange, also those that the buyer gives.
create table offer_items (
  offer_id uuid not null references offers on delete cascade,
  position integer not null,
  book_id uuid not null references books,
  given_by text not null default 'seller' check (given_by in ('buyer', 'seller')),
  copies integer not null check (copies > 0),
  -- The price of one copy when the offer was made; in a rental, per day.
  asking_price integer not null check (asking_price > 0),
  -- Only set in an exchange: the copy's value in it.
  value integer check (value > 0),
  -- The terms of a rental. `loss_price` is the price of a lost copy.
  deposit integer check (deposit > 0),
  late_fee integer check (late_fee > 0),
  loss_price integer check (loss_price > 0),
  -- Only set in an exchange: a hash of the listing when the offer was made, to notice later edits.
  listing_hash text,
  -- The listing at the time: title, author, ISBN, condition, edition and the hashes of its photos.
  -- It holds no personal data and stays with the offer.
  listing jsonb,
  primary key (offer_id, position),
  unique (offer_id, book_id),
  constraint offer_items_exchange check (given_by = 'seller' or value is not null),
  constraint offer_items_one_copy check (value is null or copies = 1)
);

create table orders (
  id uuid primary key,
  chat_id uuid not null references chats,
  book_id uuid not null references books,
  buyer_id uuid not null references accounts,
  seller_id uuid not null references accounts,
  offer_id uuid references offers,
  exchange_id uuid,
  meeting_id uuid references meetings,
  order_type text not null check (order_type in ('rent', 'purchase')),
  status text not null default 'Pending' check (status in ('Pending', 'Shipped', 'Delivered', 'Cancelled')),
  -- A seller's order is only a proposal until the buyer agrees. If the buyer doesn't, it is
  -- cancelled at this time.
  proposed_until timestamptz,
  price integer not null check (price > 0),
  -- The asking price when the order was made; in a rental, for all its days.
  asking_price integer check (asking_price > 0),
  -- Whether people chose the price: the seller, or both in an agreement. A price that the server
  -- predicted says nothing about the market.
  is_custom_price boolean not null default false,
  -- The agreed terms of a rental. `loss_price` is the price of a lost copy.
  rent_days integer check (rent_days between 1 and 365),
  rent_start date,
  rent_end date,
  deposit integer check (deposit > 0),
  late_fee integer check (late_fee > 0),
  loss_price integer check (loss_price > 0),
  extension_price integer not null default 0 check (extension_price >= 0),
  -- The last day, in India, on which both people were reminded of the rental's end.
  reminded_on date,
  hand_over text check (hand_over in ('meet', 'post')),
  delivery_address text not null,
  phone_number text not null,
  -- When the address and the phone number were hidden from the seller: thirty days after the order
  -- was closed or cancelled. The seller's export hides them too.
  contact_hidden_at timestamptz,
  -- Kept and exported with the order, because these columns hold no personal data.
  courier text check (length(courier) between 1 and 60),
  tracking_number text check (tracking_number ~ '^[A-Za-z0-9-]{1,40}$'),
  -- The seller's UPI ID when the order was agreed on, so that the payer notices a later change.
  -- Erased with the seller's account; exported with the seller's profile.
  upi_id text,
  -- The book and the names when the order was made, because they can change later.
  book_title text not null,
  book_type text not null check (book_type in ('new', 'old')),
  book_cover text check (book_cover not like '%-private'),
  title_key text not null,
  branch text not null,
  condition text check (condition in ('new', 'good', 'average', 'poor')),
  publication_year integer,
  original_price integer not null,
  predicted_price integer,
  buyer_name text not null,
  seller_name text not null,
  created_at timestamptz not null default now(),
  delivered_at timestamptz,
  confirmed_at timestamptz,
  -- When the buyer confirmed the receipt, which closes the order.
  received_at timestamptz,
  -- When the buyer reported that they handed a rented book back. The seller marks the return.
  handed_back_at timestamptz,
  returned_at timestamptz,
  -- After an admin closes or cancels an order, the seller can't change it. After an admin reopens
  -- it, the seller can, until the buyer receives or rates the book.
  closed_by_admin_at timestamptz,
  reopened_at timestamptz,
  constraint orders_rent check (
    (order_type = 'rent') = (rent_days is not null and rent_start is not null and rent_end is not null and rent_end = rent_start + rent_days)
  ),
  constraint orders_rent_terms check (order_type = 'rent' or (deposit is null and late_fee is null and extension_price = 0)),
  constraint orders_hand_over check (hand_over is null or (hand_over = 'meet') = (meeting_id is not null)),
  constraint orders_exchange check (exchange_id is null or (order_type = 'purchase' and offer_id is null)),
  constraint orders_shipment check (courier is not null or tracking_number is null),
  constraint orders_closed_or_reopened check (closed_by_admin_at is null or reopened_at is null)
);
create index orders_buyer on orders (buyer_id, id desc);
create index orders_seller on orders (seller_id, id desc);
create index orders_seller_created on orders (seller_id, created_at, id);
create index orders_book on orders (book_id);
create index orders_chat on orders (chat_id);
create index orders_offer on orders (offer_id) where offer_id is not null;
create index orders_meeting on orders (meeting_id) where meeting_id is not null;
create index orders_exchange on orders (exchange_id) where exchange_id is not null;
create index orders_proposed on orders (proposed_until) where status = 'Pending' and confirmed_at is null;
create index orders_ending on orders (rent_end) where status = 'Delivered' and order_type = 'rent' and returned_at is null;
create index orders_contact_shown on orders (id) where contact_hidden_at is null and status in ('Cancelled', 'Delivered');
create index orders_open_exchanges on orders (id) where exchange_id is not null and status in ('Pending', 'Shipped');
create index orders_cancelled_exchanges on orders (id) where exchange_id is not null and status = 'Cancelled';
create index orders_cover on orders (book_cover) where book_cover is not null;
create index orders_sold on orders (delivered_at desc) where status = 'Delivered' and order_type = 'purchase' and book_type = 'old';
create index orders_search on orders using gin (book_title gin_trgm_ops, buyer_name gin_trgm_ops, seller_name gin_trgm_ops) with (fastupdate = off);
-- The order's number on people's screens.
create index orders_short_id on orders (right(id::text, 6));

alter table offers add foreign key (extends_order_id) references orders;
alter table messages
  add foreign key (offer_id) references offers,
  add foreign key (order_id) references orders,
  add foreign key (meeting_id) references meetings;

-- Copies held by an order, by a reservation, or by a ring that their owner has accepted. A sale
-- holds its copy forever, a rental until the return. The constraint keeps a copy from being
-- promised twice.
create table holds (
  order_id uuid constraint holds_order unique references orders on delete cascade,
  exchange_id uuid,
  reservation_id uuid unique,
  copy_id uuid not null references copies,
  during daterange not null,
  constraint holds_owner check (num_nonnulls(order_id, exchange_id, reservation_id) = 1),
  constraint holds_no_overlap exclude using gist (copy_id with =, during with &&)
);
create index holds_exchange on holds (exchange_id) where exchange_id is not null;

create table order_events (
  id uuid primary key,
  -- The order in which events were saved, because several can have the same time.
  number bigserial,
  order_id uuid not null references orders on delete cascade,
  kind text not null check (kind in ('created', 'status', 'confirmed', 'received', 'returned', 'undone', 'rent_moved',
    'handed_back', 'problem', 'solved', 'closed', 'reopened', 'handed_over', 'extended')),
  status text not null check (status in ('Pending', 'Shipped', 'Delivered', 'Cancelled')),
  -- The seller's reason for an unusual change of the status, added after the change.
  reason text check (length(reason) between 1 and 500),
  -- The values before a change of the status, so that the seller can undo it.
  previous jsonb,
  actor_model text not null check (actor_model in ('Buyer', 'Seller', 'Admin', 'System')),
  actor_id uuid references accounts,
  -- The name of the helper who did it for the seller. Erased with the seller's account.
  helper text,
  created_at timestamptz not null default now(),
  constraint order_events_helper check (helper is null or actor_model = 'Seller')
);
create index order_events_order on order_events (order_id, number);

create table ratings (
  order_id uuid primary key references orders on delete cascade,
  title_key text not null,
  buyer_id uuid not null references accounts,
  seller_id uuid not null references accounts,
  book_stars smallint not null check (book_stars between 1 and 5),
  seller_stars smallint not null check (seller_stars between 1 and 5),
  review text check (length(review) <= 1000),
  created_at timestamptz not null default now(),
  -- When an admin removed the rating. The row stays without its text, so that the order can't be
  -- rated again.
  removed_at timestamptz
);
create index ratings_title on ratings (title_key);
create index ratings_buyer on ratings (buyer_id);
create index ratings_seller on ratings (seller_id);
create index ratings_newest on ratings (created_at desc, order_id desc);

-- Payments between buyer and seller, as they reported them. The market itself handles no money. A
-- price or late fee is paid back after a refund or a cancellation, and a late fee also after an
-- extension over the late days. Exported to both people, and kept with the order, because payments
-- name nobody.
create table payments (
  order_id uuid not null references orders on delete cascade,
  kind text not null check (kind in ('price', 'deposit', 'late_fee', 'deposit_back', 'price_back', 'late_fee_back')),
  -- The amounts that the two sides reported last.
  paid integer not null default 0 check (paid >= 0),
  received integer not null default 0 check (received >= 0),
  paid_at timestamptz,
  received_at timestamptz,
  -- When the payer last undid a report.
  taken_back_at timestamptz,
  primary key (order_id, kind),
  constraint payments_taken_back check (paid <= received or taken_back_at is null or paid_at >= taken_back_at),
  constraint payments_times check ((paid > 0) = (paid_at is not null) and (received > 0) = (received_at is not null))
);

-- Problems that buyers reported about orders; at most one per order is open. Exported to both
-- people with their orders. Kept for the other person and admins when either account is deleted, as
-- orders and chats are. While a problem is open, neither account can be deleted.
create table problems (
  id uuid primary key,
  order_id uuid not null references orders on delete cascade,
  reason text not null check (reason in ('not-received', 'wrong-book', 'worse-condition', 'damaged', 'counterfeit', 'other')),
  -- The seller's last proposal. `refund` is its amount.
  proposal text check (proposal in ('refund', 'returned', 'replaced')),
  refund integer check (refund > 0),
  outcome text check (outcome in ('refund', 'returned', 'replaced', 'withdrawn', 'dismissed')),
  solved_by text check (solved_by in ('Buyer', 'Admin')),
  -- The admin's reason for settling the problem.
  solved_reason text check (length(solved_reason) between 1 and 500),
  created_at timestamptz not null,
  solved_at timestamptz,
  constraint problems_refund check (refund is null or proposal is not distinct from 'refund'),
  constraint problems_solved check ((solved_at is null) = (outcome is null) and (solved_at is null) = (solved_by is null)),
  constraint problems_admin check (
    coalesce(solved_by = 'Admin', false) = (solved_reason is not null)
    and (outcome is distinct from 'dismissed' or solved_by = 'Admin')
    and (outcome is distinct from 'withdrawn' or solved_by = 'Buyer'))
);
create unique index problems_open on problems (order_id) where solved_at is null;
create index problems_order on problems (order_id, id);
create index problems_oldest on problems (id) where solved_at is null;
-- The admins' queue merges three tables in one order, so each has indexes in that order.
create index problems_open_oldest on problems (created_at, id) where solved_at is null;
create index problems_solved_newest on problems (solved_at desc, id desc) where solved_at is not null;

-- Both people's messages about a problem, beginning with the report. A seller's proposal has no
-- text. Exported and kept like the problem.
create table problem_messages (
  id uuid primary key,
  problem_id uuid not null references problems on delete cascade,
  number integer not null check (number >= 1),
  sender_model text not null check (sender_model in ('Buyer', 'Seller')),
  body text check (length(body) between 1 and 1000),
  proposal text check (proposal in ('refund', 'returned', 'replaced')),
  refund integer check (refund > 0),
  created_at timestamptz not null,
  unique (problem_id, number),
  constraint problem_messages_text check ((body is null) = (proposal is not null)),
  constraint problem_messages_proposal check (proposal is null or sender_model = 'Seller'),
  constraint problem_messages_refund check (refund is null or proposal is not distinct from 'refund')
);

-- The photos in these messages. Only the two people and admins can see them. Not exported as files.
-- Erased with the sender's account, because they may show an address or a face.
create table problem_photos (
  message_id uuid not null references problem_messages on delete cascade,
  position smallint not null check (position between 0 and 3),
  hash text not null unique references photos check (hash like '%-private'),
  primary key (message_id, position)
);

-- Whether the buyer agreed to an order: by confirming it, or by receiving or rating the book. A
-- test compares this with `orderIs.agreed` in server/orders/lifecycle/status.ts.
create function is_agreed(ordered orders) returns boolean language sql stable
return ordered.status <> 'Cancelled' and (ordered.confirmed_at is not null or ordered.received_at is not null);
