// Converts offers to the API's format. A list of any length takes the same number of queries.
import { sql } from 'kysely'
import type { ListingChange } from '#contract/books/listing-changes.ts'
import { addDays } from '#contract/common/dates.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { photoAddress } from '#contract/common/photos.ts'
import { toRupees } from '#contract/common/schemas.ts'
import type { OfferedExchange } from '#contract/exchanges/exchange-offers.ts'
import type { Offer, OfferBook } from '#contract/orders/offers.ts'
import { isAway } from '#server/accounts/holiday.ts'
import { type ListingFacts, listingVersion } from '#server/books/listing-hash.ts'
import { isNegotiatedIn } from '#server/books/negotiated.ts'
import { containsAll } from '#server/books/search/conditions.ts'
import { readSearch } from '#server/books/search/words/read-search.ts'
import {
  isFirstOrOneOf,
  isVisibleExcept,
  newestOfSeller,
  selectBooks,
  toBook,
} from '#server/books/views.ts'
import { findParticipants, type Participant } from '#server/chats/store.ts'
import { areBlocked, findHiddenSellers } from '#server/moderation/are-blocked.ts'
import { orderIs } from '#server/orders/lifecycle/status.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newestFirst, type PageRequest, readPage } from '#server/platform/http/paging.ts'
import { availableTo, isReservedFor } from '#server/wishlist/queue/conditions.ts'
import { selectItems } from './items.ts'
import { offerActions, statusAt } from './rules.ts'

const maxListedOffers = 100
export const maxOfferBooksListed = 20

const selectOffers = (db: Db, { accountId, side }: Participant) =>
  db
    .selectFrom('offers')
    .innerJoin('chats', 'chats.id', 'offers.chat_id')
    .innerJoin('accounts as other', (on) =>
      on.onRef('other.id', '=', side === 'buyer' ? 'chats.seller_id' : 'chats.buyer_id'),
    )
    .selectAll('offers')
    .innerJoin('accounts as me', 'me.id', side === 'buyer' ? 'chats.buyer_id' : 'chats.seller_id')
    .select(
      sql<boolean>`other.status = 'blocked' or other.deleted_at is not null
        or ${areBlocked(sql`me.person_id`, sql`other.person_id`)}`.as('is_closed'),
    )
    .select(
      sql<boolean>`exists (select from orders
        where orders.id = extends_order_id and ${orderIs.rentedOut}
          and not ${orderIs.withOpenProblem})`.as('is_rented_out'),
    )
    .select(isAway(side === 'buyer' ? 'other' : 'me').as('is_away'))
    .leftJoin('exchanges', 'exchanges.offer_id', 'offers.id')
    .select('exchanges.id as exchange_id')
    .where(`chats.${side}_id`, '=', accountId)
    .where('offers.status', '<>', 'ordered')
type Items = Awaited<ReturnType<typeof selectItems>>
type OfferRow = Awaited<ReturnType<ReturnType<typeof selectOffers>['executeTakeFirstOrThrow']>>

async function toOffers(db: Db, rows: OfferRow[], me: Participant, now: Date) {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const items = Map.groupBy(await selectItems(db, ids), ({ offer_id }) => offer_id)
  const accepted = rows.filter(({ status }) => status === 'accepted').map(({ id }) => id)
  const exchanges = rows.flatMap(({ exchange_id }) => exchange_id ?? [])
  const orders =
    accepted.length === 0
      ? []
      : await db
          .selectFrom('orders')
          .leftJoin('exchanges', 'exchanges.id', 'exchange_id')
          .select([
            'orders.id',
            'orders.contact_hidden_at',
            sql<string>`coalesce(orders.offer_id, exchanges.offer_id)`.as('of_offer'),
          ])
          .where(
            sql<boolean>`(orders.offer_id = any(${accepted}::uuid[])
              or orders.exchange_id = any(${exchanges}::uuid[]))`,
          )
          .orderBy('orders.id')
          .execute()
  return rows.map((row) => {
    const own = orders.filter(({ of_offer }) => of_offer === row.id)
    return offerView(row, items.get(row.id) ?? [], me, now, {
      orders: own.map(({ id }) => id),
      hasEnded: own.length > 0 && own.every((order) => order.contact_hidden_at !== null),
    })
  })
}

