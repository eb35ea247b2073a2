import { sql } from 'kysely'
import { maxHelpers } from '#contract/common/limits.ts'
import type { Invariant } from '#server/platform/database/invariants.ts'

export const accountInvariants: Invariant[] = [
  {
    rule: 'a seller has the ratings that count: the last one of each active person',
    broken: sql`
      select accounts.id, rating_sum, rating_count, counted.sum, counted.count
      from accounts, lateral (
        select coalesce(sum(seller_stars), 0) as sum, count(*) as count from (
          select distinct on (author.person_id) seller_stars
          from ratings join accounts as author on author.id = buyer_id
          where ratings.seller_id = accounts.id and removed_at is null
            and author.status = 'active'
          order by author.person_id, ratings.created_at desc, order_id desc) as latest) as counted
      where rating_sum <> counted.sum or rating_count <> counted.count`,
  },
  {
    rule: 'a deleted account keeps nothing of its person',
    broken: sql`
      select id, name, email from accounts
      where deleted_at is not null and role <> 'admin' and (name not in ('Unknown', 'Unknown Buyer')
        or num_nonnulls(email, password_hash, address, phone, shop_name, shop_address, shop_hours, picture,
          pin_code, city, location, hand_overs) > 0
        or shares_address
        or exists (select from sessions where account_id = accounts.id)
        or exists (select from api_tokens where account_id = accounts.id)
        or exists (select from password_resets where account_id = accounts.id)
        or exists (select from helpers where seller_id = accounts.id)
        or exists (select from helper_invites where seller_id = accounts.id)
        or exists (select from messages where sender_id = accounts.id and helper is not null)
        or exists (select from order_events where actor_id = accounts.id and helper is not null)
        or exists (select from idempotency_keys where account_id = accounts.id)
        or exists (select from uploads where account_id = accounts.id)
        or exists (select from notifications where account_id = accounts.id))`,
  },
  {
    rule: 'a removed admin keeps nothing but name and email, for the audit log',
    broken: sql`
      select id from accounts
      where deleted_at is not null and role = 'admin' and (password_hash is not null
        or exists (select from sessions where account_id = accounts.id)
        or exists (select from second_factors where account_id = accounts.id))`,
  },
  {
    rule: 'a blocked account has no session and no API token',
    broken: sql`
      select accounts.id, count(*) as tokens
      from accounts join (select account_id from sessions union all
        select account_id from api_tokens) as tokens on account_id = accounts.id
      where status = 'blocked' group by accounts.id`,
  },
  {
    rule: 'only shop owners have helpers, at most five with the open invitations of a moment',
    broken: sql`
      select accounts.id, count(*) from accounts
      join (select seller_id, created_at, 'infinity' as expires_at from helpers
        union all select seller_id, created_at, expires_at from helper_invites) as hand
        on hand.seller_id = accounts.id
      where hand.expires_at > now() or accounts.seller_type is distinct from 'shop owner'
      group by accounts.id
      having count(*) > ${maxHelpers} or bool_or(accounts.seller_type is distinct from 'shop owner')`,
  },
  {
    rule: 'no helper has the email of a seller',
    broken: sql`
      select helpers.id, accounts.id as seller from helpers
      join accounts on lower(accounts.email) = lower(helpers.email)
      where role = 'seller' and deleted_at is null`,
  },
]
