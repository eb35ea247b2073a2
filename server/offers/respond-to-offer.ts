import type { Message } from '#contract/chats.ts'
import { addDays } from '#contract/common/dates.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import type { OfferInput } from '#contract/orders/offers.ts'
import { rejectAway } from '#server/accounts/holiday.ts'
import { lockBooks } from '#server/books/copies.ts'
import { insertSystemMessage } from '#server/chats/messages.ts'
import { actorOf, rejectReadOnly } from '#server/chats/rules.ts'
import type { Participant } from '#server/chats/store.ts'
import type { Agreed } from '#server/exchanges/create-exchange.ts'
import { insertNotifications } from '#server/notifications/store.ts'
import { acceptExchange, lockOfferedExchange } from '#server/offers/exchange/accept.ts'
import { insertMeeting } from '#server/orders/meetings/store.ts'
import { insertAgreedOrder, orderRow } from '#server/orders/place-order.ts'
import { noRent } from '#server/orders/rules.ts'
import { lockBook, lockParticipants } from '#server/orders/store.ts'
import { noCopyText, placeInPerson } from '#server/orders/texts.ts'
import type { Db } from '#server/platform/database/database.ts'
import { selectItems } from './items.ts'
import { contactColumns, extendRent } from './make-offer.ts'
import { splitAmount, statusAt } from './rules.ts'
import { type LockedOffer, lockOffer, type OfferContact, settleOffer } from './store.ts'
import { acceptedText, declinedText } from './texts.ts'

async function lockItems(db: Db, offerId: string) {
  const books = await db
    .selectFrom('offer_items')
    .select('book_id')
    .where('offer_id', '=', offerId)
    .execute()
  await lockBooks(
    db,
    books.map(({ book_id }) => book_id),
  )
  const items = await selectItems(db, [offerId])
  if (items.some(({ has_changed }) => has_changed)) throw new AppError('offered_book_changed')
  return items
}

type Items = Awaited<ReturnType<typeof lockItems>>
type People = Awaited<ReturnType<typeof lockParticipants>>
export type SettledOffer = {
  chatId: string
  accountIds: string[]
  message?: Message
  orderIds: string[]
  extendedId?: string | undefined
  exchange?: Pick<Agreed, 'exchangeId' | 'messages'>
}

/**
 * Locks an open offer that one side wants to end. Returns undefined if this side has already ended
 * it in the same way. Throws offer_not_found, not_yours, offer_settled, session_ended.
 */
async function lockOpenOffer(
  db: Db,
  me: Participant,
  offerId: string,
  end: 'accepted' | 'declined' | 'withdrawn',
  now: Date,
): Promise<LockedOffer | undefined> {
  const locked = await lockOffer(db, me, offerId)
  const { offer } = locked
  const isOwn = offer.made_by === me.side
  if (isOwn !== (end === 'withdrawn')) throw new AppError('not_yours')
  if (offer.status === end) return undefined
  if (statusAt(offer, now) !== 'open') throw new AppError('offer_settled')
  return locked
}

const settled = ({ chat }: LockedOffer): SettledOffer => ({
  chatId: chat.id,
  accountIds: [chat.buyer_id, chat.seller_id],
  orderIds: [],
})

async function insertOrders(
  db: Db,
  me: Participant,
  { offer, chat }: LockedOffer,
  { buyer, seller }: People,
  items: Items,
  contact: { delivery_address: string | null; phone_number: string | null },
  meetingId: string | null,
  now: Date,
): Promise<string[]> {
  const copies = items.flatMap((item) => Array.from({ length: item.copies }, () => item))
  const shares = splitAmount(
    offer.amount,
    copies.map(({ asking_price }) => asking_price),
  )
  const priced = copies.map((copy, index) => ({ ...copy, share: shares[index] ?? 0 }))
  const days = offer.days ?? 1
  const rent =
    offer.days === null || offer.first_day === null
      ? noRent
      : {
          rent_days: offer.days,
          rent_start: offer.first_day,
          rent_end: addDays(offer.first_day, offer.days),
        }
  const orderIds: string[] = []
  // Sorts the copies, because books must be locked in the order of their ids.
  for (const copy of priced.toSorted((a, b) => (a.book_id < b.book_id ? -1 : 1))) {
    const book = await lockBook(db, { bookId: copy.book_id, buyerId: buyer.id, now })
    if (!book) throw new AppError('book_gone', { message: noCopyText(copy.title) })
    const terms = {
      order_type: offer.order_type,
      price: copy.share * days,
      asking_price: copy.asking_price * days,
      ...rent,
    }
    const input = {
      deliveryAddress: contact.delivery_address ?? offer.meeting_point ?? placeInPerson,
      phoneNumber: contact.phone_number ?? '',
    }
    const order = {
      ...orderRow({ chatId: chat.id, book, buyer, seller, input, terms, now }),
      offer_id: offer.id,
      hand_over: offer.hand_over,
      meeting_id: meetingId,
      ...(offer.order_type === 'rent' && {
        deposit: copy.deposit,
        late_fee: copy.late_fee,
        loss_price: copy.loss_price,
      }),
    }
    await insertAgreedOrder(db, order, actorOf(me), now)
    orderIds.push(order.id)
  }
  return orderIds
}

