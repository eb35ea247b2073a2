// What people were told had worked. At the end each of it must be there, once, as they were told.
import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'

const textStart = 'Is it there? '
export const textOf = (mark: string) => `${textStart}${mark}`

/**
 * `mark` is what the writer put into it, and nobody else: the text of a message, the meeting point of
 * an offer, the address of an order; `id` is what the server called it.
 */
export type Entry = {
  kind: 'message' | 'offer' | 'order'
  mark: string
  id: string
  by: string
  chatId: string
  /** Of an offer that was answered: the status that the answer said. */
  status?: string
}

export type Ledger = {
  add: (entry: Entry) => void
  entries: () => readonly Entry[]
  /** A word for each entry that isn't as it was acknowledged. */
  check: (db: Kysely<Tables>) => Promise<string[]>
}

type Found = {
  id: string
  by: string | null
  chatId: string
  status?: string
  /** Of an offer: how many orders were made of it. */
  orders?: number
}

const countOrders = sql<number>`(select count(*)::integer from orders
  where orders.offer_id = offers.id)`

async function readAll(db: Kysely<Tables>): Promise<Record<Entry['kind'], Map<string, Found[]>>> {
  const byMark = <Row extends { mark: string | null }>(rows: Row[]) =>
    Map.groupBy(rows, ({ mark }) => mark ?? '') as unknown as Map<string, Found[]>
  const messages = await db
    .selectFrom('messages')
    .select(['id', 'body as mark', 'sender_id as by', 'chat_id as chatId'])
    .where('body', 'like', `${textStart}%`)
    .execute()
  const offers = await db
    .selectFrom('offers')
    .innerJoin('chats', 'chats.id', 'offers.chat_id')
    .select(['offers.id', 'meeting_point as mark', 'chats.buyer_id as by', 'offers.status'])
    .select(['chat_id as chatId', countOrders.as('orders')])
    .where('made_by', '=', 'buyer')
    .execute()
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'delivery_address as mark', 'seller_id as by', 'chat_id as chatId'])
    .where('offer_id', 'is', null)
    .execute()
  return { message: byMark(messages), offer: byMark(offers), order: byMark(orders) }
}

function faultOf(
  { mark, id, by, chatId, status, kind }: Entry,
  found: Found[] = [],
): string | undefined {
  const [first, ...more] = found
  if (!first) return `${kind} ${mark} is gone`
  if (more.length > 0) return `${kind} ${mark} is there ${found.length} times`
  if (first.id !== id) return `${kind} ${mark} was called ${id} and is ${first.id}`
  if (first.by !== by) return `${kind} ${mark} is of ${first.by}, not of ${by}`
  if (first.chatId !== chatId) return `${kind} ${mark} is in the chat ${first.chatId}`
  const orders = status === 'accepted' ? 1 : 0
  if (status !== undefined && first.orders !== orders)
    return `${kind} ${mark} was ${status} and has ${first.orders} orders`
  if (status !== undefined && first.status !== status)
    return `${kind} ${mark} was ${status} and is ${first.status}`
  return undefined
}

export function createLedger(): Ledger {
  const entries: Entry[] = []
  return {
    add: (entry) => void entries.push(entry),
    entries: () => entries,
    check: async (db) => {
      const found = await readAll(db)
      const faults = entries.flatMap(
        (entry) => faultOf(entry, found[entry.kind].get(entry.mark)) ?? [],
      )
      // What was made twice, also where only one of the two was acknowledged.
      for (const [kind, marks] of Object.entries(found))
        for (const [mark, rows] of marks)
          if (rows.length > 1 && !entries.some((entry) => entry.mark === mark))
            faults.push(`${kind} ${mark} is there ${rows.length} times`)
      return faults
    },
  }
}
