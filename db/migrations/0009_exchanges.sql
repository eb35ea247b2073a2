-- Exchanges of books for books, with money on top. Two people agree on one by an offer in a chat.
-- The market also proposes rings of up to five people: when a member accepts, the ring holds their
-- copy, and when the last member accepts, all orders are made. Each book that changes hands is a
-- leg with its own order. ¶ Both accounts of each member export their exchanges. When a member
-- deletes their account, the name and addresses are erased, as in any order; the rest stays for the
-- other members. While a leg is open, its giver and receiver can't delete their accounts. The
-- admins' cases and notes stay.
create table exchanges (
  id uuid primary key,
  kind text not null check (kind in ('direct', 'ring')),
  -- The accepted offer, and its chat.
  offer_id uuid unique references offers,
  chat_id uuid references chats,
  created_at timestamptz not null,
  -- When the orders were made. Null while a ring waits for its members.
  agreed_at timestamptz,
  expires_at timestamptz,
  -- When members who hadn't answered were reminded, which happens once. It holds no personal data:
  -- neither exported nor erased.
  reminded_at timestamptz,
  ended_at timestamptz,
  -- Why a ring ended: a member declined, it expired, or one of its copies or wants changed.
  ended_because text check (ended_because in ('declined', 'lapsed', 'changed')),
  constraint exchanges_direct check (kind <> 'direct' or (offer_id is not null and chat_id is not null and agreed_at is not null)),
  constraint exchanges_ring check ((kind = 'ring') = (expires_at is not null)),
  constraint exchanges_ended check ((ended_at is null) = (ended_because is null) and (ended_at is null or agreed_at is null))
);
create index exchanges_chat on exchanges (chat_id);
create index exchanges_proposed on exchanges (expires_at) where agreed_at is null and ended_at is null;
create index exchanges_created on exchanges (created_at);
alter table orders add foreign key (exchange_id) references exchanges;
alter table holds add foreign key (exchange_id) references exchanges;

-- Members give with their seller account and receive with their buyer account. The address is only
-- set for a ring's member who gets a book by post. Exported, and erased with the account.
create table exchange_members (
  exchange_id uuid not null references exchanges,
  number integer not null check (number between 1 and 5),
  -- The person who has both accounts, so that nobody is in an exchange twice.
  person_id uuid not null,
  buyer_id uuid references accounts,
  seller_id uuid references accounts,
  -- The amount that the member pays; negative if they get money.
  pays integer not null,
  answer text check (answer in ('accepted', 'declined')),
  -- Whether the member accepted first and declined later.
  has_withdrawn boolean not null default false,
  delivery_address text,
  phone_number text,
  primary key (exchange_id, number),
  unique (exchange_id, person_id)
);
create index exchange_members_person on exchange_members (person_id, exchange_id);

create table exchange_legs (
  exchange_id uuid not null references exchanges,
  number integer not null check (number > 0),
  giver integer not null,
  receiver integer not null,
  book_id uuid not null references books,
  -- The value that the members agreed on.
  value integer not null check (value > 0),
  -- A hash of the listing when the ring was proposed, to notice later edits.
  listing_hash text,
  order_id uuid unique references orders,
  -- Only set in a ring: the want that the copy fits, how it is handed over and, if known, the
  -- distance between giver and receiver.
  want_id uuid references wants on delete set null,
  hand_over text check (hand_over in ('meet', 'post')),
  km integer check (km >= 0),
  primary key (exchange_id, number),
  foreign key (exchange_id, giver) references exchange_members (exchange_id, number),
  foreign key (exchange_id, receiver) references exchange_members (exchange_id, number),
  constraint exchange_legs_two_people check (giver <> receiver)
);
create index exchange_legs_book on exchange_legs (book_id);
create index exchange_legs_want on exchange_legs (want_id) where want_id is not null;

-- Payments between members, as both reported them. If the exchange is cancelled after a payment,
-- the `back` columns say whether it was paid back.
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
  primary key (exchange_id, number),
  foreign key (exchange_id, payer) references exchange_members (exchange_id, number),
  foreign key (exchange_id, payee) references exchange_members (exchange_id, number),
  constraint exchange_payments_two_people check (payer <> payee),
  constraint exchange_payments_back check (
    (back_paid_at is null and back_received_at is null)
    or paid_at is not null or received_at is not null)
);

-- Checks at each commit that a member's payments add up to `pays`. In a ring, `pays` is the value
-- of the book that the member gets minus that of the book that they give. Once the exchange is
-- agreed, each leg has an order for its book at its value.
create function check_exchange() returns trigger language plpgsql as $$
declare
  checked uuid;
begin
  if tg_table_name = 'exchanges' then checked := new.id; else checked := new.exchange_id; end if;
  if exists (select from exchange_members as member join exchanges on exchanges.id = exchange_id
    where exchange_id = checked and (
      (kind = 'ring'
        and pays <> coalesce((select sum(case when receiver = member.number then value else -value end)
          from exchange_legs as leg where leg.exchange_id = checked
            and member.number in (giver, receiver)), 0))
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

-- Cases for the admins: a book of an exchange is late or cancelled although another one was sent or
-- handed over. An admin closes a case, or it closes when the book arrives.
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
  constraint exchange_cases_closed check ((closed_by is null) = (note is null) and (closed_by is null or closed_at is not null))
);
create index exchange_cases_open on exchange_cases (created_at, id) where closed_at is null;
create index exchange_cases_done on exchange_cases (closed_at desc, id desc) where closed_at is not null;
create index exchange_cases_exchange on exchange_cases (exchange_id);

-- A ring's chat. A line of the system (`is_system`) has no member, or is shown after the member's
-- name ('has accepted.'). Exported for each member. When a member deletes their account, the name
-- is erased, and the messages stay for the others, as in any chat.
create table ring_messages (
  id uuid primary key,
  exchange_id uuid not null references exchanges,
  member integer,
  is_system boolean not null default false,
  text text not null,
  client_id uuid,
  created_at timestamptz not null,
  foreign key (exchange_id, member) references exchange_members (exchange_id, number),
  unique (exchange_id, member, client_id),
  constraint ring_messages_member check (is_system or member is not null)
);
create index ring_messages_newest on ring_messages (exchange_id, id);
