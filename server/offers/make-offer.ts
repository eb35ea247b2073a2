import { sql } from 'kysely'
import type { Message } from '#contract/chats.ts'
import { indianDate } from '#contract/common/dates.ts'
import { otherSide } from '#contract/common/endpoint.ts'
import { AppError, errorOn, fieldError } from '#contract/common/error-catalog.ts'
import { maxRentDays, offerHours } from '#contract/common/limits.ts'
import { formatRupees, toPaise } from '#contract/common/schemas.ts'
import type { OfferInput } from '#contract/orders/offers.ts'
import { rejectAway } from '#server/accounts/holiday.ts'
import { isGivableBySeller, isOpenToExchange } from '#server/books/exchangeable.ts'
import { isNegotiatedIn } from '#server/books/negotiated.ts'
import { isRented } from '#server/books/views.ts'
import { countSentMessage, insertMessage } from '#server/chats/messages.ts'
import { actorOf, rejectReadOnly } from '#server/chats/rules.ts'
import { lockAccountQuota, lockChat, type Participant } from '#server/chats/store.ts'
import { insertNotifications } from '#server/notifications/store.ts'
import { exchangeTerms } from '#server/offers/exchange/terms.ts'
import { keepAddress } from '#server/orders/hand-over/addresses.ts'
import { maxOrderPricePaise } from '#server/orders/limits.ts'
import { isExtendable, isWanted } from '#server/orders/rules.ts'
import { extendOrder, type OrderActor, selectOrderDetails } from '#server/orders/store.ts'
import { noCopyText } from '#server/orders/texts.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { availableTo } from '#server/wishlist/queue/conditions.ts'
import {
  askingPriceOf,
  maxOpenOffers,
  offerTerms,
  rejectMissingContact,
  statusAt,
} from './rules.ts'
import {
  countOpenOffers,
  findOpenOffer,
  insertOffer,
  type LockedOffer,
  noContact,
  type OfferContact,
  settleOffer,
} from './store.ts'
import { exchangeText, newOfferNotification, offerText } from './texts.ts'

const offerMs = offerHours * 3_600_000

type Asked = {
  chatId: string
  sellerId: string
  receiverId: string
  items: OfferInput['items']
}

async function findBooksToOffer(db: Db, { chatId, sellerId, receiverId, items }: Asked) {
  const chat = sql`${chatId}::uuid`
  const receiver = sql`${receiverId}::uuid`
  const books = await db
    .selectFrom('books')
    .select(['id', 'title', 'price', 'rent_price', 'is_rentable'])
    .select(['rent_deposit', 'late_fee'])
    .select(availableTo(receiver).as('available'))
    .select(isOpenToExchange(chat, receiver).as('is_open_to_exchange'))
    .select(isRented.as('is_rented'))
    .select(isGivableBySeller(chat, receiver).as('is_givable'))
    .where('seller_id', '=', sellerId)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is', null)
    .where(sql<boolean>`(not is_hidden or ${isNegotiatedIn(chat)})`)
    .where(
      'id',
      'in',
      items.map(({ bookId }) => bookId),
    )
    .execute()
  return items.map(({ bookId, copies, listingVersion }) => {
    const book = books.find(({ id }) => id === bookId)
    if (!book) throw new AppError('book_not_found')
    if (book.available < copies) {
      const message =
        book.available === 0
          ? noCopyText(book.title, book.is_rented)
          : `Only ${book.available} of “${book.title}” ${book.available === 1 ? 'is' : 'are'} available.`
      throw errorOn('items', 'book_gone', message)
    }
    return { ...book, copies, listingVersion }
  })
}

/**
 * Finds the chat's open offer, which a new one ends, and how it ends. Throws offer_open unless the
 * new one names it, and offer_settled if another is named.
 */
async function findReplacedOffer(
  db: Db,
  me: Participant,
  { chatId, replaces }: OfferInput,
  now: Date,
) {
  const open = await findOpenOffer(db, chatId)
  if (replaces !== undefined && replaces !== open?.id) throw new AppError('offer_settled')
  if (!open) return undefined
  if (statusAt(open, now) === 'expired') return { id: open.id, status: 'expired' as const }
  if (replaces === undefined) throw new AppError('offer_open')
  return { id: open.id, status: open.made_by === me.side ? 'withdrawn' : 'countered' } as const
}