function offerView(
  row: OfferRow,
  items: Items,
  { side, helper }: Participant,
  now: Date,
  { orders, hasEnded }: { orders: string[]; hasEnded: boolean },
): Offer {
  const days = row.days ?? 1
  const status = statusAt(row, now)
  const given = items.filter(({ given_by }) => given_by === 'seller')
  const asking = given.reduce((sum, { copies, asking_price }) => sum + copies * asking_price, 0)
  const isContactVisible = status === 'open' || status === 'accepted'
  const isAcceptable =
    row.extends_order_id !== null
      ? row.is_rented_out
      : !row.is_away && items.every(({ copies, available }) => available >= copies)
  return {
    _id: row.id,
    chatId: row.chat_id,
    by: row.made_by,
    ...(row.extends_order_id !== null && { extendsOrderId: row.extends_order_id }),
    orderType: row.order_type,
    amount: toRupees(row.amount),
    total: toRupees(row.amount * days),
    askingTotal: toRupees(asking * days),
    ...(row.first_day !== null && {
      days,
      firstDay: row.first_day,
      lastDay: addDays(row.first_day, days),
    }),
    items: given.map((item) => offeredItem(item, status)),
    ...(row.order_type === 'rent' && rentTermsOf(items)),
    exchange: exchangeView(row, items, isContactVisible && !(hasEnded && side === 'buyer')),
    handOver: row.hand_over,
    meetingPoint: row.meeting_point ?? undefined,
    ...(isContactVisible &&
      !(hasEnded && side === 'seller') && {
        deliveryAddress: row.delivery_address ?? undefined,
        phoneNumber: row.phone_number ?? undefined,
      }),
    status,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    settledAt: row.settled_at?.toISOString(),
    orders,
    can: offerActions(row, side, now, {
      isAcceptable,
      // Swaps belong to the person, so a helper of the shop can only end the offer of one.
      isClosed: row.is_closed || (row.top_up !== null && helper !== undefined),
      isExtension: row.extends_order_id !== null,
      hasChanged: items.some(({ has_changed }) => has_changed),
      isRenewable: row.top_up === null,
    }),
  }
}

/** Returns the offers in the caller's chat. Throws chat_not_found. */
export async function viewOffers(
  db: Db,
  me: Participant,
  chatId: string,
  now: Date,
): Promise<Offer[]> {
  await findParticipants(db, me, chatId)
  const rows = await selectOffers(db, me)
    .where('offers.chat_id', '=', chatId)
    .orderBy('offers.id', 'desc')
    .limit(maxListedOffers)
    .execute()
  return toOffers(db, rows.reverse(), me, now)
}

/** Returns an offer in one of the caller's chats. Throws offer_not_found. */
export async function viewOffer(db: Db, me: Participant, offerId: string, now: Date) {
  const rows = await selectOffers(db, me).where('offers.id', '=', offerId).execute()
  const [offer] = await toOffers(db, rows, me, now)
  if (!offer) throw new AppError('offer_not_found')
  return offer
}

export async function listOffersOf(db: Db, me: Participant, page: PageRequest, now: Date) {
  const newest = newestFirst('offers.id')
  const { rows, next } = await readPage(selectOffers(db, me), page, maxListedOffers, newest)
  return { rows: await toOffers(db, rows, me, now), next }
}

const isHiddenOnlyBySeller = sql<boolean>`books.hidden_by_seller and books.hidden_at is null
  and books.deleted_at is null and books.available > 0`

export async function viewOfferBooks(
  db: Db,
  me: Participant,
  { chatId, search }: { chatId: string; search?: string | undefined },
): Promise<OfferBook[]> {
  const chat = await findParticipants(db, me, chatId)
  const isOfChat = sql<boolean>`books.id = ${chat.book_id}`
  const buyer = sql`${chat.buyer_id}::uuid`
  const hiddenSellers = me.side === 'buyer' ? await findHiddenSellers(db, me.accountId) : []
  const isOffered = sql<boolean>`(${isVisibleExcept(hiddenSellers)}
    or ${isReservedFor(buyer)} or (${isHiddenOnlyBySeller} and ${isNegotiatedIn(sql`${chatId}::uuid`)})) and ${containsAll(readSearch(search))}`
  const newest = newestOfSeller(db, chat.seller_id)
    .innerJoin('accounts', 'accounts.id', 'books.seller_id')
    .where(isOffered)
    .limit(maxOfferBooksListed)
  const rows = await selectBooks(db)
    .select(availableTo(buyer).as('available_to_buyer'))
    .select(listingVersion.as('listing_version'))
    .where(isFirstOrOneOf(chat.book_id, newest))
    .where(isOffered)
    .orderBy(isOfChat, 'desc')
    .orderBy('books.id', 'desc')
    .limit(maxOfferBooksListed)
    .execute()
  return rows.map((row) => {
    const { _id, title, author, bookType, images, price, isRentable, ...book } = toBook(row)
    const { condition, rentPrice, rentDeposit, lateFee, handOvers } = book
    return {
      _id,
      title,
      author,
      bookType,
      condition,
      images: images.slice(0, 1),
      price,
      ...(isRentable && { rentPrice, rentDeposit, lateFee }),
      available: row.available_to_buyer,
      handOvers,
      listingVersion: row.listing_version,
    }
  })
}

