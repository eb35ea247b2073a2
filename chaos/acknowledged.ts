// Records the writes that the servers acknowledged, and checks that each is stored once, unchanged.
import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '#db/tables.ts'
import { verify } from '#server/verify/verify.ts'

/**
 * A message, order or offer. The writer puts `mark` into the message's text, the order's address or
 * the offer's meeting point.
 */
export type Write = {
  mark: string
  id: string
  by: string
  chatId: string
  /** The status of an offer; '' for other writes. */
  status: string
  /** How many orders the offer has become. */
  orders: number
}

/** The record of one case. Each mark starts with the case's name. */
export class CaseRecord {
  readonly name: string
  acknowledged: Write[] = []
  /** Faults that must never happen: a 500, a refusal or a broken rule. */
  problems: string[] = []
  /** The number of calls that got no response, or a 503. */
  unanswered = 0
  longestWaitMs = 0

  constructor(name: string) {
    this.name = name
  }
  newMark(): string {
    return `${this.name} ${crypto.randomUUID()}`
  }
  acknowledge(write: Omit<Write, 'status' | 'orders'> & Partial<Write>): void {
    this.acknowledged.push({ status: '', orders: 0, ...write })
  }
  /** Records and returns how long somebody has waited since `start`, in milliseconds. */
  noteWait(start: number): number {
    const waitedMs = performance.now() - start
    this.longestWaitMs = Math.max(this.longestWaitMs, waitedMs)
    return waitedMs
  }
}

export type Result = { lost: number; doubled: number; problems: string[] }

const stored = (start: string) => sql<Write>`
  select id, body as mark, sender_id as by, chat_id as "chatId", '' as status, 0 as orders
  from messages where starts_with(body, ${start})
  union all
  select id, delivery_address, seller_id, chat_id, '', 0
  from orders where offer_id is null and starts_with(delivery_address, ${start})
  union all
  select offers.id, meeting_point, buyer_id, chat_id, status,
    (select count(*)::integer from orders where offer_id = offers.id)
  from offers join chats on chats.id = chat_id where starts_with(meeting_point, ${start})`

export async function check(db: Kysely<Tables>, record: CaseRecord): Promise<Result> {
  const { rows } = await stored(record.name).execute(db)
  const byMark = Map.groupBy(rows, ({ mark }) => mark)
  const lost = record.acknowledged.filter(
    (write) => !byMark.get(write.mark)?.some((row) => isDeepStrictEqual({ ...row }, write)),
  )
  // A write that was stored twice counts even if it wasn't acknowledged.
  const doubled = [...byMark.values()].filter((same) => same.length > 1)
  const { violations } = await verify(db, undefined)
  const problems = [
    ...record.problems,
    ...lost.map((write) => `lost: ${JSON.stringify([write, byMark.get(write.mark)])}`),
    ...doubled.map((same) => `doubled: ${JSON.stringify(same)}`),
    ...violations.map(({ rule, rows }) => `broken: ${rule} ${JSON.stringify(rows[0])}`),
  ]
  return { lost: lost.length, doubled: doubled.length, problems }
}