async function enforceOfferLimits(db: Db, me: Participant, now: Date) {
  countSentMessage(me)
  if (me.side === 'buyer' && (await countOpenOffers(db, me.accountId, now)) >= maxOpenOffers)
    throw new AppError('too_many_offers', { retryAfter: 3600 })
}

async function offeredOf(
  db: Db,
  me: Participant,
  chat: { id: string; buyer_id: string; seller_id: string },
  input: OfferInput,
  now: Date,
) {
  const { items: asked, exchange } = input
  if (exchange) {
    const offered = await exchangeTerms(db, me, chat, { items: asked, exchange }, findBooksToOffer)
    return { ...offered, text: exchangeText(offered.titles, offered.topUp, input) }
  }
  const offered = await soldOf(db, chat, input, now)
  return { ...offered, topUp: null, text: undefined }
}

async function soldOf(
  db: Db,
  chat: { id: string; buyer_id: string; seller_id: string },
  input: OfferInput,
  now: Date,
) {
  if (input.extendsOrderId !== undefined)
    return extensionOf(db, chat.id, input, input.extendsOrderId, now)
  const { buyer_id: receiverId, seller_id: sellerId } = chat
  const asked = { chatId: chat.id, sellerId, receiverId, items: input.items }
  const books = await findBooksToOffer(db, asked)
  const items = books.map((book) => ({
    bookId: book.id,
    copies: book.copies,
    askingPrice: askingPriceOf(book, input.orderType),
    listingVersion: book.listingVersion,
    ...(input.orderType === 'rent' && {
      rentTerms: { deposit: book.rent_deposit, late_fee: book.late_fee, loss_price: book.price },
    }),
  }))
  const copyPrices = items.flatMap(({ copies, askingPrice }) =>
    Array.from({ length: copies }, () => askingPrice),
  )
  return { items, terms: offerTerms(amountOf(input), copyPrices, indianDate(now)), titles: books }
}

async function extensionOf(db: Db, chatId: string, input: OfferInput, orderId: string, now: Date) {
  const days = input.days ?? 1
  const order = await lockExtendableRent(db, { chatId, orderId, days }, now)
  const askingPrice = Math.max(1, Math.round(order.price / order.rent_days))
  if (order.price + toPaise(amountOf(input).amount) * days > maxOrderPricePaise) {
    const message = `A rent can come to at most ${formatRupees(maxOrderPricePaise)}.`
    throw fieldError('amount', message)
  }
  const terms = offerTerms(
    { ...amountOf(input), firstDay: undefined },
    [askingPrice],
    indianDate(now),
  )
  return {
    items: [{ bookId: order.book_id, copies: 1, askingPrice }],
    terms: { ...terms, first_day: order.rent_end },
    titles: [{ title: order.book_title, copies: 1 }],
  }
}

const amountOf = (input: OfferInput) => ({ ...input, amount: input.amount ?? 0 })

type MadeOffer = { id: string; accountIds: string[]; message: Message }

/**
 * Creates an offer. Throws like `lockChat`, `findReplacedOffer`, `offeredOf`, `rejectAway` and
 * `insertOffer`; also chat_not_found, chat_read_only, malformed, too_many_messages,
 * too_many_offers.
 */
