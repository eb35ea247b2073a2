// Offers and their books. An offer belongs to one chat, so locking the chat locks the offer.
import { type Insertable, sql } from 'kysely'
import { AppError } from '#contract/common/error-catalog.ts'
import type { OffersTable } from '#db/tables.ts'
import { listingFacts, listingHash, listingVersion } from '#server/books/listing-hash.ts'
import { erasePlaces } from '#server/chats/messages.ts'
import { clearUnanswered, lockChat, type Participant } from '#server/chats/store.ts'
import { deleteAddressesOf } from '#server/orders/hand-over/addresses.ts'
import type { InsertDeal } from '#server/orders/place-order.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import type { OfferStatus } from './rules.ts'
import { placeMarker } from './texts.ts'

type OfferItem = {
  bookId: string
  copies: number
  askingPrice: number
  givenBy?: 'seller' | 'buyer'
  /** The book's value in an exchange, in paise. */
  value?: number
  /** The version of the listing that the offer's maker saw, if known. */
  listingVersion?: string | undefined
  rentTerms?: { deposit: number | null; late_fee: number | null; loss_price: number }
}

/** Throws offered_book_changed if a listing isn't the version that the offer's maker saw. */
export async function insertOffer(
  db: Db,
  offer: Insertable<OffersTable>,
  items: readonly OfferItem[],
): Promise<void> {
  await db.insertInto('offers').values(offer).execute()
  await db
    .insertInto('offer_items')
    .values(
      items.map(({ bookId, copies, askingPrice, givenBy, value, rentTerms }, position) => ({
        offer_id: offer.id,
        position,
        book_id: bookId,
        copies,
        asking_price: askingPrice,
        given_by: givenBy ?? ('seller' as const),
        value: value ?? null,
        ...rentTerms,
      })),
    )
    .execute()
  // The listing doesn't matter, because the buyer already has the copy.
  if (typeof offer.extends_order_id === 'string') return
  // In an exchange every edit of a listing matters, because the book itself is the price.
  const isExchange = typeof offer.top_up === 'number'
  const made = await db
    .updateTable('offer_items')
    .from('books')
    .set({
      listing: sql<string>`${listingFacts}`,
      ...(isExchange && { listing_hash: listingHash }),
    })
    .whereRef('books.id', '=', 'offer_items.book_id')
    .where('offer_id', '=', offer.id)
    .returning(['offer_items.book_id', listingVersion.as('version')])
    .execute()
  const isOther = ({ bookId, listingVersion: seen }: OfferItem) =>
    seen !== undefined &&
    !made.some(({ book_id, version }) => book_id === bookId && version === seen)
  if (items.some(isOther)) throw new AppError('offered_book_changed')
}

/** Groups the copies that a seller orders for a buyer as a deal, which nobody has offered. */
export const insertDeal: InsertDeal = async (
  db,
  { chatId, bookId, copies, price, askingPrice, ...terms },
  now,
) => {
  const id = newId(now.getTime())
  const deal = {
    id,
    chat_id: chatId,
    made_by: 'seller' as const,
    status: 'ordered' as const,
    order_type: terms.order_type,
    amount: price * copies,
    days: terms.rent_days,
    first_day: terms.rent_start,
    hand_over: 'post' as const,
    created_at: now,
    expires_at: now,
    settled_at: now,
  }
  await insertOffer(db, deal, [{ bookId, copies, askingPrice }])
  return id
}

