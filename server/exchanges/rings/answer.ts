// What the people of a ring say to it. Locks: emails and chats where it is the last yes, then the
// ring, the accounts and the books.
import { indianDate } from '#contract/common/dates.ts'
import { AppError } from '#contract/common/errors.ts'
import { lockBooks, reserveCopy } from '#server/books/copies.ts'
import { type Agreed, insertLegs, lockForExchange } from '#server/exchanges/agree.ts'
import type { AgreedLeg } from '#server/exchanges/legs/insert-leg.ts'
import { lockPeople } from '#server/exchanges/members.ts'
import { keepAddress } from '#server/orders/hand-over/addresses.ts'
import { type Db, TransactionConflict } from '#server/platform/database/database.ts'
import { findChangedRings } from './changes.ts'
import { endRing } from './end.ts'
import {
  findOwnRing,
  insertRingNews,
  isOpen,
  type LockedRing,
  legsOf,
  lockRing,
  notifyMembers,
  type RingParts,
  readRing,
} from './store.ts'
import { acceptedLine, agreedText } from './texts.ts'

type Contact = {
  deliveryAddress?: string | undefined
  phoneNumber?: string | undefined
  keepAddress?: boolean | undefined
}

/** By which account of somebody the others know them: the one that is sure to be there. */
function accountOf({ members, legs }: RingParts, number: number): string {
  const member = members.find((one) => one.number === number)
  return member?.buyer_id ?? member?.seller_id ?? legsOf({ legs }, number).gives.seller_id
}

function agreedLegs(parts: RingParts): AgreedLeg[] {
  return parts.legs.map((leg) => {
    const receiver = parts.members.find(({ number }) => number === leg.receiver)
    return {
      bookId: leg.book_id,
      title: leg.title,
      value: leg.value,
      askingPrice: leg.price,
      giverId: leg.seller_id,
      receiverId: accountOf(parts, leg.receiver),
      handOver: leg.hand_over ?? 'meet',
      place: null,
      deliveryAddress: leg.hand_over === 'post' ? (receiver?.delivery_address ?? null) : null,
      phoneNumber: leg.hand_over === 'post' ? (receiver?.phone_number ?? null) : null,
    }
  })
}

/** Whether all but one have said yes, so that this answer makes the orders. */
const isLastAnswer = ({ members }: Pick<RingParts, 'members'>, me: number): boolean =>
  members.every(({ number, answer }) => number === me || answer === 'accepted')

function checkContact({ deliveryAddress, phoneNumber }: Contact): void {
  const fields = {
    ...(deliveryAddress === undefined && { deliveryAddress: 'Where should the book go?' }),
    ...(phoneNumber === undefined && { phoneNumber: 'The courier needs a phone number.' }),
  }
  const [message] = Object.values(fields)
  if (message !== undefined) throw new AppError('malformed', { message, fields })
}

async function saveAnswer(
  db: Db,
  ring: LockedRing,
  me: number,
  answer: 'accepted' | 'declined',
  contact: Contact,
  now: Date,
): Promise<LockedRing> {
  const changes = {
    answer,
    answered_at: now,
    delivery_address: contact.deliveryAddress ?? null,
    phone_number: contact.phoneNumber ?? null,
  }
  await db
    .updateTable('exchange_members')
    .set(changes)
    .where('exchange_id', '=', ring.id)
    .where('number', '=', me)
    .execute()
  const members = ring.members.map((member) =>
    member.number === me ? { ...member, ...changes } : member,
  )
  return { ...ring, members }
}

/** All have said yes: all orders are made, with the copies that were held until now. */
async function agree(
  db: Db,
  ring: LockedRing,
  { byId, locks, now }: { byId: string; locks: Locks; now: Date },
): Promise<Agreed> {
  const legs = { exchangeId: ring.id, legs: agreedLegs(ring), byId }
  const { members, made, agreement } = await insertLegs(db, legs, locks, now)
  for (const { number, buyer, seller } of members)
    await db
      .updateTable('exchange_members')
      .set({ buyer_id: buyer.id, seller_id: seller.id, delivery_address: null, phone_number: null })
      .where('exchange_id', '=', ring.id)
      .where('number', '=', number)
      .execute()
  for (const { row } of made)
    await db
      .updateTable('exchange_legs')
      .set({ order_id: row.orderId })
      .where('exchange_id', '=', ring.id)
      .where('book_id', '=', row.bookId)
      .execute()
  await db.updateTable('exchanges').set({ agreed_at: now }).where('id', '=', ring.id).execute()
  return agreement
}

