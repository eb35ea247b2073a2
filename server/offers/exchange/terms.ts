// The books and terms of an exchange offered in a chat.

import { sql } from 'kysely'
import { otherSide, type Side } from '#contract/common/endpoint.ts'
import { AppError, fieldError } from '#contract/common/error-catalog.ts'
import type { HandOver } from '#contract/common/hand-overs.ts'
import { photoAddress } from '#contract/common/photos.ts'
import { formatRupees, toPaise, toRupees } from '#contract/common/schemas.ts'
import type { ExchangeableBook, ExchangeInput } from '#contract/exchanges/exchange-offers.ts'
import { bookValue, topUpRange } from '#contract/exchanges/values.ts'
import type { OfferInput } from '#contract/orders/offers.ts'
import { findAccount, findOtherAccount } from '#server/accounts/store.ts'
import { isGivableBySeller, isOpenToExchange } from '#server/books/exchangeable.ts'
import { listingVersion } from '#server/books/listing-hash.ts'
import { containsAll } from '#server/books/search/conditions.ts'
import { readSearch } from '#server/books/search/words/read-search.ts'
import { coverHash } from '#server/books/store.ts'
import { isFirstOrOneOf, newestOfSeller } from '#server/books/views.ts'
import { findParticipants, type Participant } from '#server/chats/store.ts'
import { findHiddenSellers } from '#server/moderation/are-blocked.ts'
import { maxOfferBooksListed } from '#server/offers/views.ts'
import { maxOrderPricePaise } from '#server/orders/limits.ts'
import type { Db } from '#server/platform/database/database.ts'

type Chat = { id: string; buyer_id: string; seller_id: string }
export type OfferedBook = {
  id: string
  title: string
  price: number
  is_open_to_exchange: boolean
  is_givable: boolean
  listingVersion?: string | undefined
}
type FindBooks = (
  db: Db,
  asked: { sellerId: string; receiverId: string; items: OfferInput['items'] },
) => Promise<(OfferedBook & { copies: number })[]>

/**
 * Whether the buyer has offered an exchange. Before that, the seller can't see what the buyer
 * sells.
 */
