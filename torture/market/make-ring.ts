// Rings of five people, written as the market would propose them.
import type { Kysely } from 'kysely'
import { titleSearchText } from '#contract/books/title-key.ts'
import { insertExchange, insertExchangeParts } from '#server/exchanges/store.ts'
import { transact } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { type Account, makeAccount, makeBook } from './make-market.ts'

export const people = 5
const valuePaise = 20_000
const ringMs = 3_600_000

export type Member = { buyer: Account; seller: Account; bookId: string; wantId: string }

/**
 * People of whom each wants what the one before gives; of the same `name`, they may share one. The
 * market itself would propose one ring to a person at a time, or reserve their copies: nobody tells
 * it that they came.
 */
export async function makeMembers(
  db: Kysely<Tables>,
  name = newId().slice(-8),
  first?: Member,
): Promise<Member[]> {
  const members: Member[] = first ? [first] : []
  const titleOf = (number: number) => ({
    title: `Ringed ${name} ${number % people}`,
    author: 'Asha Patil',
  })
  for (let number = members.length; number < people; number++) {
    const buyer = await makeAccount(db, 'buyer')
    const seller = await makeAccount(db, 'seller', buyer.personId)
    const bookId = await makeBook(db, seller, 1, {
      ...titleOf(number),
      ...{ price: valuePaise, open_to_exchange: true },
    })
    const wantId = newId()
    const title = titleOf(number + people - 1)
    await db
      .insertInto('wants')
      .values({
        ...{ id: wantId, person_id: buyer.personId, ...title },
        ...{ search_text: titleSearchText(title), worst_condition: 'poor', most_on_top: 50_000 },
        created_at: new Date(),
      })
      .execute()
    members.push({ buyer, seller, bookId, wantId })
  }
  return members
}

export async function makeRing(db: Kysely<Tables>, members: readonly Member[]): Promise<string> {
  const id = newId()
  const now = new Date()
  const [created_at, expires_at] = [now, new Date(now.getTime() + ringMs)]
  await transact(db, async (db) => {
    await insertExchange(db, { id, kind: 'ring', created_at, expires_at })
    await insertExchangeParts(db, id, {
      members: members.map(({ buyer, seller }) => ({
        ...{ personId: buyer.personId, buyerId: buyer.id, sellerId: seller.id, pays: 0 },
      })),
      legs: members.map(({ bookId }, at) => ({
        ...{ giver: at + 1, receiver: ((at + 1) % people) + 1, bookId, value: valuePaise },
        wantId: members[(at + 1) % people]?.wantId ?? '',
        ...{ handOver: 'meet' as const, km: 3 },
      })),
      payments: [],
    })
  })
  return id
}
