// People who know each other: pairs of a buyer and a seller with a chat about a book of many
// copies, written into a database that no server has open.
import type { Insertable, Kysely } from 'kysely'
import { titleKey } from '#contract/books/title-key.ts'
import { insertSession } from '#server/accounts/auth/sessions.ts'
import { insertAccount } from '#server/accounts/store.ts'
import { searchText } from '#server/books/search/words/words.ts'
import { insertChat } from '#server/chats/store.ts'
import { newId } from '#server/platform/database/ids.ts'
import type { BooksTable, Tables } from '#server/platform/database/tables.ts'
import { hashToken, newToken } from '#server/platform/http/viewer.ts'

export type Account = { id: string; personId: string; token: string }
export type Pair = { buyer: Account; seller: Account; bookId: string; chatId: string }

type Db = Kysely<Tables>

/** Nobody logs in with a password here: hashing thousands takes long. */
export async function makeAccount(
  db: Db,
  role: 'buyer' | 'seller',
  personId: string = newId(),
): Promise<Account> {
  const id = newId()
  await insertAccount(db, {
    id,
    person_id: personId,
    role,
    name: `${role} ${id.slice(-4)}`,
    email: `${personId}@example.com`,
    password_hash: 'none',
    ...(role === 'seller' && {
      seller_type: 'shop owner' as const,
      shop_name: 'A shop',
      shop_address: '1 Market Road',
    }),
  })
  const token = newToken()
  const session = { tokenHash: hashToken(token), accountId: id, userAgent: 'torture' }
  await insertSession(db, { ...session, now: new Date() })
  return { id, personId, token }
}

export async function makeBook(
  db: Db,
  seller: Account,
  copies: number,
  columns: Partial<Insertable<BooksTable>> = {},
): Promise<string> {
  const id = newId()
  const book = {
    title: `Book ${id.slice(-6)}`,
    author: 'An Author',
    book_type: 'old' as const,
    branch: 'Fiction',
    original_price: 50_000,
    price: 25_000,
    condition: 'good' as const,
    is_rentable: true,
    rent_price: 1000,
    ...columns,
  }
  const keys = { title_key: titleKey(book), search_text: searchText(book) }
  const row = { ...book, ...keys, id, seller_id: seller.id, copies, available: copies }
  await db.insertInto('books').values(row).execute()
  const rows = Array.from({ length: copies }, (_, at) => ({
    id: newId(),
    book_id: id,
    number: at + 1,
  }))
  await db.insertInto('copies').values(rows).execute()
  return id
}

export const makeChat = (db: Db, buyer: Account, seller: Account, bookId: string) =>
  insertChat(db, { bookId, buyerId: buyer.id, sellerId: seller.id, now: new Date() })

export async function makePair(db: Db, copies: number): Promise<Pair> {
  const [buyer, seller] = [await makeAccount(db, 'buyer'), await makeAccount(db, 'seller')]
  const bookId = await makeBook(db, seller, copies)
  return { buyer, seller, bookId, chatId: await makeChat(db, buyer, seller, bookId) }
}

export async function makePairs(db: Db, count: number, copies: number): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (let number = 0; number < count; number++) pairs.push(await makePair(db, copies))
  return pairs
}