async function hasOfferedExchange(db: Db, chatId: string): Promise<boolean> {
  const offer = await db
    .selectFrom('offers')
    .select('id')
    .where('chat_id', '=', chatId)
    .where('made_by', '=', 'buyer')
    .where('top_up', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return offer !== undefined
}

/** Whether an admin has blocked the account by which the chat's seller would get books. */
const isReceiverBlocked = async (db: Db, { seller_id }: Chat): Promise<boolean> =>
  (await findOtherAccount(db, seller_id, 'buyer'))?.status === 'blocked'

export async function findGiver(db: Db, { buyer_id }: Pick<Chat, 'buyer_id'>) {
  const account = await findOtherAccount(db, buyer_id, 'seller')
  return account?.status === 'active' ? account : undefined
}

function rejectTopUp(topUp: number, { min, max }: ReturnType<typeof topUpRange>): void {
  if (topUp >= min && topUp <= max) return
  const [most, who] = topUp > max ? [max, 'buyer'] : [-min, 'seller']
  const message =
    most > 0
      ? `For these books the ${who} can pay at most ${formatRupees(toPaise(most))} on top.`
      : `For these books the ${who} can’t pay anything on top.`
  throw fieldError('exchange.topUp', message)
}

/** The books that the buyer has offered to give in this chat. */
const givenBefore = async (db: Db, chatId: string): Promise<Set<string>> =>
  new Set(
    (
      await db
        .selectFrom('offer_items')
        .innerJoin('offers', 'offers.id', 'offer_items.offer_id')
        .select('offer_items.book_id')
        .where('offers.chat_id', '=', chatId)
        .where('offers.made_by', '=', 'buyer')
        .where('offer_items.given_by', '=', 'buyer')
        .execute()
    ).map(({ book_id }) => book_id),
  )

/**
 * Throws not_exchangeable for books of the other side that aren't open to exchange, unless the
 * other side has offered them in this chat.
 */
async function rejectUnopened(
  db: Db,
  chatId: string,
  { own, other, side }: { own: OfferedBook[]; other: OfferedBook[]; side: 'buyer' | 'seller' },
): Promise<void> {
  const given = side === 'seller' ? await givenBefore(db, chatId) : new Set<string>()
  const isExchangeable =
    own.every(({ is_givable }) => is_givable) &&
    other.every(
      ({ id, is_open_to_exchange, is_givable }) =>
        is_open_to_exchange || (is_givable && given.has(id)),
    )
  if (!isExchangeable) throw new AppError('not_exchangeable')
}

/**
 * Returns the items and terms of an exchange. Throws like `findBooks`, and buyer_offers_first,
 * own_book, book_not_found, not_exchangeable, chat_read_only, malformed.
 */
export async function exchangeTerms(
  db: Db,
  { side }: Participant,
  chat: Chat,
  { items, exchange }: { items: OfferInput['items']; exchange: ExchangeInput },
  findBooks: FindBooks,
) {
  if (side === 'seller' && !(await hasOfferedExchange(db, chat.id)))
    throw new AppError('buyer_offers_first')
  const giver = await findGiver(db, chat)
  if (giver?.id === chat.seller_id) throw new AppError('own_book')
  if (!giver) throw new AppError('book_not_found')
  if (await isReceiverBlocked(db, chat)) throw new AppError('chat_read_only')
  const asked = exchange.items.map((item) => ({ ...item, copies: 1 }))
  const [buyerId, sellerId] = [chat.buyer_id, chat.seller_id]
  const ofSeller = { sellerId, receiverId: buyerId, items }
  const ofBuyer = { sellerId: giver.id, receiverId: sellerId, items: asked }
  const books = { seller: await findBooks(db, ofSeller), buyer: await findBooks(db, ofBuyer) }
  const all = [...books.seller, ...books.buyer]
  const other = otherSide(side)
  await rejectUnopened(db, chat.id, { own: books[side], other: books[other], side })
  const topUp = exchange.topUpBy === 'seller' ? -exchange.topUp : exchange.topUp
  const valuesOf = (side: 'seller' | 'buyer') => books[side].map(({ price }) => bookValue(price))
  rejectTopUp(topUp, topUpRange({ seller: valuesOf('seller'), buyer: valuesOf('buyer') }))
  const itemsOf = (side: 'seller' | 'buyer') =>
    books[side].map(({ id, price, listingVersion }) => ({
      bookId: id,
      copies: 1,
      listingVersion,
      askingPrice: price,
      givenBy: side,
      value: toPaise(bookValue(price)),
    }))
  const amount = itemsOf('seller').reduce((sum, { value }) => sum + value, 0)
  if (all.some(({ price }) => price > maxOrderPricePaise)) throw new AppError('not_exchangeable')
  return {
    items: [...itemsOf('seller'), ...itemsOf('buyer')],
    terms: { order_type: 'purchase' as const, amount, days: null, first_day: null },
    topUp: toPaise(topUp),
    titles: books,
  }
}

/**
 * Whether the reader can see a seller's books: neither has blocked the other, and no admin has
 * blocked the seller.
 */
async function isShown(db: Db, sellerId: string, readerId: string): Promise<boolean> {
  if ((await findHiddenSellers(db, readerId)).includes(sellerId)) return false
  return (await findAccount(db, sellerId))?.status === 'active'
}

/**
 * Returns the books that one side of a chat could give in an exchange. The seller sees the buyer's
 * books only after the buyer has offered an exchange. Throws chat_not_found.
 */
export async function viewExchangeableBooks(
  db: Db,
  me: Participant,
  { chatId, side, search }: { chatId: string; side: Side; search?: string | undefined },
): Promise<ExchangeableBook[]> {
  const chat = await findParticipants(db, me, chatId)
  const isHidden =
    side === 'buyer' && me.side === 'seller' && !(await hasOfferedExchange(db, chatId))
  const sellerId = side === 'seller' ? chat.seller_id : (await findGiver(db, chat))?.id
  if (isHidden || sellerId === undefined) return []
  if (side !== me.side && !(await isShown(db, sellerId, me.accountId))) return []
  const receiver = sql`${side === 'seller' ? chat.buyer_id : chat.seller_id}::uuid`
  const isChosen =
    side === me.side
      ? isGivableBySeller(receiver)
      : sql<boolean>`(${isOpenToExchange(receiver)} or (${isGivableBySeller(receiver)}
          and exists (select from offer_items join offers on offers.id = offer_items.offer_id
            where offer_items.book_id = books.id and offer_items.given_by = 'buyer'
              and offers.chat_id = ${chatId} and offers.made_by = 'buyer')))`
  const isFound = sql<boolean>`${isChosen} and ${containsAll(readSearch(search))}`
  const newest = newestOfSeller(db, sellerId).where(isFound).limit(maxOfferBooksListed)
  const rows = await db
    .selectFrom('books')
    .select(['books.id', 'title', 'author', 'price'])
    .select('books.hand_overs')
    .select([coverHash.as('cover'), listingVersion.as('listing_version')])
    .where(isFirstOrOneOf(chat.book_id, newest))
    .where('books.seller_id', '=', sellerId)
    .where(isFound)
    .orderBy((from) => from('books.id', '=', chat.book_id), 'desc')
    .orderBy('books.id', 'desc')
    .limit(maxOfferBooksListed)
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    title: row.title,
    author: row.author,
    images: row.cover === null ? [] : [photoAddress(row.cover)],
    price: toRupees(row.price),
    value: bookValue(row.price),
    listingVersion: row.listing_version,
    ...(row.hand_overs && { handOvers: row.hand_overs as HandOver[] }),
  }))
}
