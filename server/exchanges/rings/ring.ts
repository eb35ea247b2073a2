// A ring from its proposal to its orders. Accepting holds the member's copy, and the last
// acceptance creates the orders. The ring ends if a member declines or doesn't answer in time, or
// if a book changes.
import { sql } from 'kysely'
import { indianDate } from '#contract/common/dates.ts'
import { AppError, rejectFields } from '#contract/common/error-catalog.ts'
import type { HandOver } from '#contract/common/hand-overs.ts'
import { ringAnswerHours } from '#contract/common/limits.ts'
import { cancelExchange, type RingEnd } from '#contract/exchanges/exchanges.ts'
import { accountsOfPeople } from '#server/accounts/store.ts'
import { lockBooks, releaseCopiesOfRing, reserveCopy } from '#server/books/copies.ts'
import { listingHash } from '#server/books/listing-hash.ts'
import {
  type Agreed,
  type AgreedLeg,
  insertOrders,
  lockForExchange,
} from '#server/exchanges/create-exchange.ts'
import type { Ring, RingLeg } from '#server/exchanges/matching/match.ts'
import { lockMembers } from '#server/exchanges/members.ts'
import {
  emitChange,
  findOwn,
  insertExchange,
  insertRingNews,
  notifyMembers,
} from '#server/exchanges/store.ts'
import {
  acceptedLine,
  agreedText,
  endedLine,
  endedText,
  proposedText,
  reminderText,
} from '#server/exchanges/texts.ts'
import { keepAddress } from '#server/orders/hand-over/addresses.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { commitChanges } from '#server/platform/cache/commit.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { lockKey } from '#server/platform/database/locks.ts'
import { logFailure } from '#server/platform/operations/unavailable.ts'
import { insertCopyArrivals, insertWantArrivals } from './arrivals.ts'
import { findChangedRings } from './changes.ts'
import { isProposed } from './proposed.ts'

const hourMs = 3_600_000
const answerMs = ringAnswerHours * hourMs
/** Members who haven't answered are reminded this long before the ring expires. */
const remindBeforeMs = 4 * hourMs
/** People who live farther apart than this many kilometres send their books by post. */
const meetKm = 25

/** Thrown if a ring can't be proposed, because the market has changed since it was found. */
export class RingChanged extends Error {}