export async function createOffer(
  db: Db,
  me: Participant,
  input: OfferInput,
  { now, isLimited }: { now: Date; isLimited: boolean },
): Promise<MadeOffer> {
  await lockAccountQuota(db, me.accountId)
  const chat = await lockChat(db, me, input.chatId)
  rejectReadOnly(chat)
  const replaced = await findReplacedOffer(db, me, input, now)
  // The open offer is ended only after this, because hidden books in it can be offered again.
  const offered = await offeredOf(db, me, chat, input, now)
  if (replaced) await settleOffer(db, replaced.id, replaced.status, now)
  if (isLimited) await enforceOfferLimits(db, me, now)
  const { items, terms } = offered
  const isExtension = input.extendsOrderId !== undefined
  if (!isExtension) await rejectAway(db, chat.seller_id, me.side)
  const isExchange = input.exchange !== undefined
  const contact = isExtension ? {} : await contactColumns(db, me, { ...input, isExchange }, now)
  const offer = {
    id: newId(now.getTime()),
    chat_id: chat.id,
    made_by: me.side,
    ...terms,
    top_up: offered.topUp,
    extends_order_id: input.extendsOrderId ?? null,
    hand_over: input.handOver,
    meeting_point: input.handOver === 'meet' ? (input.meetingPoint ?? null) : null,
    ...noContact,
    ...contact,
    created_at: now,
    expires_at: new Date(now.getTime() + offerMs),
  }
  await insertOffer(db, offer, items)
  const other = otherSide(me.side)
  const message = await insertMessage(db, {
    chatId: chat.id,
    sender: actorOf(me),
    text: offered.topUp === null ? offerText(offer, offered.titles) : offered.text,
    channel: 'http',
    unreadFor: [other],
    now,
    offerId: offer.id,
  })
  await insertNotifications(db, [chat[`${other}_id`]], {
    kind: 'order',
    text: newOfferNotification(message.message),
    chatId: chat.id,
    inChat: true,
    needsAction: true,
    now,
  })
  return { id: offer.id, accountIds: [chat.buyer_id, chat.seller_id], message }
}

type ContactInput = Pick<OfferInput, 'handOver' | 'deliveryAddress' | 'phoneNumber' | 'keepAddress'>

/**
 * Returns the caller's contact details as columns of the offer. Saves a buyer's address for later
 * offers, if the buyer asked for that. A seller has contact details only in exchanges.
 */
export async function contactColumns(
  db: Db,
  { accountId, side }: Participant,
  input: ContactInput & { isExchange: boolean },
  now: Date,
): Promise<Partial<OfferContact>> {
  if (side === 'seller' && !input.isExchange) return {}
  rejectMissingContact(input.handOver, input)
  const { deliveryAddress, phoneNumber, keepAddress: isKept } = input
  if (side === 'seller')
    return {
      seller_delivery_address: input.handOver === 'post' ? (deliveryAddress ?? null) : null,
      seller_phone_number: phoneNumber ?? null,
    }
  if (isKept && deliveryAddress !== undefined && phoneNumber !== undefined)
    await keepAddress(db, accountId, { deliveryAddress, phoneNumber }, now)
  return {
    delivery_address: input.handOver === 'post' ? (deliveryAddress ?? null) : null,
    phone_number: phoneNumber ?? null,
  }
}

/**
 * Locks a rental to extend it. The caller must have locked its chat. Throws order_not_found,
 * order_settled if the copy isn't rented out, copy_wanted if somebody waits for it, malformed for
 * too many days.
 */
async function lockExtendableRent(
  db: Db,
  { chatId, orderId, days }: { chatId: string; orderId: string; days: number },
  now: Date,
) {
  const order = await selectOrderDetails(db)
    .where('orders.id', '=', orderId)
    .where('orders.chat_id', '=', chatId)
    .forNoKeyUpdate('orders')
    .executeTakeFirst()
  if (!order) throw new AppError('order_not_found')
  const { rent_days, rent_end } = order
  if (!isExtendable(order) || rent_days === null || rent_end === null)
    throw new AppError('order_settled')
  if (rent_days + days > maxRentDays) {
    const message = `A rent can have at most ${maxRentDays} days; this one has ${rent_days}.`
    throw fieldError('days', message)
  }
  if (isWanted(order, now)) throw new AppError('copy_wanted')
  return { ...order, rent_days, rent_end }
}

/**
 * Adds the days and the price of an accepted offer to the rental that it extends. Throws like
 * `lockExtendableRent`.
 */
export async function extendRent(
  db: Db,
  { offer, chat }: LockedOffer,
  by: OrderActor,
  now: Date,
): Promise<void> {
  const { extends_order_id: orderId, days } = offer
  if (orderId === null || days === null) throw new Error('not an extension')
  const order = await lockExtendableRent(db, { chatId: chat.id, orderId, days }, now)
  await extendOrder(db, order, { days, price: offer.amount * days }, by, now)
}