/** Sums the rent terms of all copies, in rupees. */
function rentTermsOf(items: Items) {
  const sumOf = (name: 'deposit' | 'late_fee' | 'loss_price') => {
    const sum = items.reduce((total, item) => total + (item[name] ?? 0) * item.copies, 0)
    return sum === 0 ? undefined : toRupees(sum)
  }
  return { deposit: sumOf('deposit'), lateFee: sumOf('late_fee'), lossPrice: sumOf('loss_price') }
}

const bookOf = (item: Items[number]) => ({
  _id: item.book_id,
  title: item.title,
  images: item.cover === null ? [] : [photoAddress(item.cover)],
  price: toRupees(item.price),
})

function offeredItem(item: Items[number], status: Offer['status']): Offer['items'][number] {
  const changes = listingChanges(item.listing, item.listed_now)
  return {
    book: {
      ...bookOf(item),
      ...(item.is_rentable &&
        item.rent_price !== null && {
          rentPrice: toRupees(item.rent_price),
          ...(item.rent_deposit !== null && { rentDeposit: toRupees(item.rent_deposit) }),
          ...(item.book_late_fee !== null && { lateFee: toRupees(item.book_late_fee) }),
        }),
    },
    copies: item.copies,
    askingPrice: toRupees(item.asking_price),
    ...(item.value !== null && { value: toRupees(item.value) }),
    available: item.available,
    ...(item.has_changed && { hasChanged: true }),
    ...(status === 'open' && {
      ...(changes && { changes, listingVersion: item.listing_version }),
      changedBefore: listingChanges(item.listed_before, item.listing),
    }),
  }
}

function exchangeView(
  row: OfferRow,
  items: Items,
  isContactVisible: boolean,
): OfferedExchange | undefined {
  if (row.top_up === null) return undefined
  return {
    items: items
      .filter(({ given_by }) => given_by === 'buyer')
      .map((item) => ({
        book: bookOf(item),
        value: toRupees(item.value ?? item.asking_price),
        available: item.available,
        ...(item.has_changed && { hasChanged: true }),
        ...(row.status === 'open' && {
          changedBefore: listingChanges(item.listed_before, item.listing),
        }),
      })),
    topUp: toRupees(Math.abs(row.top_up)),
    ...(row.top_up !== 0 && { topUpBy: row.top_up > 0 ? 'buyer' : 'seller' }),
    ...(isContactVisible && {
      deliveryAddress: row.seller_delivery_address ?? undefined,
      phoneNumber: row.seller_phone_number ?? undefined,
    }),
    ...(row.exchange_id !== null && { exchangeId: row.exchange_id }),
  }
}

const editionOf = ({ year, date }: ListingFacts): string | undefined =>
  date ?? (year === null ? undefined : String(year))

function listingChanges(
  before: ListingFacts | null,
  now: ListingFacts | null,
): ListingChange[] | undefined {
  if (!before || !now) return undefined
  const changes: ListingChange[] = []
  const compare = (fact: ListingChange['fact'], was?: string | null, is?: string | null) => {
    if (was === is) return
    changes.push({ fact, ...(was && { before: was }), ...(is && { now: is }) })
  }
  compare('title', before.title, now.title)
  compare('author', before.author, now.author)
  compare('isbn', before.isbn, now.isbn)
  compare('condition', before.condition, now.condition)
  compare('edition', editionOf(before), editionOf(now))
  if (before.photos.join() !== now.photos.join()) changes.push({ fact: 'photos' })
  return changes.length > 0 ? changes : undefined
}