type Contact = Pick<OfferInput, 'deliveryAddress' | 'phoneNumber' | 'keepAddress'>

/**
 * Accepts an offer. Returns undefined if this side has already accepted it. Throws like
 * `lockOpenOffer`, `rejectAway`, like `extendRent` for an extension, and chat_read_only, book_gone,
 * offered_book_changed, malformed, and owner_only if a helper accepts an exchange.
 */
export async function acceptOpenOffer(
  db: Db,
  me: Participant,
  offerId: string,
  input: Contact,
  now: Date,
): Promise<SettledOffer | undefined> {
  const locks = await lockOfferedExchange(db, me, offerId)
  const locked = await lockOpenOffer(db, me, offerId, 'accepted', now)
  if (!locked) return undefined
  const { offer, chat } = locked
  rejectReadOnly(chat)
  const extendedId = offer.extends_order_id ?? undefined
  if (!extendedId) await rejectAway(db, chat.seller_id, me.side)
  const isExchange = offer.top_up !== null
  if (isExchange && me.helper !== undefined) throw new AppError('owner_only')
  const asked = { ...input, handOver: offer.hand_over, isExchange }
  const given = {
    ...contactIn(offer),
    ...(!extendedId && (await contactColumns(db, me, asked, now))),
  }
  if (isExchange) {
    const accepted = await acceptExchange(db, me, locked, { contact: given, locks }, now)
    await notifyMaker(db, locked, accepted.message, accepted.orderIds, now)
    return { ...settled(locked), ...accepted }
  }
  const people = await lockParticipants(db, { buyerId: chat.buyer_id, sellerId: chat.seller_id })
  const items = await lockItems(db, offerId)
  const meetingId =
    offer.hand_over === 'meet' && !extendedId
      ? await insertMeeting(db, { chatId: chat.id, place: offer.meeting_point, now })
      : null
  const orderIds = extendedId
    ? []
    : await insertOrders(db, me, locked, people, items, given, meetingId, now)
  if (extendedId) await extendRent(db, locked, actorOf(me), now)
  await settleOffer(db, offerId, 'accepted', now, given)
  const message = await insertSystemMessage(db, {
    chatId: chat.id,
    text: acceptedText(offer, items, extendedId ? [extendedId] : orderIds),
    unreadFor: [offer.made_by],
    now,
    meetingId: meetingId ?? undefined,
  })
  await notifyMaker(db, locked, message, extendedId ? [extendedId] : orderIds, now)
  return { ...settled(locked), message, orderIds, extendedId }
}

async function notifyMaker(
  db: Db,
  { offer, chat }: LockedOffer,
  { message: text }: Message,
  orderIds: readonly string[],
  now: Date,
): Promise<void> {
  await insertNotifications(db, [chat[`${offer.made_by}_id`]], {
    kind: 'order',
    text,
    chatId: chat.id,
    ...(orderIds[0] !== undefined && { orderId: orderIds[0] }),
    inChat: true,
    needsAction: true,
    now,
  })
}

const contactIn = (offer: OfferContact): OfferContact => ({
  delivery_address: offer.delivery_address,
  phone_number: offer.phone_number,
  seller_delivery_address: offer.seller_delivery_address,
  seller_phone_number: offer.seller_phone_number,
})

/**
 * Declines or withdraws an offer. Returns undefined if this side has already declined or withdrawn
 * it. Throws like `lockOpenOffer`.
 */
export async function endOpenOffer(
  db: Db,
  me: Participant,
  offerId: string,
  end: 'declined' | 'withdrawn',
  now: Date,
): Promise<SettledOffer | undefined> {
  const locked = await lockOpenOffer(db, me, offerId, end, now)
  if (!locked) return undefined
  const { offer, chat } = locked
  await settleOffer(db, offerId, end, now)
  if (end === 'withdrawn') return settled(locked)
  const message = await insertSystemMessage(db, {
    chatId: chat.id,
    text: declinedText(offer),
    unreadFor: [offer.made_by],
    now,
  })
  return { ...settled(locked), message }
}