/** Locks an offer in one of the viewer's chats. Throws offer_not_found, session_ended. */
export async function lockOffer(db: Db, me: Participant, offerId: string) {
  const found = await db
    .selectFrom('offers')
    .innerJoin('chats', 'chats.id', 'chat_id')
    .select('chat_id')
    .where('offers.id', '=', offerId)
    .where('offers.status', '<>', 'ordered')
    .where(`chats.${me.side}_id`, '=', me.accountId)
    .executeTakeFirst()
  if (!found) throw new AppError('offer_not_found')
  const chat = await lockChat(db, me, found.chat_id)
  const offer = await db
    .selectFrom('offers')
    .selectAll()
    .where('id', '=', offerId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { offer, chat }
}
export type LockedOffer = Awaited<ReturnType<typeof lockOffer>>

/** Finds the open offer of a locked chat. It may have expired. */
export const findOpenOffer = (db: Db, chatId: string) =>
  db
    .selectFrom('offers')
    .selectAll()
    .where('chat_id', '=', chatId)
    .where('status', '=', 'open')
    .forUpdate()
    .executeTakeFirst()

/** Clears an offer's contact columns. Sellers have contact details only in exchanges. */
export const noContact = {
  delivery_address: null as string | null,
  phone_number: null as string | null,
  seller_delivery_address: null as string | null,
  seller_phone_number: null as string | null,
}
export type OfferContact = typeof noContact

/**
 * Ends an open offer of a locked chat. If `contact` is omitted, the offer's addresses are erased.
 */
export async function settleOffer(
  db: Db,
  offerId: string,
  status: Exclude<OfferStatus, 'open'>,
  now: Date,
  contact: OfferContact = noContact,
): Promise<void> {
  const settled = await db
    .updateTable('offers')
    .set({ status, settled_at: now, ...contact })
    .where('id', '=', offerId)
    .where('status', '=', 'open')
    .returning('chat_id')
    .executeTakeFirst()
  if (settled && status !== 'expired')
    await clearUnanswered(db, settled.chat_id, 'offer_id', offerId)
}

/** Ends expired offers. Returns them with the account ids of both people. */
export async function expireOffers(db: Db, now: Date) {
  // Skips offers locked by an answer; the next run checks them again.
  const ended = db
    .selectFrom('offers')
    .select('id')
    .where('status', '=', 'open')
    .where('expires_at', '<=', now)
    .orderBy('id')
    .forUpdate()
    .skipLocked()
  const expired = await db
    .updateTable('offers')
    .set({ status: 'expired', settled_at: now, ...noContact })
    .where('id', 'in', ended)
    .returning(['id', 'chat_id'])
    .execute()
  if (expired.length === 0) return []
  const chatIds = [...new Set(expired.map(({ chat_id }) => chat_id))]
  const chats = await db
    .selectFrom('chats')
    .select(['id', 'buyer_id', 'seller_id'])
    .where('id', 'in', chatIds)
    .execute()
  return expired.flatMap(({ id, chat_id }) => {
    const chat = chats.find((chat) => chat.id === chat_id)
    return chat ? [{ id, chatId: chat_id, accountIds: [chat.buyer_id, chat.seller_id] }] : []
  })
}

export async function countOpenOffers(db: Db, buyerId: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('offers')
    .innerJoin('chats', 'chats.id', 'offers.chat_id')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('chats.buyer_id', '=', buyerId)
    .where('made_by', '=', 'buyer')
    .where('offers.status', '=', 'open')
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return count
}

/** Erases a deleted account from its offers. The account's chats must be locked. */
export async function eraseFromOffers(
  db: Db,
  { accountId, side }: Participant,
  now: Date,
): Promise<void> {
  const chats = db.selectFrom('chats').select('id').where(`${side}_id`, '=', accountId)
  await db
    .updateTable('offers')
    .set({ status: 'withdrawn', settled_at: now, ...noContact })
    .where('chat_id', 'in', chats)
    .where('status', '=', 'open')
    .execute()
  await erasePlaces(db, { accountId, side }, placeMarker)
  const ownContact = side === 'seller' && {
    seller_delivery_address: null,
    seller_phone_number: null,
  }
  await db
    .updateTable('offers')
    .set({ meeting_point: null, ...ownContact })
    .where('chat_id', 'in', chats)
    .execute()
  if (side === 'seller') return
  await db
    .updateTable('offers')
    .set({ delivery_address: null, phone_number: null })
    .where('chat_id', 'in', chats)
    .execute()
  await deleteAddressesOf(db, accountId)
}
