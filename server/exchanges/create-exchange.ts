// Creates all orders of an exchange and reserves its copies in one transaction. Locks emails,
// chats, accounts, then books, which is the order for `lockKey`.
import type { Message } from '#contract/chats.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import type { HandOver } from '#contract/common/hand-overs.ts'
import { releaseCopiesOfRing } from '#server/books/copies.ts'
import { insertSystemMessage } from '#server/chats/messages.ts'
import { insertMissingChat, lockChats } from '#server/chats/store.ts'
import { insertMeeting } from '#server/orders/meetings/store.ts'
import { insertAgreedOrder, orderRow } from '#server/orders/place-order.ts'
import { noRent } from '#server/orders/rules.ts'
import { lockBook } from '#server/orders/store.ts'
import { noCopyText, placeInPerson } from '#server/orders/texts.ts'
import { type Db, TransactionConflict } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { lockMembers, lockMissing, type Member } from './members.ts'
import { insertExchange } from './store.ts'
import { legText } from './texts.ts'

export type AgreedLeg = {
  bookId: string
  title: string
  /** The book's value in the exchange, in paise. */
  value: number
  askingPrice: number
  /** The id of either account of the person. */
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
  /** The account of the member whose answer completes the agreement. */
  byId: string
  /** The offer's chat. The caller writes the message in this chat. */
  chatId?: string
  /** The cash difference in paise. Absent for rings, whose members pay each other. */
  topUp?: { payerId: string; amount: number } | 'none'
}

export type Agreed = {
  exchangeId: string
  /** The orders in the offer's chat come first. */
  orderIds: string[]
  messages: { accountIds: string[]; message: Message }[]
  meetingOfChat: Map<string, string>
}

type Locks = { chats: string[]; emails: string[] }

/**
 * Locks the emails of all people who get a second account in an exchange, and each receiver's chat
 * about their book. Call this before anything else in an exchange is locked. Doesn't check
 * permissions.
 */
export async function lockForExchange(
  db: Db,
  { chatId, legs }: { chatId?: string; legs: readonly AgreedLeg[] },
): Promise<Locks> {
  const emails = await lockMissing(db, legs)
  const ids = (await findChats(db, legs)).map(({ id }) => id)
  return { emails, chats: await lockChats(db, { ids: chatId ? [chatId, ...ids] : ids }) }
}

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
  // The chat was opened after the chats were locked, so it isn't locked.
  if (id === undefined) throw new TransactionConflict()
  return id
}

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
        ...noRent,
      },
      now,
    }),
    exchange_id: exchangeId,
    // The value of a book in an exchange says nothing about market prices.
    is_custom_price: false,
    hand_over: handOver,
    meeting_id: meetingId ?? null,
  }
  const buyer = { model: 'Buyer', id: order.buyer_id } as const
  const seller = { model: 'Seller', id: order.seller_id } as const
  await insertAgreedOrder(db, order, giver.ids.includes(byId) ? seller : buyer, now)
  return { order, meetingId, accountIds: [buyer.id, seller.id] }
}

/**
 * Creates the orders of an inserted exchange and reserves its copies. The members must be locked.
 * Throws book_gone.
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
  // Sorts the legs by book, because books are locked and chats are opened in the order of book ids.
  const placed = legs
    .map((leg) => ({ leg, giver: memberOf(leg.giverId), receiver: memberOf(leg.receiverId) }))
    .toSorted((a, b) => (a.leg.bookId < b.leg.bookId ? -1 : 1))
  const opened: { leg: PlacedLeg; chatId: string }[] = []
  for (const leg of placed) opened.push({ leg, chatId: await chatOf(db, leg, chats, now) })
  await releaseCopiesOfRing(
    db,
    exchangeId,
    placed.map(({ leg }) => leg.bookId),
  )
  const made: Awaited<ReturnType<typeof insertLegOrder>>[] = []
  for (const { leg, chatId } of opened) {
    const one = await insertLegOrder(db, leg, { exchangeId, chatId, byId }, now)
    made.push(one)
    await db
      .updateTable('exchange_legs')
      .set({ order_id: one.order.id })
      .where('exchange_id', '=', exchangeId)
      .where('book_id', '=', one.order.book_id)
      .execute()
  }
  for (const { personId, buyer, seller } of members)
    await db
      .updateTable('exchange_members')
      .set({ buyer_id: buyer.id, seller_id: seller.id, delivery_address: null, phone_number: null })
      .where('exchange_id', '=', exchangeId)
      .where('person_id', '=', personId)
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
    // The message is unread for nobody, because members are notified about the exchange instead.
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
 * Creates a direct exchange with its orders. Call `lockForExchange` first, and lock the offer's
 * chat. Throws chat_read_only, book_gone.
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
