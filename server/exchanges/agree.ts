// Making an exchange: all copies are reserved and all orders made in one transaction, or nothing.
// Locks come in the order of `lockKey`: emails, chats, accounts, books.
import type { Message } from '#contract/chats.ts'
import { releaseCopiesOfRing } from '#server/books/copies.ts'
import { insertSystemMessage } from '#server/chats/messages.ts'
import { insertMissingChat, lockChats } from '#server/chats/store.ts'
import {
  type AgreedLeg,
  insertLeg,
  type Member,
  type PlacedLeg,
} from '#server/exchanges/legs/insert-leg.ts'
import { type Db, TransactionConflict } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { findMissing, lockMembers } from './members.ts'
import { insertExchange, insertExchangeParts } from './store.ts'
import { legText } from './texts.ts'

type Chats = Map<string, string>
const keyOf = (bookId: string, buyerId: string) => `${bookId} ${buyerId}`

/**
 * Locks what an exchange needs before its chat is locked by itself: the emails of those who get an
 * account by it, and all chats that its books have already. Takes no notice of who asks: call it
 * for one's own offer only.
 */
export async function lockForExchange(
  db: Db,
  { chatId, legs }: Pick<Legs, 'chatId' | 'legs'>,
): Promise<{ lockedChats: string[]; lockedEmails: string[] }> {
  const lockedEmails = await findMissing(db, legs, { isLocking: true })
  const ids = await findChats(db, legs)
  const lockedChats = await lockChats(db, { ids: [...(chatId ? [chatId] : []), ...ids.values()] })
  return { lockedChats, lockedEmails }
}

