// Making the orders of an exchange: all copies are reserved and all orders made in one transaction, or
// nothing. Locks come in the order of `lockKey`: emails, chats, accounts, books.
import type { Message } from '#contract/chats.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import type { HandOver } from '#contract/common/hand-overs.ts'
import { releaseCopiesOfRing } from '#server/books/copies.ts'
import { insertSystemMessage } from '#server/chats/messages.ts'
import { insertMissingChat, lockChats } from '#server/chats/store.ts'
import { insertMeeting } from '#server/orders/meetings/store.ts'
import { orderRow } from '#server/orders/place-order.ts'
import { insertOrder, insertOrderEvent, lockBook } from '#server/orders/store.ts'
import { noCopyText, placeInPerson } from '#server/orders/texts.ts'
import { type Db, TransactionConflict } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { lockMembers, lockMissing, type Member } from './members.ts'
import { insertExchange } from './store.ts'
import { legText } from './texts.ts'

export type AgreedLeg = {
  bookId: string
  title: string
  /** Paise. */
  value: number
  askingPrice: number
  /** Accounts by which the two people know each other: of each person one is enough. */
  giverId: string
  receiverId: string
  handOver: HandOver
  place: string | null
  deliveryAddress: string | null
  phoneNumber: string | null
}

type Legs = {
  exchangeId: string
  legs: readonly AgreedLeg[]
  /** The account of the member whose answer makes it. */
  byId: string
  /** A chat in which the caller says it. */
  chatId?: string
  /**
   * Who pays a cash difference, in paise. The other chats say so, but not those of a ring, whose
   * members pay each other.
   */
  topUp?: { payerId: string; amount: number } | 'none'
}

export type Agreed = {
  exchangeId: string
  /** Those in the chat of the offer come first. */
  orderIds: string[]
  /** Lines about it in chats other than the offer's. */
  messages: { accountIds: string[]; message: Message }[]
  meetingOfChat: Map<string, string>
}

type Locks = { chats: string[]; emails: string[] }

/**
 * Locks what an exchange needs before anything else: the emails of those who get an account by it,
 * and all chats about its books. Doesn't look at who asks: call it for one's own offer only.
 */
export async function lockForExchange(
  db: Db,
  { chatId, legs }: { chatId?: string; legs: readonly AgreedLeg[] },
): Promise<Locks> {
  const emails = await lockMissing(db, legs)
  const ids = (await findChats(db, legs)).map(({ id }) => id)
  return { emails, chats: await lockChats(db, { ids: chatId ? [chatId, ...ids] : ids }) }
}

/** The chats about the books of these legs with those who get them. */
const findChats = (db: Db, legs: readonly AgreedLeg[]) =>
  db
    .selectFrom('chats')
    .innerJoin('accounts as buyer', 'buyer.id', 'chats.buyer_id')
    .innerJoin('accounts as receiver', 'receiver.person_id', 'buyer.person_id')
    .select(['chats.id', 'book_id', 'buyer_id'])
    .where(({ and, eb, or }) =>
      or(
        legs.map((leg) =>
          and([eb('book_id', '=', leg.bookId), eb('receiver.id', '=', leg.receiverId)]),
        ),
      ),
    )
    .where('buyer.deleted_at', 'is', null)
    .execute()

type PlacedLeg = { leg: AgreedLeg; giver: Member; receiver: Member }

/** The chat of a leg, opened where it is missing. One that isn't locked starts all again. */
async function chatOf(
  db: Db,
  { leg: { bookId }, giver, receiver }: PlacedLeg,
  chats: Awaited<ReturnType<typeof findChats>>,
  now: Date,
): Promise<string> {
  const buyerId = receiver.buyer.id
  const known = chats.find((chat) => chat.book_id === bookId && chat.buyer_id === buyerId)
  if (known) return known.id
  const id = await insertMissingChat(db, { bookId, buyerId, sellerId: giver.seller.id, now })
  if (id === undefined) throw new TransactionConflict()
  return id
}

/** The order of a leg, agreed to by both, with its copy and its meeting. Throws book_gone. */
async function insertLegOrder(
  db: Db,
  { leg, giver, receiver }: PlacedLeg,
  { exchangeId, chatId, byId }: { exchangeId: string; chatId: string; byId: string },
  now: Date,
) {
  const { handOver, place } = leg
  const book = await lockBook(db, { bookId: leg.bookId, buyerId: receiver.buyer.id, now })
  if (!book) throw new AppError('book_gone', { message: noCopyText(leg.title) })
  const meetingId =
    handOver === 'meet' ? await insertMeeting(db, { chatId, place, now }) : undefined
  const order = {
    ...orderRow({
      chatId,
      book,
      buyer: receiver.buyer,
      seller: giver.seller,
      input: {
        deliveryAddress: leg.deliveryAddress ?? place ?? placeInPerson,
        phoneNumber: leg.phoneNumber ?? '',
      },
      terms: {
        order_type: 'purchase' as const,
        price: leg.value,
        asking_price: leg.askingPrice,
        rent_days: null,
        rent_start: null,
        rent_end: null,
      },
      now,
    }),
    exchange_id: exchangeId,
    // What it counts for says nothing about the market.
    is_custom_price: false,
    hand_over: handOver,
    meeting_id: meetingId ?? null,
    proposed_until: null,
    confirmed_at: now,
  }
  const buyer = { model: 'Buyer', id: receiver.buyer.id } as const
  const seller = { model: 'Seller', id: giver.seller.id } as const
  const confirmed = { orderId: order.id, kind: 'confirmed', status: 'Pending' } as const
  await insertOrder(db, order, giver.ids.includes(byId) ? seller : buyer)
  await insertOrderEvent(db, { ...confirmed, by: buyer, now })
  return { order, meetingId, accountIds: [buyer.id, seller.id] }
}

