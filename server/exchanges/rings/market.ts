// The market as the matching takes it: what people have opened, what they want, and what fits.
import { sql } from 'kysely'
import { toPaise } from '#contract/common/schemas.ts'
import { bookValue } from '#contract/exchanges/values.ts'
import type { ExchangeMarket } from '#server/exchanges/matching/market.ts'
import { coolDownMs, maxFits, maxMeetKm } from '#server/exchanges/policy.ts'
import type { Db } from '#server/platform/database/database.ts'
import { isWanting } from '#server/wishlist/wants/counts.ts'
import { isAnswering, isOpenCopy, isWithinLimits, mayDeal } from '#server/wishlist/wants/fits.ts'
import { isProposed } from './proposed.ts'

/**
 * Who isn't proposed a copy again for a while: they declined it, said nothing to its ring, or it was
 * agreed and cancelled.
 */
const refusedSince = (since: Date) => sql`
  select member.person_id, leg.book_id
  from exchanges join exchange_members as member on member.exchange_id = exchanges.id
  join exchange_legs as leg on leg.exchange_id = exchanges.id and leg.receiver = member.number
  left join orders on orders.id = leg.order_id
  where exchanges.created_at > ${since} and (member.answer = 'declined'
    or (exchanges.ended_because = 'lapsed' and member.answer is null)
    or orders.status = 'Cancelled')`

type Row = {
  want_id: string
  receiver: string
  most_on_top: number
  book_id: string
  giver: string
  price: number
  km: number | null
}

/** Of the copies of a seller that are the same to whoever wants one, the cheapest. */
const oneOfEach = (name: 'isbn' | 'work') => sql`(
  select distinct on (seller_id, ${sql.ref(name)}, condition) * from offered
  where ${sql.ref(name)} is not null order by seller_id, ${sql.ref(name)}, condition, price, id)`

/**
 * Wants and open copies of their titles, as a table for `from`; whether they fit isn't looked at.
 */
const sameTitles = sql`(
  with offered as materialized (
    select books.id, books.seller_id, books.isbn, work_id(books.search_text) as work,
      books.condition, books.price
    from books join accounts on accounts.id = books.seller_id where ${isOpenCopy})
  select wants.id as want_id, wants.person_id, same.id as book_id, same.seller_id
    from wants join ${oneOfEach('isbn')} as same on same.isbn = wants.isbn
  union
  select wants.id, wants.person_id, same.id, same.seller_id
    from wants join ${oneOfEach('work')} as same on same.work = wants.work)`

const readFits = async (db: Db, now: Date): Promise<Row[]> => {
  const refused = refusedSince(new Date(now.getTime() - coolDownMs))
  const { rows } = await sql<Row>`
    with busy as materialized (select person_id from exchange_members
        join exchanges on exchanges.id = exchange_id where ${isProposed}),
      refused as materialized (${refused})
    select fits.want_id, fits.person_id as receiver, most_on_top,
      fits.book_id, accounts.person_id as giver, price, wants.location <-> books.location as km
    from ${sameTitles} as fits
    join wants on wants.id = fits.want_id
    join books on books.id = fits.book_id
    join accounts on accounts.id = fits.seller_id
    where ${isWithinLimits} and ${mayDeal} and ${isWanting} and wants.swaps
      and fits.person_id not in (select person_id from busy)
      and accounts.person_id not in (select person_id from busy)
      and ${isAnswering(sql`fits.person_id`)} and ${isAnswering(sql`accounts.person_id`)}
      and (books.hand_overs is distinct from array['meet']
        or (wants.location <-> books.location) <= ${maxMeetKm})
      and (fits.person_id, fits.book_id) not in (select person_id, book_id from refused)
    order by fits.book_id, fits.want_id limit ${maxFits}`.execute(db)
  return rows
}

/**
 * Who could give what to whom. Titles, conditions, distances and refusals are settled here; who
 * pays how much on top, and with whom else, only in a ring.
 */
export async function readMarket(db: Db, now: Date): Promise<ExchangeMarket> {
  const fits = (await readFits(db, now)).map(({ km, ...row }) => ({
    from: row.giver,
    to: row.receiver,
    copy: row.book_id,
    want: row.want_id,
    valuePaise: toPaise(bookValue(row.price)),
    mostOnTopPaise: row.most_on_top,
    ...(km !== null && { km }),
  }))
  const people = new Set(fits.flatMap(({ from, to }) => [from, to]))
  const { rows: blocks } = await sql<{ person_id: string; blocked_person_id: string }>`
    select person_id, blocked_person_id from account_blocks
    where person_id = any(${[...people]}::uuid[])`.execute(db)
  return { fits, blocks: blocks.map((row) => [row.person_id, row.blocked_person_id] as const) }
}
