// Reads the market for the matching: which copies fit which wants.
import { sql } from 'kysely'
import { toPaise } from '#contract/common/schemas.ts'
import { bookValue } from '#contract/exchanges/values.ts'
import type { ExchangeMarket } from '#server/exchanges/matching/graph.ts'
import type { Db } from '#server/platform/database/database.ts'
import { isAnswering, matchingCopies } from '#server/wishlist/wants/match-wants.ts'
import { isProposed } from './proposed.ts'

const maxFits = 50_000
/** The greatest distance in kilometres between people if the copy is only handed over in person. */
const maxMeetKm = 50
/**
 * For this long, the copies of a failed exchange aren't offered again to receivers who declined,
 * who didn't answer, or whose order was cancelled by anybody.
 */
const coolDownMs = 30 * 86_400_000

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
  max_top_up: number
  book_id: string
  giver: string
  price: number
  km: number | null
}

/** Reads the cheapest copy for each want, seller and condition. */
const readFits = async (db: Db, now: Date): Promise<Row[]> => {
  const refused = refusedSince(new Date(now.getTime() - coolDownMs))
  const { rows } = await sql<Row>`
    with busy as materialized (select person_id from exchange_members
        join exchanges on exchanges.id = exchange_id where ${isProposed}),
      refused as materialized (${refused})
    select distinct on (fits.want_id, books.seller_id, books.condition)
      fits.want_id, fits.person_id as receiver, max_top_up,
      fits.book_id, accounts.person_id as giver, price, wants.location <-> books.location as km
    from ${matchingCopies(sql`wants.swaps`)} as fits
    join wants on wants.id = fits.want_id
    join books on books.id = fits.book_id
    join accounts on accounts.id = books.seller_id
    where fits.person_id not in (select person_id from busy)
      and accounts.person_id not in (select person_id from busy)
      and ${isAnswering(sql`fits.person_id`)} and ${isAnswering(sql`accounts.person_id`)}
      and (books.hand_overs is distinct from array['meet']
        or (wants.location <-> books.location) <= ${maxMeetKm})
      and (fits.person_id, fits.book_id) not in (select person_id, book_id from refused)
    order by fits.want_id, books.seller_id, books.condition, price, books.id
    limit ${maxFits}`.execute(db)
  return rows
}

export async function readMarket(db: Db, now: Date): Promise<ExchangeMarket> {
  const fits = (await readFits(db, now)).map(({ km, ...row }) => ({
    from: row.giver,
    to: row.receiver,
    copy: row.book_id,
    want: row.want_id,
    valuePaise: toPaise(bookValue(row.price)),
    mostOnTopPaise: row.max_top_up,
    ...(km !== null && { km }),
  }))
  const people = new Set(fits.flatMap(({ from, to }) => [from, to]))
  const { rows: blocks } = await sql<{ person_id: string; blocked_person_id: string }>`
    select person_id, blocked_person_id from account_blocks
    where person_id = any(${[...people]}::uuid[])`.execute(db)
  return { fits, blocks: blocks.map((row) => [row.person_id, row.blocked_person_id] as const) }
}
