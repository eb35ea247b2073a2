// The market as the matching takes it: what people have opened, what they want, and what fits.
import { sql } from 'kysely'
import type { Condition } from '#contract/books/book-forms.ts'
import { toPaise } from '#contract/common/schemas.ts'
import { bookValue } from '#contract/exchanges/values.ts'
import type { ExchangeMarket, OpenCopy, Person, Want } from '#server/exchanges/matching/market.ts'
import type { Db } from '#server/platform/database/database.ts'
import { fittingCopies, isAnswering } from '#server/wants/fits.ts'
import { maxMeetKm, refusalMs, restMs } from './policy.ts'
import { isProposed } from './store.ts'

/**
 * Who is in a ring already, who has just refused one, and who has an account that an admin has
 * blocked, so that no exchange with them can be agreed on.
 */
const busyPeople = (now: Date) => sql`
  select person_id from exchange_members join exchanges on exchanges.id = exchange_id
    where ${isProposed}
  union select person_id from accounts where status <> 'active' and deleted_at is null
  union select person_id from ring_refusals
    where refused_at > ${new Date(now.getTime() - restMs)}::timestamptz`

type Row = {
  want_id: string
  receiver: string
  most_on_top: number
  wants_x: number | null
  wants_y: number | null
  book_id: string
  giver: string
  condition: Condition
  price: number
  original_price: number
  predicted_price: number | null
  books_x: number | null
  books_y: number | null
}

const readFits = async (db: Db, now: Date): Promise<Row[]> => {
  const refusedSince = new Date(now.getTime() - refusalMs)
  const { rows } = await sql<Row>`
    with busy as (${busyPeople(now)})
    select fits.want_id, fits.person_id as receiver, most_on_top,
      wants.location[0] as wants_x, wants.location[1] as wants_y,
      fits.book_id, giver.person_id as giver, condition, price, original_price, predicted_price,
      books.location[0] as books_x, books.location[1] as books_y
    from ${fittingCopies()} as fits
    join wants on wants.id = fits.want_id
    join books on books.id = fits.book_id
    join accounts as giver on giver.id = fits.seller_id
    where fits.person_id not in (select person_id from busy)
      and giver.person_id not in (select person_id from busy)
      and ${isAnswering(sql`fits.person_id`)} and ${isAnswering(sql`giver.person_id`)}
      and (books.hand_overs is distinct from array['meet']
        or (wants.location <-> books.location) <= ${maxMeetKm})
      and not exists (select from ring_refusals where ring_refusals.person_id = fits.person_id
        and ring_refusals.book_id = fits.book_id
        and refused_at > ${refusedSince}::timestamptz)
    order by fits.book_id, fits.want_id`.execute(db)
  return rows
}

const pointOf = (x: number | null, y: number | null): Pick<Person, 'point'> =>
  x === null || y === null ? {} : { point: { x, y } }

/**
 * Everybody who could give something to somebody, with just that: a want names the copies that fit
 * it, so titles, conditions, distances and refusals are settled here.
 */
export async function readMarket(db: Db, now: Date): Promise<ExchangeMarket> {
  const people = new Map<string, Person>()
  const copies = new Map<string, OpenCopy>()
  const wants = new Map<string, Want & { titles: string[] }>()
  for (const row of await readFits(db, now)) {
    people.set(row.giver, { id: row.giver, ...pointOf(row.books_x, row.books_y) })
    if (!people.has(row.receiver))
      people.set(row.receiver, { id: row.receiver, ...pointOf(row.wants_x, row.wants_y) })
    copies.set(row.book_id, {
      id: row.book_id,
      person: row.giver,
      title: row.book_id,
      condition: row.condition,
      valuePaise: toPaise(bookValue(row).value),
    })
    const want = wants.get(row.want_id) ?? {
      id: row.want_id,
      person: row.receiver,
      titles: [],
      worstCondition: 'poor' as const,
      mostOnTopPaise: row.most_on_top,
    }
    want.titles.push(row.book_id)
    wants.set(row.want_id, want)
  }
  const { rows: blocks } = await sql<{ person_id: string; blocked_person_id: string }>`
    select person_id, blocked_person_id from account_blocks
    where person_id = any(${[...people.keys()]}::uuid[])`.execute(db)
  return {
    people: [...people.values()],
    copies: [...copies.values()],
    wants: [...wants.values()],
    blocks: blocks.map((row) => [row.person_id, row.blocked_person_id] as const),
  }
}