/** Proposes a ring to its people, and returns its id. Throws RingChanged. */
export async function proposeRing(
  db: Db,
  { legs, balances, transfers }: Ring,
  now: Date,
): Promise<string> {
  // Proposals in all processes wait for each other, so that nobody gets two rings.
  await lockKey(db, 'rings')
  const people = legs.map(({ from }) => from)
  const busy = await db
    .selectFrom('exchange_members')
    .innerJoin('exchanges', 'exchanges.id', 'exchange_id')
    .select('number')
    .where('person_id', 'in', people)
    .where(isProposed)
    .executeTakeFirst()
  if (busy) throw new RingChanged()
  // Locks the books, so that no copy is reserved for somebody in the wishlist queue at the same
  // time.
  const books = await db
    .selectFrom('books')
    .select(['id', 'title', listingHash.as('facts')])
    .select(sql<HandOver[] | null>`hand_overs`.as('hand_overs'))
    .where(
      'id',
      'in',
      legs.map(({ copy }) => copy),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const accounts = await accountsOfPeople(db, people)
  const accountOf = (person: string, role: string) =>
    accounts.find((account) => account.person_id === person && account.role === role)?.id
  const numberOf = (person: string) => people.indexOf(person) + 1
  const bookOf = (leg: RingLeg | undefined) => books.find(({ id }) => id === leg?.copy)
  const id = newId(now.getTime())
  const expires_at = new Date(now.getTime() + answerMs)
  await insertExchange(
    db,
    { id, kind: 'ring', created_at: now, expires_at },
    {
      members: balances.map(({ person, paise }) => ({
        person_id: person,
        buyer_id: accountOf(person, 'buyer') ?? null,
        seller_id: accountOf(person, 'seller') ?? null,
        pays: paise,
      })),
      legs: legs.map((leg) => ({
        giver: numberOf(leg.from),
        receiver: numberOf(leg.to),
        book_id: leg.copy,
        value: leg.valuePaise,
        want_id: leg.want,
        hand_over: handOverOf(leg, bookOf(leg)?.hand_overs ?? []),
        km: leg.km ?? null,
        listing_hash: bookOf(leg)?.facts ?? '',
      })),
      payments: transfers.map(({ from, to, paise }) => ({
        payer: numberOf(from),
        payee: numberOf(to),
        amount: paise,
      })),
    },
  )
  if ((await findChangedRings(db, id)).length > 0) throw new RingChanged()
  const titleOf = (leg: RingLeg | undefined) => bookOf(leg)?.title ?? ''
  const textOf = (index: number) =>
    proposedText({
      gives: titleOf(legs[index]),
      gets: titleOf(legs.at(index - 1)),
      people: legs.length,
      pays: balances[index]?.paise ?? 0,
    })
  const members = people.map((person_id) => ({ person_id }))
  await notifyMembers(db, members, { exchangeId: id, textOf }, now)
  return id
}

/**
 * Chooses how a book is handed over. If the giver offers both ways, people who live near each other
 * meet, and others use the post.
 */
function handOverOf({ km }: RingLeg, [only, other]: readonly HandOver[]): HandOver {
  if (only && !other) return only
  return km !== undefined && km <= meetKm ? 'meet' : 'post'
}

async function readRing(db: Db, exchangeId: string, { isLocked }: { isLocked: boolean }) {
  const ring = await db
    .selectFrom('exchanges')
    .selectAll()
    .where('id', '=', exchangeId)
    .where('kind', '=', 'ring')
    .$if(isLocked, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  if (!ring) throw new AppError('exchange_not_found')
  const members = await db
    .selectFrom('exchange_members')
    .selectAll()
    .where('exchange_id', '=', exchangeId)
    .orderBy('number')
    .execute()
  const legs = await db
    .selectFrom('exchange_legs')
    .innerJoin('books', 'books.id', 'book_id')
    .selectAll('exchange_legs')
    .select(['books.title', 'books.price', 'books.seller_id'])
    .where('exchange_id', '=', exchangeId)
    .orderBy('number')
    .execute()
  const isOpen = ring.agreed_at === null && ring.ended_at === null
  return { ...ring, members, legs, isOpen }
}
type RingRow = Awaited<ReturnType<typeof readRing>>
type Member = RingRow['members'][number]

/**
 * Finds a ring of an account's person, with the person's number in it. Throws exchange_not_found.
 */
export async function findOwnRing(db: Db, accountId: string, exchangeId: string) {
  const own = await findOwn(db, accountId, exchangeId)
  if (own.kind !== 'ring') throw new AppError('exchange_not_found')
  return own
}

async function saveAnswer(db: Db, { id }: RingRow, me: Member, answer: Partial<Member>) {
  Object.assign(me, answer)
  await db
    .updateTable('exchange_members')
    .set(answer)
    .where('exchange_id', '=', id)
    .where('number', '=', me.number)
    .execute()
}

/** `hasEnded` is set if the ring ended instead, because it is no longer possible. */
type Answered = { agreed?: Agreed; hasEnded?: true }
type Contact = { deliveryAddress?: string | undefined; phoneNumber?: string | undefined }
type Yes = Contact & { exchangeId: string; keepAddress?: boolean | undefined }

/**
 * Accepts a ring: holds the caller's copy, or creates all orders if everybody else has accepted.
 * Returns undefined if the caller has already accepted. Throws exchange_not_found, ring_over,
 * malformed, chat_read_only.
 */
export async function acceptRing(
  db: Db,
  accountId: string,
  { exchangeId, ...contact }: Yes,
  now: Date,
): Promise<Answered | undefined> {
  const { me: number } = await findOwnRing(db, accountId, exchangeId)
  const before = await readRing(db, exchangeId, { isLocked: false })
  const locks = await lockForExchange(db, { legs: agreedLegs(before) })
  const ring = await readRing(db, exchangeId, { isLocked: true })
  const me = ring.members.find((member) => member.number === number)
  const gives = ring.legs.find(({ giver }) => giver === number)
  if (!me || !gives) throw new AppError('exchange_not_found')
  if (me.answer === 'accepted' && ring.ended_at === null) return undefined
  if (!ring.isOpen) throw new AppError('ring_over')
  const isPosted = ring.legs.some((leg) => leg.receiver === number && leg.hand_over === 'post')
  if (isPosted) checkContact(contact)
  if (ring.expires_at !== null && ring.expires_at <= now) return endRing(db, ring, 'lapsed', now)
  // Locks all members, so that none is blocked or deleted.
  const people = ring.members.map(({ person_id }) => person_id)
  await accountsOfPeople(db, people, { lock: 'update' })
  // Locks the books against edits, because members accept them as they are now.
  await lockBooks(
    db,
    ring.legs.map(({ book_id }) => book_id),
  )
  if ((await findChangedRings(db, exchangeId)).length > 0) return endRing(db, ring, 'changed', now)
  const { deliveryAddress = '', phoneNumber = '' } = contact
  if (isPosted && contact.keepAddress && me.buyer_id === accountId)
    await keepAddress(db, accountId, { deliveryAddress, phoneNumber }, now)
  const sentTo = { delivery_address: deliveryAddress, phone_number: phoneNumber }
  await saveAnswer(db, ring, me, { answer: 'accepted', ...(isPosted && sentTo) })
  const left = ring.members.filter(({ answer }) => answer !== 'accepted').length
  await insertRingNews(db, exchangeId, { text: acceptedLine(left), member: number }, now)
  if (left > 0) {
    await reserveCopy(db, { bookId: gives.book_id, exchangeId, from: indianDate(now) })
    return {}
  }
  const legs = agreedLegs(ring)
  const members = await lockMembers(db, legs, locks.emails, now)
  const agreed = await insertOrders(
    db,
    { exchangeId, legs, byId: accountId },
    { members, chats: locks.chats },
    now,
  )
  await db.updateTable('exchanges').set({ agreed_at: now }).where('id', '=', ring.id).execute()
  const others = ring.members.filter((member) => member !== me)
  await notifyMembers(db, others, { exchangeId, textOf: agreedText(exchangeId) }, now)
  return { agreed }
}

function agreedLegs({ members, legs }: RingRow): AgreedLeg[] {
  return legs.map((leg) => {
    const receiver = members.find(({ number }) => number === leg.receiver)
    const own = legs.find(({ giver }) => giver === leg.receiver)
    const isPosted = leg.hand_over === 'post'
    return {
      bookId: leg.book_id,
      title: leg.title,
      value: leg.value,
      askingPrice: leg.price,
      giverId: leg.seller_id,
      // Every member has at least the account that sells their book.
      receiverId: receiver?.buyer_id ?? receiver?.seller_id ?? own?.seller_id ?? '',
      handOver: leg.hand_over ?? 'meet',
      place: null,
      deliveryAddress: isPosted ? (receiver?.delivery_address ?? null) : null,
      phoneNumber: isPosted ? (receiver?.phone_number ?? null) : null,
    }
  })
}

function checkContact({ deliveryAddress, phoneNumber }: Contact): void {
  const fields = {
    ...(deliveryAddress === undefined && { deliveryAddress: 'Where should the book go?' }),
    ...(phoneNumber === undefined && { phoneNumber: 'The courier needs a phone number.' }),
  }
  rejectFields(fields)
}

/** Declines a ring, which ends it. Throws exchange_not_found, ring_over. */
export async function declineRing(
  db: Db,
  accountId: string,
  exchangeId: string,
  now: Date,
): Promise<void> {
  const { me: number } = await findOwnRing(db, accountId, exchangeId)
  const ring = await readRing(db, exchangeId, { isLocked: true })
  const me = ring.members.find((member) => member.number === number)
  if (!me || me.answer === 'declined') return
  if (!ring.isOpen) throw new AppError('ring_over')
  const has_withdrawn = me.answer === 'accepted'
  await saveAnswer(db, ring, me, { answer: 'declined', has_withdrawn })
  await endRing(db, ring, 'declined', now)
}

/** Ends a locked ring and frees its copies. A job then looks for other rings around its people. */
async function endRing(
  db: Db,
  { id, legs, members }: RingRow,
  because: RingEnd,
  now: Date,
): Promise<{ hasEnded: true }> {
  await db
    .updateTable('exchanges')
    .set({ ended_at: now, ended_because: because })
    .where('id', '=', id)
    .execute()
  await db
    .updateTable('exchange_members')
    .set({ delivery_address: null, phone_number: null })
    .where('exchange_id', '=', id)
    .execute()
  const bookIds = legs.map(({ book_id }) => book_id)
  await releaseCopiesOfRing(db, id, bookIds)
  await insertCopyArrivals(db, bookIds)
  const wants = legs.flatMap(({ want_id }) => (want_id === null ? [] : [{ id: want_id }]))
  await insertWantArrivals(db, wants)
  await insertRingNews(db, id, { text: endedLine(because) }, now)
  const notified = members.filter(({ answer }) => answer !== 'declined')
  await notifyMembers(db, notified, { exchangeId: id, textOf: endedText(because) }, now)
  return { hasEnded: true }
}

/**
 * Ends proposed rings that have expired or changed. Reminds members once before their ring expires.
 */
export async function checkProposedRings(context: AppContext, signal?: AbortSignal): Promise<void> {
  const { db, log } = context
  const now = context.now()
  const changed = await findChangedRings(db)
  const due = await db
    .selectFrom('exchanges')
    .select('id')
    .where(isProposed)
    .where((where) =>
      where.or([
        where.and([
          where('expires_at', '<=', new Date(now.getTime() + remindBeforeMs)),
          where('reminded_at', 'is', null),
        ]),
        where('expires_at', '<=', now),
        where('id', '=', where.fn.any(where.val(changed))),
      ]),
    )
    .orderBy('expires_at')
    .execute()
  for (const { id } of due) {
    if (signal?.aborted) return
    await commitChanges(context, cancelExchange.changes, (db) => checkProposedRing(db, id, now))
      .then((isChanged) => (isChanged ? emitChange(context, id) : undefined))
      .catch(logFailure(log, 'a ring could not be ended', { exchange: id }))
  }
}

async function checkProposedRing(db: Db, id: string, now: Date): Promise<boolean> {
  const ring = await readRing(db, id, { isLocked: true })
  if (!ring.isOpen || ring.expires_at === null) return false
  if (ring.expires_at <= now) return (await endRing(db, ring, 'lapsed', now)).hasEnded
  if ((await findChangedRings(db, id)).length > 0)
    return (await endRing(db, ring, 'changed', now)).hasEnded
  if (ring.reminded_at !== null) return false
  if (ring.expires_at.getTime() > now.getTime() + remindBeforeMs) return false
  await db.updateTable('exchanges').set({ reminded_at: now }).where('id', '=', id).execute()
  const silent = ring.members.filter(({ answer }) => answer === null)
  const textOf = reminderText(ring.expires_at)
  await notifyMembers(db, silent, { exchangeId: id, textOf }, now)
  return true
}