type Locks = Awaited<ReturnType<typeof lockForExchange>>

/** `hasEnded`: it had become impossible, and came to nothing instead. */
export type Answered = { agreed?: Agreed; hasEnded?: true }

/**
 * Accepts a ring: one's own copy is held for it, or all orders are made. Undefined where that was
 * said before. Throws exchange_not_found, ring_over, malformed, chat_read_only.
 */
export async function acceptRing(
  db: Db,
  accountId: string,
  { exchangeId, ...contact }: { exchangeId: string } & Contact,
  now: Date,
): Promise<Answered | undefined> {
  const { me } = await findOwnRing(db, accountId, exchangeId)
  const before = await readRing(db, exchangeId)
  const locks = isLastAnswer(before, me)
    ? await lockForExchange(db, { legs: agreedLegs(before) })
    : undefined
  const ring = await lockRing(db, exchangeId)
  const member = ring?.members.find(({ number }) => number === me)
  if (!ring || !member) throw new AppError('exchange_not_found')
  if (member.answer === 'accepted' && ring.ended_at === null) return undefined
  if (!isOpen(ring)) throw new AppError('ring_over')
  const { gives, gets } = legsOf(ring, me)
  if (gets.hand_over === 'post') checkContact(contact)
  if (ring.expires_at !== null && ring.expires_at <= now) {
    await endRing(db, ring, { because: 'lapsed' }, now)
    return { hasEnded: true }
  }
  // Against being blocked or deleted: whoever answers, and with the last yes all others.
  // Includes their newer accounts, because no account may be locked after the books.
  const locked = locks ? ring.members : [member]
  await lockPeople(
    db,
    locked.map(({ person_id }) => person_id),
  )
  // Against being edited: what the ring is made of is what they say yes to.
  await lockBooks(
    db,
    ring.legs.map(({ book_id }) => book_id),
  )
  const changedBy = (await findChangedRings(db, exchangeId)).get(exchangeId)
  if (changedBy) {
    await endRing(db, ring, { because: 'changed', changedBy }, now)
    return { hasEnded: true }
  }
  if (gets.hand_over === 'post' && contact.keepAddress && member.buyer_id === accountId) {
    const { deliveryAddress = '', phoneNumber = '' } = contact
    await keepAddress(db, accountId, { deliveryAddress, phoneNumber }, now)
  }
  const answered = await saveAnswer(
    db,
    ring,
    me,
    'accepted',
    gets.hand_over === 'post' ? contact : {},
    now,
  )
  const left = answered.members.filter(({ answer }) => answer !== 'accepted').length
  await insertRingNews(db, exchangeId, { text: acceptedLine(left), member: me }, now)
  if (left > 0) {
    await reserveCopy(db, { bookId: gives.book_id, exchangeId, from: indianDate(now) })
    return {}
  }
  // It is the last one only now: all starts again, with the locks for that.
  if (!locks) throw new TransactionConflict()
  const agreed = await agree(db, answered, { byId: accountId, locks, now })
  const others = ring.members.filter(({ number }) => number !== me)
  await notifyMembers(db, exchangeId, others, agreedText(exchangeId), now)
  return { agreed }
}

/** Declines a ring, which ends it. Throws exchange_not_found, ring_over. */
export async function declineRing(
  db: Db,
  accountId: string,
  exchangeId: string,
  now: Date,
): Promise<void> {
  const { me } = await findOwnRing(db, accountId, exchangeId)
  const ring = await lockRing(db, exchangeId)
  if (!ring) throw new AppError('exchange_not_found')
  const member = ring.members.find(({ number }) => number === me)
  if (member?.answer === 'declined') return
  if (!isOpen(ring)) throw new AppError('ring_over')
  const declined = await saveAnswer(db, ring, me, 'declined', {}, now)
  await endRing(db, declined, { because: 'declined' }, now)
}