/**
 * Makes the orders of an exchange between locked members and reserves its copies, after its rows were
 * inserted. Throws book_gone.
 */
export async function insertOrders(
  db: Db,
  { exchangeId, legs, byId, chatId, topUp }: Legs,
  { members, chats: locked }: { members: readonly Member[]; chats: readonly string[] },
  now: Date,
): Promise<Agreed> {
  const memberOf = (accountId: string): Member => {
    const member = members.find(({ ids }) => ids.includes(accountId))
    if (!member) throw new Error('not a member')
    return member
  }
  const chats = await findChats(db, legs)
  if (chats.some(({ id }) => !locked.includes(id))) throw new TransactionConflict()
  // Books are locked by id, as everywhere; so chats are opened in one order, too.
  const placed = legs
    .map((leg) => ({ leg, giver: memberOf(leg.giverId), receiver: memberOf(leg.receiverId) }))
    .toSorted((a, b) => (a.leg.bookId < b.leg.bookId ? -1 : 1))
  const chatIds: string[] = []
  for (const leg of placed) chatIds.push(await chatOf(db, leg, chats, now))
  await releaseCopiesOfRing(
    db,
    exchangeId,
    placed.map(({ leg }) => leg.bookId),
  )
  const made: Awaited<ReturnType<typeof insertLegOrder>>[] = []
  for (const [index, leg] of placed.entries())
    made.push(
      await insertLegOrder(db, leg, { exchangeId, chatId: chatIds[index] ?? '', byId }, now),
    )
  for (const { personId, buyer, seller } of members)
    await db
      .updateTable('exchange_members')
      .set({ buyer_id: buyer.id, seller_id: seller.id, delivery_address: null, phone_number: null })
      .where('exchange_id', '=', exchangeId)
      .where('person_id', '=', personId)
      .execute()
  for (const { order } of made)
    await db
      .updateTable('exchange_legs')
      .set({ order_id: order.id })
      .where('exchange_id', '=', exchangeId)
      .where('book_id', '=', order.book_id)
      .execute()
  const here = made.filter(({ order }) => order.chat_id === chatId)
  const elsewhere = made.filter(({ order }) => order.chat_id !== chatId)
  const messages = []
  const termsOf = (order: { buyer_id: string }) => {
    if (topUp === undefined || topUp === 'none') return topUp
    const isBuyer = memberOf(topUp.payerId).buyer.id === order.buyer_id
    return { by: isBuyer ? ('buyer' as const) : ('seller' as const), amount: topUp.amount }
  }
  for (const { order, meetingId, accountIds } of elsewhere) {
    const text = legText(exchangeId, order, termsOf(order))
    // Its readers are notified elsewhere.
    const line = { chatId: order.chat_id, text, unreadFor: [], now, orderId: order.id, meetingId }
    messages.push({ accountIds, message: await insertSystemMessage(db, line) })
  }
  return {
    exchangeId,
    orderIds: [...here, ...elsewhere].map(({ order }) => order.id),
    messages,
    meetingOfChat: new Map(
      made.flatMap(({ order, meetingId }) => (meetingId ? [[order.chat_id, meetingId]] : [])),
    ),
  }
}

export type Agreement = Omit<Legs, 'exchangeId' | 'topUp'> & {
  offerId: string
  chatId: string
  payment: { payerId: string; amount: number } | undefined
}

/**
 * Makes a direct exchange with its orders; `lockForExchange` comes before it, and the offer's chat is
 * locked, too. Throws chat_read_only, book_gone.
 */
export async function agreeOnExchange(
  db: Db,
  { offerId, chatId, payment, legs, byId }: Agreement,
  { emails, chats }: Locks,
  now: Date,
): Promise<Agreed> {
  const members = await lockMembers(db, legs, emails, now)
  const numberOf = (accountId: string) =>
    members.findIndex(({ ids }) => ids.includes(accountId)) + 1
  const id = newId(now.getTime())
  const amount = payment?.amount ?? 0
  const payer = payment ? numberOf(payment.payerId) : 0
  await insertExchange(
    db,
    { id, kind: 'direct', offer_id: offerId, chat_id: chatId, created_at: now, agreed_at: now },
    {
      members: members.map(({ personId }, index) => ({
        person_id: personId,
        pays: index + 1 === payer ? amount : -amount,
      })),
      legs: legs.map(({ bookId, value, giverId, receiverId }) => ({
        giver: numberOf(giverId),
        receiver: numberOf(receiverId),
        book_id: bookId,
        value,
      })),
      payments: payment ? [{ payer, payee: 3 - payer, amount }] : [],
    },
  )
  return insertOrders(
    db,
    { exchangeId: id, legs, byId, chatId, topUp: payment ?? 'none' },
    { members, chats },
    now,
  )
}