async function findChats(db: Db, legs: readonly AgreedLeg[]): Promise<Chats> {
  const rows = await db
    .selectFrom('chats')
    .innerJoin('accounts as buyer', 'buyer.id', 'chats.buyer_id')
    .innerJoin('accounts as receiver', 'receiver.person_id', 'buyer.person_id')
    .select(['chats.id', 'book_id', 'buyer_id'])
    .where((where) =>
      where.or(
        legs.map(({ bookId, receiverId }) =>
          where.and([where('book_id', '=', bookId), where('receiver.id', '=', receiverId)]),
        ),
      ),
    )
    .where('buyer.deleted_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, book_id, buyer_id }) => [keyOf(book_id, buyer_id), id]))
}

async function openChats(
  db: Db,
  legs: readonly PlacedLeg[],
  lockedChats: readonly string[],
  now: Date,
): Promise<Chats> {
  const chats = await findChats(
    db,
    legs.map(({ leg }) => leg),
  )
  for (const id of chats.values()) if (!lockedChats.includes(id)) throw new TransactionConflict()
  for (const { leg, giver, receiver } of legs) {
    const key = keyOf(leg.bookId, receiver.buyer.id)
    if (chats.has(key)) continue
    const { bookId } = leg
    const id = await insertMissingChat(db, {
      bookId,
      buyerId: receiver.buyer.id,
      sellerId: giver.seller.id,
      now,
    })
    // Opened by somebody else at this moment: all starts again, with its lock.
    if (id === undefined) throw new TransactionConflict()
    chats.set(key, id)
  }
  return chats
}

export type Agreed = {
  exchangeId: string
  /** Those in the chat of the offer come first. */
  orderIds: string[]
  /** Where a chat other than the offer's has a line about it. */
  messages: { accountIds: string[]; message: Message }[]
  meetingOfChat: Map<string, string>
  accountIds: string[]
}

type Legs = {
  exchangeId: string
  legs: readonly AgreedLeg[]
  /** Who made it come about, by the account that they used. */
  byId: string
  /** A chat that says it itself. */
  chatId?: string
  /** Cash differences between pairs of people. */
  payments?: readonly { payerId: string; payeeId: string; amount: number }[]
}

/**
 * Makes the orders of an exchange and reserves its copies, in the caller's transaction, after its
 * row was inserted; `lockForExchange` comes before it. Throws chat_read_only, book_gone.
 */
export async function insertLegs(
  db: Db,
  { exchangeId, legs: agreed, byId, chatId, payments = [] }: Legs,
  locked: Awaited<ReturnType<typeof lockForExchange>>,
  now: Date,
) {
  const members = await lockMembers(db, agreed, locked.lockedEmails, now)
  const memberOf = (accountId: string): Member => {
    const member = members.find(({ ids }) => ids.includes(accountId))
    if (!member) throw new Error('not a member')
    return member
  }
  // Books are locked by id, as everywhere; so chats are opened in one order, too.
  const legs = agreed
    .map((leg) => ({ leg, giver: memberOf(leg.giverId), receiver: memberOf(leg.receiverId) }))
    .toSorted((a, b) => (a.leg.bookId < b.leg.bookId ? -1 : 1))
  const chats = await openChats(db, legs, locked.lockedChats, now)
  const by = memberOf(byId)
  // What a ring has held until now.
  await releaseCopiesOfRing(
    db,
    exchangeId,
    legs.map(({ leg }) => leg.bookId),
  )
  const made: Awaited<ReturnType<typeof insertLeg>>[] = []
  for (const leg of legs) {
    const legChat = chats.get(keyOf(leg.leg.bookId, leg.receiver.buyer.id)) ?? ''
    made.push(await insertLeg(db, leg, { exchangeId, chatId: legChat, by }, now))
  }
  const here = made.filter(({ order }) => order.chat_id === chatId)
  const elsewhere = made.filter(({ order }) => order.chat_id !== chatId)
  const [paid] = payments
  const payer = paid && memberOf(paid.payerId)
  const messages = []
  for (const { order, meetingId, accountIds, row } of elsewhere)
    messages.push({
      accountIds,
      // Who is told reads it elsewhere.
      message: await insertSystemMessage(db, {
        chatId: order.chat_id,
        text: legText(
          exchangeId,
          order,
          paid && { by: payer?.number === row.receiver ? 'buyer' : 'seller', amount: paid.amount },
        ),
        unreadFor: [],
        now,
        orderId: order.id,
        meetingId,
      }),
    })
  const agreement: Agreed = {
    exchangeId,
    orderIds: [...here, ...elsewhere].map(({ order }) => order.id),
    messages,
    meetingOfChat: new Map(
      made.flatMap(({ order, meetingId }) => (meetingId ? [[order.chat_id, meetingId]] : [])),
    ),
    accountIds: members.flatMap(({ buyer, seller }) => [buyer.id, seller.id]),
  }
  return { members, memberOf, made, agreement }
}

export type Agreement = Required<Omit<Legs, 'exchangeId'>> & { offerId: string }

/**
 * Makes a direct exchange with its orders, as `insertLegs` does; the offer's chat is locked, too.
 */
export async function agreeOnExchange(
  db: Db,
  { offerId, payments: agreed, ...legs }: Agreement,
  locked: Awaited<ReturnType<typeof lockForExchange>>,
  now: Date,
): Promise<Agreed> {
  const exchangeId = newId(now.getTime())
  await insertExchange(db, {
    id: exchangeId,
    kind: 'direct',
    offer_id: offerId,
    chat_id: legs.chatId,
    created_at: now,
    agreed_at: now,
  })
  const { members, memberOf, made, agreement } = await insertLegs(
    db,
    { exchangeId, payments: agreed, ...legs },
    locked,
    now,
  )
  const payments = agreed.map(({ payerId, payeeId, amount }) => ({
    payer: memberOf(payerId).number,
    payee: memberOf(payeeId).number,
    amount,
  }))
  await insertExchangeParts(db, exchangeId, {
    members: members.map(({ personId, number, buyer, seller }) => ({
      personId,
      buyerId: buyer.id,
      sellerId: seller.id,
      pays: payments.reduce(
        (sum, { payer, payee, amount }) =>
          sum + (payer === number ? amount : 0) - (payee === number ? amount : 0),
        0,
      ),
    })),
    legs: made.map(({ row }) => row),
    payments,
  })
  return agreement
}
