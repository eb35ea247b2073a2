-- Ratings that count once a human and can be taken away, and how often people take their data along.

-- The title as it was ordered: a listing can be renamed later, and must not carry its ratings to another title.
alter table orders add column title_key text;
update orders set title_key = coalesce(
  (select ratings.title_key from ratings where ratings.order_id = orders.id),
  (select books.title_key from books where books.id = orders.book_id)
);
alter table orders alter column title_key set not null;

alter table ratings
  -- Whether buyer and seller were one human when it was given; kept, because nothing tells once an account is gone.
  add column is_own boolean not null default false,
  -- When an admin took it away. The row stays, so that the order isn't rated again; its words go.
  add column removed_at timestamptz;
update ratings set is_own = true
from people buyer, people seller
where buyer.id = ratings.buyer_id and seller.id = ratings.seller_id
  and (buyer.human_id = seller.human_id or lower(buyer.email) = lower(seller.email));
create index ratings_newest on ratings (created_at desc, order_id desc);

-- The sums anew: the latest rating of each human who isn't blocked, as server/people/store.ts counts from here on.
with voices as (
  select distinct on (ratings.title_key, author.human_id) ratings.title_key, ratings.book_stars
  from ratings join people author on author.id = ratings.buyer_id
  where not ratings.is_own and author.status = 'active'
  order by ratings.title_key, author.human_id, ratings.created_at desc, ratings.order_id desc
), sums as (
  select title_key, sum(book_stars)::integer as sum, count(*)::integer as count from voices group by title_key
)
update books set rating_sum = coalesce(sums.sum, 0), rating_count = coalesce(sums.count, 0)
from books every left join sums on sums.title_key = every.title_key
where every.id = books.id and (books.rating_sum, books.rating_count) <> (coalesce(sums.sum, 0), coalesce(sums.count, 0));

with voices as (
  select distinct on (ratings.seller_id, author.human_id) ratings.seller_id, ratings.seller_stars
  from ratings join people author on author.id = ratings.buyer_id
  where not ratings.is_own and author.status = 'active'
  order by ratings.seller_id, author.human_id, ratings.created_at desc, ratings.order_id desc
), sums as (
  select seller_id, sum(seller_stars)::integer as sum, count(*)::integer as count from voices group by seller_id
)
update people set rating_sum = coalesce(sums.sum, 0), rating_count = coalesce(sums.count, 0)
from people every left join sums on sums.seller_id = every.id
where every.id = people.id and (people.rating_sum, people.rating_count) <> (coalesce(sums.sum, 0), coalesce(sums.count, 0));

alter table audit_log
  drop constraint audit_log_what_check,
  add constraint audit_log_what_check check (what in ('block', 'unblock', 'delete-book', 'issue-link', 'remove-review')),
  drop constraint audit_log_target_kind_check,
  add constraint audit_log_target_kind_check check (target_kind in ('buyer', 'seller', 'book', 'review')),
  add constraint audit_log_review check ((what = 'remove-review') = (target_kind = 'review'));

-- When somebody began to take their data along, which is counted over a day. Rows of their person that are older go with
-- the next one, and all of them with the account; they are not exported.
create table account_exports (
  id uuid primary key,
  person_id uuid not null references people on delete cascade,
  started_at timestamptz not null
);
create index account_exports_person on account_exports (person_id, started_at desc);
