-- Where, when and with which code a book, or all books of a deal, change hands in person. Exported
-- to both people without the code, which only its buyer's orders have. When one of them leaves, the
-- code and an open proposal are erased; what was agreed on stays for the other, as messages do.
create table meetings (
  id uuid primary key,
  chat_id uuid not null references chats,
  -- Read by the buyer, typed by the seller.
  code text check (code ~ '^[0-9]{4}$'),
  wrong_codes smallint not null default 0 check (wrong_codes between 0 and 5),
  -- The wrong code that was counted last: sent again, it isn't counted again.
  last_client_id uuid,
  last_wrong_code text,
  place text check (length(place) between 1 and 200),
  starts_at timestamptz,
  -- What one side proposes until the other has chosen; `proposal_id` stays as the chosen one.
  proposal_id uuid,
  proposed_by text check (proposed_by in ('buyer', 'seller')),
  proposed_place text check (length(proposed_place) between 1 and 200),
  -- Up to three times, ISO 8601 in UTC.
  proposed_times jsonb,
  created_at timestamptz not null,
  constraint meetings_place check (starts_at is null or place is not null),
  constraint meetings_proposal check (
    (proposed_by is null) = (proposed_place is null)
    and (proposed_by is null) = (proposed_times is null)
    and (proposed_by is null or proposal_id is not null))
);
create index meetings_chat on meetings (chat_id, id);

alter table orders add column meeting_id uuid references meetings;
create index orders_meeting on orders (meeting_id) where meeting_id is not null;
alter table messages add column meeting_id uuid references meetings;

-- Kept and exported with the order: they tell nothing of a person.
alter table orders add column courier text check (length(courier) between 1 and 60);
alter table orders add column tracking_number text check (tracking_number ~ '^[A-Za-z0-9-]{1,40}$');
alter table orders add constraint orders_shipment check (courier is not null or tracking_number is null);

-- Deals that are to be handed over in person get a code too, by the database's secure random bits.
insert into meetings (id, chat_id, code, place, created_at)
select id, chat_id,
  lpad((('x' || left(replace(gen_random_uuid()::text, '-', ''), 7))::bit(28)::integer % 10000)::text, 4, '0'),
  nullif(left(meeting_point, 200), ''), settled_at
from offers where status = 'accepted' and hand_over = 'meet';
update orders set meeting_id = offer_id where offer_id in (select id from meetings);
update messages set meeting_id = offer_id where offer_id in (select id from meetings);

alter table order_events drop constraint order_events_kind_check;
alter table order_events add constraint order_events_kind_check
  check (kind in ('created', 'status', 'confirmed', 'received', 'returned', 'undone', 'rent_moved',
    'handed_back', 'problem', 'solved', 'closed', 'reopened', 'handed_over', 'extended'));
