// The books of offers, with their listings at the time and now.
import { sql } from 'kysely'
import {
  type ListingFacts,
  listingFacts,
  listingHash,
  listingVersion,
} from '#server/books/listing-hash.ts'
import { coverHash } from '#server/books/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import { availableTo } from '#server/wishlist/queue/conditions.ts'

const receiver = sql`(case when offer_items.given_by = 'seller'
  then chats.buyer_id else chats.seller_id end)`

/** Whether a listing was edited after the offer. In a sale, only edits of certain facts count. */
const hasChanged = sql<boolean>`coalesce(offer_items.listing_hash <> ${listingHash},
  offer_items.listing <> ${listingFacts}, false)`

const isOfReceiver = sql`earlier_offer.made_by <> offers.made_by`

/**
 * The listing as the receiver knows it: from the receiver's own last offer, or else from the first
 * offer to them. A comparison with the previous offer would miss an edit if that offer had been
 * repeated.
 */
const listedBefore = sql<ListingFacts | null>`(select earlier.listing from offer_items as earlier
  join offers as earlier_offer on earlier_offer.id = earlier.offer_id
  where earlier_offer.chat_id = offers.chat_id and earlier.offer_id < offers.id
    and earlier.book_id = offer_items.book_id and earlier.listing is not null
  order by ${isOfReceiver} desc, case when ${isOfReceiver} then earlier.offer_id end desc,
    earlier.offer_id limit 1)`

export const selectItems = (db: Db, offerIds: readonly string[]) =>
  db
    .selectFrom('offer_items')
    .innerJoin('books', 'books.id', 'offer_items.book_id')
    .innerJoin('offers', 'offers.id', 'offer_items.offer_id')
    .innerJoin('chats', 'chats.id', 'offers.chat_id')
    .select(['offer_id', 'offer_items.book_id', 'offer_items.copies', 'asking_price'])
    .select(sql<string>`coalesce(listing ->> 'title', books.title)`.as('title'))
    .select(sql<ListingFacts | null>`listing`.as('listing'))
    .select(sql<ListingFacts>`${listingFacts}`.as('listed_now'))
    .select(listingVersion.as('listing_version'))
    .select(listedBefore.as('listed_before'))
    .select('books.price')
    .select(['given_by', 'value'])
    .select([
      'books.rent_price',
      'books.is_rentable',
      'deposit',
      'offer_items.late_fee',
      'loss_price',
      'books.rent_deposit',
      'books.late_fee as book_late_fee',
    ])
    .select(
      sql<number>`case when books.deleted_at is null and books.hidden_at is null
        then ${availableTo(receiver)} else 0 end`.as('available'),
    )
    .select(coverHash.as('cover'))
    .select(hasChanged.as('has_changed'))
    .where('offer_id', 'in', offerIds)
    .orderBy('offer_id')
    .orderBy('position')
    .execute()
