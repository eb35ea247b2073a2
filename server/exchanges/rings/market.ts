// The market as the matching takes it: what people have opened, what they want, and what fits.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { toPaise } from '#contract/common/schemas.ts'
import { bookValue } from '#contract/exchanges/values.ts'
import type { ExchangeMarket } from '#server/exchanges/matching/market.ts'
import type { Db } from '#server/platform/database/database.ts'
import { isWanting } from '#server/wishlist/wants/counts.ts'
import { isAnswering, isOpenCopy, isWithinLimits, mayDeal } from '#server/wishlist/wants/fits.ts'
import { maxFits, maxMeetKm, refusalMs, restMs } from './policy.ts'
import { refusalsSince } from './refusals.ts'
import { isProposed } from './store.ts'

/** Who is in a ring already, and who has just refused one. */
const busyPeople = (now: Date) => sql`
  select person_id from exchange_members join exchanges on exchanges.id = exchange_id
    where ${isProposed}
  union select person_id from ${refusalsSince(new Date(now.getTime() - restMs))} as refusals`

/**
 * Whether somebody said nothing to a ring and hasn't been here since: others would wait in vain.
 */
const isSilent = (personId: RawBuilder<unknown>) => sql<SqlBool>`exists (
  select from exchange_members as silent join exchanges on exchanges.id = silent.exchange_id
  where silent.person_id = ${personId} and silent.answer is null
    and exchanges.ended_because = 'lapsed' and not exists (
      select from sessions join accounts as own on own.id = sessions.account_id
      where own.person_id = silent.person_id and sessions.used_at > exchanges.ended_at))`

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
  const refusals = refusalsSince(new Date(now.getTime() - refusalMs))
  const { rows } = await sql<Row>`
    with busy as materialized (${busyPeople(now)}),
      refusals as materialized (select person_id, book_id from ${refusals} as refusals)
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
      and not ${isSilent(sql`fits.person_id`)} and not ${isSilent(sql`accounts.person_id`)}
      and (books.hand_overs is distinct from array['meet']
        or (wants.location <-> books.location) <= ${maxMeetKm})
      and (fits.person_id, fits.book_id) not in (select person_id, book_id from refusals)
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
