-- A book for a book, with rupees on top. Two people agree on it by an offer in a chat; a ring goes
-- through up to five. Each book that changes hands is a leg, and each leg an order of its own.
--
-- Both accounts of each member export their exchanges. They name nobody: who leaves takes name and
-- addresses along, as from any order, and the rest stays for the others. While a leg is open, its
-- people can't leave. A case of the admins and what they noted about it stay.

-- The books of an offer and what the other side gives for them, at agreed values (paise of a copy).
alter table offer_items add column given_by text not null default 'seller'
  check (given_by in ('buyer', 'seller'));
alter table offer_items add column value integer check (value > 0);
alter table offer_items add constraint offer_items_exchange
  check (given_by = 'seller' or value is not null);
alter table offer_items add constraint offer_items_one_copy check (value is null or copies = 1);

-- Paise that the chat's buyer pays on top, below zero the seller; null where it is no exchange. Of
-- one by post the seller has an address too: erased as the buyer's.
alter table offers add column top_up integer;
alter table offers add column seller_delivery_address text;
alter table offers add column seller_phone_number text;
alter table offers add constraint offers_exchange check (
  (top_up is null and seller_delivery_address is null and seller_phone_number is null)
  or (top_up is not null and order_type = 'purchase' and extends_order_id is null));

create table exchanges (
  id uuid primary key,
  kind text not null check (kind in ('direct', 'ring')),
  -- The offer that was accepted, and its chat.
  offer_id uuid unique references offers,
  chat_id uuid references chats,
  created_at timestamptz not null,
  -- Since when its legs have orders: from the start, but for a ring that waits for its people.
  agreed_at timestamptz,
  constraint exchanges_direct check (
    kind <> 'direct' or (offer_id is not null and chat_id is not null and agreed_at is not null))
);
create index exchanges_chat on exchanges (chat_id);

-- `person_id` is that of both accounts; nobody is in an exchange twice. A member gives with the
-- seller and receives with the buyer account.
create table exchange_members (
  exchange_id uuid not null references exchanges,
  number integer not null check (number between 1 and 5),
  person_id uuid not null,
  buyer_id uuid references accounts,
  seller_id uuid references accounts,
  -- Paise that they pay to the others; below zero: that they get.
  pays integer not null,
  primary key (exchange_id, number),
  unique (exchange_id, person_id)
);
create index exchange_members_person on exchange_members (person_id, exchange_id);

-- `value` in paise: what the members agreed that the book counts for.
create table exchange_legs (
  exchange_id uuid not null references exchanges,
  number integer not null check (number > 0),
  giver integer not null,
  receiver integer not null,
  book_id uuid not null references books,
  value integer not null check (value > 0),
  order_id uuid unique references orders,
  primary key (exchange_id, number),
  foreign key (exchange_id, giver) references exchange_members (exchange_id, number),
  foreign key (exchange_id, receiver) references exchange_members (exchange_id, number),
  constraint exchange_legs_two_people check (giver <> receiver)
);

-- What one member pays another, and what both say of it. Where the exchange is cancelled after that,
-- the same is said of giving it back.
create table exchange_payments (
  exchange_id uuid not null references exchanges,
  number integer not null check (number > 0),
  payer integer not null,
  payee integer not null,
  amount integer not null check (amount > 0),
  paid_at timestamptz,
  received_at timestamptz,
  back_paid_at timestamptz,
  back_received_at timestamptz,
  taken_back_at timestamptz,
  primary key (exchange_id, number),
  foreign key (exchange_id, payer) references exchange_members (exchange_id, number),
  foreign key (exchange_id, payee) references exchange_members (exchange_id, number),
  constraint exchange_payments_two_people check (payer <> payee),
  constraint exchange_payments_back check (
    (back_paid_at is null and back_received_at is null)
    or paid_at is not null or received_at is not null)
);

-- For the admins: a leg that is missing though another was handed over. Closed by an admin, or by
-- itself when the book has come.
create table exchange_cases (
  id uuid primary key,
  exchange_id uuid not null references exchanges,
  order_id uuid not null references orders,
  reason text not null check (reason in ('missing', 'cancelled')),
  created_at timestamptz not null,
  closed_at timestamptz,
  closed_by uuid references accounts,
  note text,
  unique (order_id, reason),
  constraint exchange_cases_closed check (
    (closed_by is null) = (note is null) and (closed_by is null or closed_at is not null))
);
create index exchange_cases_open on exchange_cases (created_at, id) where closed_at is null;
create index exchange_cases_exchange on exchange_cases (exchange_id);

alter table orders add column exchange_id uuid references exchanges;
alter table orders add constraint orders_exchange
  check (exchange_id is null or (order_type = 'purchase' and offer_id is null));
create index orders_exchange on orders (exchange_id) where exchange_id is not null;

alter table audit_log drop constraint audit_log_action_check;
alter table audit_log add constraint audit_log_action_check check (action in (
  'block', 'unblock', 'delete-book', 'issue-link', 'remove-review', 'warn', 'hide-book',
  'unhide-book', 'dismiss-complaint', 'read-chat', 'cancel-order', 'reopen-order', 'close-order',
  'settle-problem', 'settle-exchange'));
alter table audit_log drop constraint audit_log_order;
alter table audit_log add constraint audit_log_order check (
  (action in ('cancel-order', 'reopen-order', 'close-order', 'settle-problem', 'settle-exchange'))
    = (target_kind = 'order'));

-- What must hold at each commit: everybody pays what they get more than they give, and payments add
-- up to that; once it is agreed, each leg has an order of its own for its book, at its value.
create function check_exchange() returns trigger language plpgsql as $$
declare
  checked uuid;
begin
  if tg_table_name = 'exchanges' then checked := new.id; else checked := new.exchange_id; end if;
  if exists (select from exchange_members as member where member.exchange_id = checked and (
      pays <> coalesce((select sum(case when receiver = member.number then value else -value end)
        from exchange_legs as leg where leg.exchange_id = checked
          and member.number in (giver, receiver)), 0)
      or pays <> coalesce((select sum(case when payer = member.number then amount else -amount end)
        from exchange_payments as payment where payment.exchange_id = checked
          and member.number in (payer, payee)), 0)))
  then raise exception 'exchange % doesn''t add up', checked
    using errcode = 'check_violation', constraint = 'exchanges_sums'; end if;
  if exists (select from exchanges where id = checked and agreed_at is not null
      and not exists (select from exchange_legs where exchange_id = checked))
    or exists (select from exchanges join exchange_legs as leg on leg.exchange_id = exchanges.id
      left join orders on orders.id = leg.order_id
      where exchanges.id = checked and agreed_at is not null
        and (orders.exchange_id is distinct from checked or orders.book_id <> leg.book_id
          or orders.price <> leg.value))
  then raise exception 'exchange % lacks orders', checked
    using errcode = 'check_violation', constraint = 'exchanges_orders'; end if;
  return null;
end $$;
create constraint trigger check_exchange after insert or update on exchanges
  deferrable initially deferred for each row execute function check_exchange();
create constraint trigger check_exchange after insert or update on exchange_members
  deferrable initially deferred for each row execute function check_exchange();
create constraint trigger check_exchange after insert or update on exchange_legs
  deferrable initially deferred for each row execute function check_exchange();
create constraint trigger check_exchange after insert or update of payer, payee, amount
  on exchange_payments
  deferrable initially deferred for each row execute function check_exchange();
