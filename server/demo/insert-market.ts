// Inserts the demo market, many rows at a time. The one place that writes other features' tables:
// fill.long.test.ts checks the counts and sums that their functions would keep up to date.
import type { Insertable } from 'kysely'
import { titleKey } from '#contract/books/title-key.ts'
import { recountSeller } from '#server/accounts/store.ts'
import { noteNewBooks } from '#server/books/changed-books.ts'
import { chooseRecommended, rankSimilar, toIds } from '#server/books/recommend/recommend.ts'
import { searchText } from '#server/books/search/words/search-text.ts'
import { recountTitle } from '#server/books/title-ratings.ts'
import type { ChatRows } from '#server/demo/chats/chat-rows.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { AccountsTable, WantsTable } from '#server/platform/database/tables.ts'
import { noteNewWants } from '#server/wants/changed-titles.ts'
import { type CopyStock, countFree } from './copies-and-holds.ts'
import type { Listing } from './listings.ts'

type Market = {
  accounts: Insertable<AccountsTable>[]
  listings: Listing[]
  hashes: ReadonlyMap<string, string[]>
  stock: CopyStock
  chats: ChatRows[]
  wants: Insertable<WantsTable>[]
}

/** PostgreSQL takes at most 65,535 parameters in a statement. */
const maxRowsPerStatement = 1000

async function inBatches<Row>(
  rows: readonly Row[],
  insert: (batch: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < rows.length; start += maxRowsPerStatement)
    await insert(rows.slice(start, start + maxRowsPerStatement))
}

const bookRows = ({ listings, stock }: Market) =>
  listings.map(({ seller: _, conditionNote: __, catalogueEntry: ___, ...book }) => ({
    ...book,
    genre: book.genre ?? null,
    description: book.description ?? null,
    available: countFree(stock, book.id),
    title_key: titleKey(book),
    search_text: searchText(book),
  }))

function findSimilar(books: ReturnType<typeof bookRows>) {
  const listed = books.filter(({ available }) => available > 0)
  return books.map((book) => {
    const similar = rankSimilar(
      book,
      listed.filter(({ id }) => id !== book.id),
    )
    return { book_id: book.id, ids: toIds(similar), recommended: chooseRecommended(similar) }
  })
}

async function insertListings(db: Db, market: Market, now: Date): Promise<void> {
  const books = bookRows(market)
  const { hashes, stock } = market
  await inBatches(
    books.map((book) => ({ ...book, recommended_at: now })),
    (batch) => db.insertInto('books').values(batch).execute(),
  )
  const copies = [...stock.values()].flat().map(({ holds: _, ...copy }) => copy)
  await inBatches(copies, (batch) => db.insertInto('copies').values(batch).execute())
  const photos = [...hashes].flatMap(([book_id, ofBook]) =>
    ofBook.map((hash, position) => ({ book_id, position, hash })),
  )
  await inBatches(photos, (batch) => db.insertInto('book_photos').values(batch).execute())
  const similar = findSimilar(books)
  await inBatches(
    similar.map(({ book_id, ids }) => ({ book_id, ids })),
    (batch) => db.insertInto('similar_books').values(batch).execute(),
  )
  const recommendations = similar.flatMap(({ book_id, recommended }) =>
    recommended.map((similar_id, position) => ({ book_id, position, similar_id })),
  )
  await inBatches(recommendations, (batch) =>
    db.insertInto('recommendations').values(batch).execute(),
  )
}

async function insertChats(db: Db, chats: readonly ChatRows[]): Promise<void> {
  const rows = chats.map(({ chat }) => chat)
  await inBatches(rows, (batch) => db.insertInto('chats').values(batch).execute())
}

/** Once the orders are there, which messages and notifications name. */
async function insertMessages(db: Db, chats: readonly ChatRows[]): Promise<void> {
  const messages = chats.flatMap((chat) => chat.messages)
  await inBatches(messages, (batch) => db.insertInto('messages').values(batch).execute())
  const notifications = chats.flatMap((chat) => chat.notifications)
  await inBatches(notifications, (batch) => db.insertInto('notifications').values(batch).execute())
}

async function insertOrders(db: Db, chats: readonly ChatRows[]): Promise<void> {
  const orders = chats.flatMap(({ order }) => order ?? [])
  await inBatches(orders, (batch) => db.insertInto('orders').values(batch).execute())
  const holds = chats.flatMap(({ hold }) =>
    hold
      ? {
          order_id: hold.orderId,
          copy_id: hold.copy.id,
          during: `[${hold.from},${hold.until ?? ''})`,
        }
      : [],
  )
  await inBatches(holds, (batch) => db.insertInto('holds').values(batch).execute())
  const events = chats.flatMap((chat) => chat.events)
  await inBatches(events, (batch) => db.insertInto('order_events').values(batch).execute())
}

async function insertRatings(db: Db, chats: readonly ChatRows[]): Promise<void> {
  const ratings = chats.flatMap(({ rating }) => rating ?? [])
  await inBatches(ratings, (batch) => db.insertInto('ratings').values(batch).execute())
  for (const id of new Set(ratings.map(({ seller_id }) => seller_id))) await recountSeller(db, id)
  for (const key of new Set(ratings.map(({ title_key }) => title_key))) await recountTitle(db, key)
}

export async function insertMarket(db: Db, market: Market, now: Date): Promise<void> {
  const { accounts, chats, wants } = market
  await inBatches(accounts, (batch) => db.insertInto('accounts').values(batch).execute())
  await insertListings(db, market, now)
  await insertChats(db, chats)
  await insertOrders(db, chats)
  await insertMessages(db, chats)
  await insertRatings(db, chats)
  await inBatches(wants, (batch) =>
    db
      .insertInto('wants')
      .values([...batch])
      .returning(['id', 'work'])
      .execute()
      .then((added) => noteNewWants(db, added)),
  )
  await noteNewBooks(
    db,
    market.listings.map(({ id }) => id),
  )
}
