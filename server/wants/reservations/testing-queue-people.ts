// The people of the market that the model of the queue is played against.
import { sql } from 'kysely'
import { insertMessage } from '#server/chats/messages.ts'
import { insertChat } from '#server/chats/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import { makeAccount, type TestAccount, testApp } from '#server/testing.ts'
import { personOf } from './testing-queue.ts'

export type Buyer = { account: TestAccount; personId: string }
export type People = { buyers: Buyer[]; seller: TestAccount; sellerPersonId: string }

export async function makePeople(count: number): Promise<People> {
  const buyers: Buyer[] = []
  for (let n = 0; n < count; n++) {
    const account = await makeAccount('buyer')
    buyers.push({ account, personId: await personOf(account) })
  }
  // A shop may have as many open orders as all sequences make.
  const seller = await makeAccount('seller', { shop: true })
  return { buyers, seller, sellerPersonId: await personOf(seller) }
}

export const maxListings = 4

/** Opens a buyer's chat about a book, or writes in it; returns its id. */
export async function comeForward(
  db: Db,
  ids: { bookId: string; buyerId: string; sellerId: string },
  now: Date,
): Promise<string> {
  const chat = db.selectFrom('chats').select('id').where('book_id', '=', ids.bookId)
  const known = await chat.where('buyer_id', '=', ids.buyerId).executeTakeFirst()
  if (!known) return insertChat(db, { ...ids, now })
  await insertMessage(db, {
    chatId: known.id,
    sender: { id: ids.buyerId, model: 'Buyer' },
    text: 'I take it.',
    channel: 'http',
    unreadFor: [],
    now,
  })
  return known.id
}

/** A market without what the one before left of its wants and reservations. */
export async function clearMarket(): Promise<void> {
  const { db } = (await testApp()).context
  await sql`delete from holds where reservation_id is not null`.execute(db)
  for (const table of ['reservations', 'wants', 'account_blocks'])
    await sql`delete from ${sql.table(table)}`.execute(db)
  await sql`update books set deleted_at = now(), available = books.copies - (select count(*)
    from holds join copies on copies.id = copy_id where book_id = books.id)`.execute(db)
}

/** The reservations of books, in the order in which they were made, in the words of the model. */
export async function readReservations({ buyers }: People, bookIds: readonly string[]) {
  const { db } = (await testApp()).context
  const rows = await db
    .selectFrom('reservations')
    .select(['book_id', 'person_id', 'outcome'])
    .where((from) => from('book_id', '=', from.fn.any(from.val(bookIds))))
    .orderBy('created_at')
    .execute()
  return rows.map(({ book_id, person_id, outcome }) => ({
    listing: bookIds.indexOf(book_id),
    person: buyers.findIndex(({ personId }) => personId === person_id),
    outcome: outcome ?? undefined,
  }))
}
