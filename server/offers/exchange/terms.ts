// What an exchange that is offered in a chat consists of.
import { AppError, fieldError } from '#contract/common/error-catalog.ts'
import { formatRupees, toPaise } from '#contract/common/schemas.ts'
import type { ExchangeInput } from '#contract/exchanges/exchange-offers.ts'
import { bookValue, topUpRange } from '#contract/exchanges/values.ts'
import type { OfferInput } from '#contract/orders/offers.ts'
import { findOtherAccount } from '#server/accounts/store.ts'
import type { Participant } from '#server/chats/store.ts'
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

/** Who has only bought so far isn't named to sellers as a seller: they come forward first. */
export async function hasOfferedExchange(db: Db, chatId: string): Promise<boolean> {
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

/** Whether an admin has blocked the account by which a chat's seller would get books. */
const isReceiverBlocked = async (db: Db, { seller_id }: Chat): Promise<boolean> =>
  (await findOtherAccount(db, seller_id, 'buyer'))?.status === 'blocked'

/** The seller account of a chat's buyer, by which they give books. */
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

/** What the buyer has put into an exchange of the chat themselves. */
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
 * Books of one's own can be put into an exchange as they are; of the other side, those that are
 * open to exchange, and those that they have put into one of this chat themselves.
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
 * The items and the terms of an exchange. Throws buyer_offers_first, book_not_found, book_gone,
 * not_exchangeable, chat_read_only, malformed.
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
  const other = side === 'buyer' ? 'seller' : 'buyer'
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
