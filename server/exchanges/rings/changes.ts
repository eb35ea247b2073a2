// What has changed since a ring was proposed: it must be what its people say yes to.
import { type SqlBool, sql } from 'kysely'
import { bookFacts } from '#server/books/facts.ts'
import { areBlocked } from '#server/moderation/are-blocked.ts'
import type { Db } from '#server/platform/database/database.ts'
import { isFitting } from '#server/wishlist/wants/fits.ts'
import { isProposed } from './store.ts'

/** Kilometres by which a distance may differ from that of its leg, which is a whole number. */
const kmRounding = 1

/** Whether its giver has closed, deleted or edited a book since. */
const isWithdrawn = sql<SqlBool>`(not books.open_to_exchange or books.deleted_at is not null
  or coalesce(leg.book_facts <> ${bookFacts}, false))`

/** Whether a copy is there, except for what its giver does: free, or held by its ring already. */
const isThere = sql<SqlBool>`(books.hidden_at is null
  and accounts.status = 'active' and accounts.deleted_at is null
  and (books.available > 0 or exists (select from holds join copies on copies.id = holds.copy_id
    where copies.book_id = books.id and holds.exchange_id = leg.exchange_id)))`

/** Whether its receiver still wants the book, on these terms and from where they were. */
const isWanted = sql<SqlBool>`coalesce(wants.person_id = receiver.person_id and ${isFitting} and wants.swaps
  and receiver.pays <= wants.most_on_top
  and abs(coalesce(leg.km, wants.location <-> books.location, 0)
    - coalesce(wants.location <-> books.location, leg.km, 0)) <= ${kmRounding}, false)`

type Change = { id: string; by: string | null }

/**
 * The proposed rings of which something has changed, or whether that one: each with the people who
 * have changed it. Nobody has where a copy was sold or an account blocked or deleted.
 */
export async function findChangedRings(
  db: Db,
  exchangeId?: string,
): Promise<Map<string, string[]>> {
  const isChosen =
    exchangeId === undefined ? isProposed : sql`${isProposed} and exchanges.id = ${exchangeId}`
  const { rows } = await sql<Change>`
    with legs as (
      select exchanges.id, giver.person_id as giver, receiver.person_id as receiver,
        ${isWithdrawn} as is_withdrawn, ${isThere} as is_there, ${isWanted} as is_wanted,
        ${areBlocked(sql`giver.person_id`, sql`receiver.person_id`)} as are_blocked
      from exchanges
      join exchange_legs as leg on leg.exchange_id = exchanges.id
      join exchange_members as giver on giver.exchange_id = exchanges.id
        and giver.number = leg.giver
      join exchange_members as receiver on receiver.exchange_id = exchanges.id
        and receiver.number = leg.receiver
      join books on books.id = leg.book_id join accounts on accounts.id = books.seller_id
      left join wants on wants.id = leg.want_id
      where ${isChosen})
    select id, giver as by from legs where is_withdrawn
    union
    select id, receiver from legs where not is_wanted and not is_withdrawn and not are_blocked
    union
    select id, null from legs where not is_there
    union
    select exchanges.id, account_blocks.person_id from exchanges
    join exchange_members as one on one.exchange_id = exchanges.id
    join exchange_members as other on other.exchange_id = exchanges.id
    join account_blocks on account_blocks.person_id = one.person_id
      and account_blocks.blocked_person_id = other.person_id
    where ${isChosen}
    union
    select exchanges.id, null from exchanges
    join exchange_members as member on member.exchange_id = exchanges.id
    join accounts on accounts.id in (member.buyer_id, member.seller_id)
      or accounts.person_id = member.person_id
    where ${isChosen} and (accounts.deleted_at is not null or accounts.status <> 'active')
  `.execute(db)
  const changed = Map.groupBy(rows, ({ id }) => id)
  return new Map([...changed].map(([id, changes]) => [id, changes.flatMap(({ by }) => by ?? [])]))
}
