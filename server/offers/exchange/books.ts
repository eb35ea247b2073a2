import { sql } from 'kysely'
import { photoAddress } from '#contract/books/photos.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import type { HandOver } from '#contract/common/hand-overs.ts'
import { toRupees } from '#contract/common/schemas.ts'
import type { ExchangeableBook } from '#contract/exchanges/exchange-offers.ts'
import { bookValue } from '#contract/exchanges/values.ts'
import { findAccount } from '#server/accounts/store.ts'
import { isGivableBySeller, isOpenToExchange } from '#server/books/exchangeable.ts'
import { listingVersion } from '#server/books/listing-hash.ts'
import { containsAll } from '#server/books/search/conditions.ts'
import { readSearch } from '#server/books/search/words/read-search.ts'
import { coverHash } from '#server/books/store.ts'
import { isFirstOrOneOf, newestOfSeller } from '#server/books/views.ts'
import { findParticipants, type Participant } from '#server/chats/store.ts'
import { findHiddenSellers } from '#server/moderation/are-blocked.ts'
import { maxOfferBooksListed } from '#server/offers/limits.ts'
import type { Db } from '#server/platform/database/database.ts'
import { findGiver, hasOfferedExchange } from './terms.ts'

/** As in every list: not of somebody in a block with the reader, or whom an admin has blocked. */
async function isShown(db: Db, sellerId: string, readerId: string): Promise<boolean> {
  if ((await findHiddenSellers(db, readerId)).includes(sellerId)) return false
  return (await findAccount(db, sellerId))?.status === 'active'
}

/** Throws chat_not_found; none of the buyer's until they have offered an exchange themselves. */
export async function viewExchangeableBooks(
  db: Db,
  me: Participant,
  { chatId, side, search }: { chatId: string; side: Side; search?: string | undefined },
): Promise<ExchangeableBook[]> {
  const chat = await findParticipants(db, me, chatId)
  if (!chat) throw new AppError('chat_not_found')
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
