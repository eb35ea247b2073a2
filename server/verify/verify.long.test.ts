import { type RawBuilder, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { blockPerson } from '#contract/accounts/account-blocks.ts'
import { fileComplaint } from '#contract/admin/complaints.ts'
import { readChat, sendMessage } from '#contract/chats.ts'
import { addDays, indianDate } from '#contract/common/dates.ts'
import { photoWidths } from '#contract/common/photos.ts'
import { acceptRing } from '#contract/exchanges/exchanges.ts'
import { chooseMeetingTime, enterHandOverCode, proposeMeeting } from '#contract/orders/meetings.ts'
import { acceptOffer, declineOffer, makeOffer, type Offer } from '#contract/orders/offers.ts'
import { confirmOrder, rateOrder, returnOrder, setOrderStatus } from '#contract/orders/orders.ts'
import { proposeSolution, reportProblem } from '#contract/orders/problems.ts'
import { addWants, declineReservation } from '#contract/wishlist/wants.ts'
import { makeRing } from '#server/exchanges/rings/testing-rings.ts'
import { photoFile } from '#server/photos/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import {
  as,
  makeAccount,
  makeBook,
  makeChat,
  makeOrder,
  makePhotos,
  storePhotos,
  testApp,
} from '#server/testing.ts'
import { makeSwap, offerSwap } from '#server/testing-exchanges.ts'
import { listForQueue, reservationsOf } from '#server/wishlist/queue/testing-queue.ts'
import { makeWanting, newTitle } from '#server/wishlist/wants/testing-wants.ts'
import { findBrokenRows, invariants, verify, verifyReport } from './verify.ts'

type MadeRing = Awaited<ReturnType<typeof makeRing>>
type Market = Record<
  'sold' | 'rented' | 'pending' | 'disputed' | 'met',
  Awaited<ReturnType<typeof makeOrder>>
> & {
  deal: Offer
  complaintId: string
  swap: Offer
  swapId: string
  ring: MadeRing
  reservedId: string
}
let market: Market
let hash = ''

beforeAll(async () => {
  const { db } = (await testApp()).context
  const sold = await makeOrder({ book: { copies: 3, available: 3 } })
  await as(sold.buyer).call(confirmOrder, { orderId: sold.orderId })
  await as(sold.seller).call(setOrderStatus, { orderId: sold.orderId, status: 'Delivered' })
  await as(sold.buyer).call(rateOrder, { orderId: sold.orderId, book: 4, seller: 5 })
  const rented = await makeOrder({ seller: sold.seller, days: 3 })
  await as(rented.buyer).call(confirmOrder, { orderId: rented.orderId })
  await as(rented.seller).call(setOrderStatus, { orderId: rented.orderId, status: 'Delivered' })
  await as(rented.seller).call(returnOrder, { orderId: rented.orderId })
  const pending = await makeOrder()
  const { chatId } = pending
  await as(pending.seller).call(sendMessage, { chatId, message: 'Shall I send it tomorrow?' })
  await as(pending.buyer).call(readChat, { id: chatId })
  await as(pending.buyer).call(sendMessage, { chatId, message: 'Please do.' })
  const disputed = await makeOrder()
  await as(disputed.buyer).call(confirmOrder, { orderId: disputed.orderId })
  await as(disputed.seller).call(setOrderStatus, { orderId: disputed.orderId, status: 'Delivered' })
  await as(disputed.buyer).call(reportProblem, {
    orderId: disputed.orderId,
    reason: 'damaged',
    text: 'Twenty pages are missing.',
    photos: await makePhotos(1),
  } as never)
  await as(disputed.seller).call(proposeSolution, {
    orderId: disputed.orderId,
    proposal: 'refund',
    refund: 100,
  })
  const [photo = ''] = await storePhotos([await pngUpload()])
  hash = photo
  for (const position of [0, 1])
    await db.insertInto('book_photos').values({ book_id: sold.bookId, position, hash }).execute()
  const { body } = await as(pending.buyer).call(fileComplaint, {
    subject: 'order',
    subjectId: pending.orderId,
    reason: 'scam',
  })
  await as(sold.buyer).call(blockPerson, { id: rented.buyer.id })
  await as(sold.buyer).call(addWants, {
    titles: [
      { title: 'Indian Polity', author: 'M. Laxmikanth' },
      { title: 'Indian Economy', author: 'Ramesh Singh' },
    ],
    pinCode: '411038',
  })
  await (await testApp()).context.jobs.idle()
  market = {
    sold,
    rented,
    pending,
    disputed,
    met: await makeMet(),
    deal: await makeDeal(),
    ...(await makeAgreedSwap()),
    ring: await makeRingInPart(),
    reservedId: await makeReserved(),
    complaintId: body._id,
  }
})

async function makeMet() {
  const met = await makeOrder()
  const { buyer, seller, orderId } = met
  await as(buyer).call(confirmOrder, { orderId })
  const times = [`${addDays(indianDate(new Date()), 2)}T17:00`]
  const { body } = await as(seller).call(proposeMeeting, { orderId, place: 'College gate', times })
  const meetingId = body._id
  const { _id: proposalId = '', times: [time = ''] = [] } = body.proposal ?? {}
  const chosen = await as(buyer).call(chooseMeetingTime, { meetingId, proposalId, time })
  await as(seller).call(enterHandOverCode, { meetingId, code: chosen.body.code ?? '' })
  return met
}

async function makeDeal(): Promise<Offer> {
  const { chatId, bookId, buyer, seller } = await makeChat({ book: { copies: 2, available: 2 } })
  const items = [
    { bookId, copies: 2 },
    { bookId: await makeBook(seller), copies: 1 },
  ]
  const delivery = { deliveryAddress: '12 Lake Road, Pune', phoneNumber: '+919876543210' }
  const terms = { chatId, orderType: 'purchase', amount: 500, items, handOver: 'post' as const }
  const { body: first } = await as(buyer).call(makeOffer, { ...terms, ...delivery })
  await as(seller).call(declineOffer, { offerId: first._id })
  const { body: second } = await as(seller).call(makeOffer, terms)
  return (await as(buyer).call(acceptOffer, { offerId: second._id, ...delivery })).body
}

async function makeAgreedSwap() {
  const made = await makeSwap()
  const offer = await offerSwap(made)
  const { body } = await as(made.asha.seller).call(acceptOffer, { offerId: offer._id })
  return { swap: body, swapId: body.exchange?.exchangeId ?? '' }
}

async function makeRingInPart(): Promise<MadeRing> {
  const ring = await makeRing({ pinCodes: ['411038', '411004', '411030'] })
  const { exchangeId } = ring
  await as(ring.people[0]?.buyer).call(acceptRing, { exchangeId })
  return ring
}

/**
 * Creates a copy that is reserved for the second person in the queue, because the first one
 * declined.
 */
async function makeReserved(): Promise<string> {
  const title = newTitle()
  const [first] = await makeWanting(2, title)
  const bookId = await listForQueue(await makeAccount('seller'), title)
  const [declined] = await reservationsOf(bookId)
  await as(first).call(declineReservation, { id: declined?.id ?? '' })
  return (await reservationsOf(bookId))[1]?.id ?? ''
}

async function pngUpload() {
  const { default: sharp } = await import('sharp')
  const picture = sharp({ create: { width: 60, height: 90, channels: 3, background: '#123456' } })
  return { field: 'images', source: await picture.png().toBuffer() }
}

test('all rules hold in a market that is used normally', async () => {
  const { db, storage } = (await testApp()).context
  expect(verifyReport(await verify(db, storage))).toBe(`All ${invariants.length + 2} rules hold.`)
})

const rollback = new Error('rollback')

async function findBroken(
  damage: (db: Db) => Promise<unknown>,
  rules = invariants,
): Promise<[string, string[]][]> {
  const { db } = (await testApp()).context
  const broken: [string, string[]][] = []
  const work = db.transaction().execute(async (db) => {
    await damage(db)
    for (const rule of rules) {
      const rows = await findBrokenRows(db, rule)
      if (rows.length > 0) broken.push([rule.rule, rows.map(({ id }) => id)])
    }
    throw rollback
  })
  await work.catch((error: unknown) => {
    if (error !== rollback) throw error
  })
  return broken
}

/**
 * `ids` are the rows that must be reported after the damage. If there are none, exactly one row
 * must be reported, whichever it is.
 */
type Fault = { ids: string[]; damage: RawBuilder<unknown> }
const breaks =
  (...ids: (string | undefined)[]) =>
  (...query: Parameters<typeof sql>): Fault => ({ ids: ids.map(String), damage: sql(...query) })

/** One or more faults for each rule. A fault may also break other rules. */
function faultsIn(market: Market): Record<string, Fault | Fault[]> {
  const {
    sold,
    rented,
    pending,
    disputed,
    met,
    deal,
    swap,
    swapId,
    ring,
    reservedId,
    complaintId,
  } = market
  const gone = newId()
  return {
    'the audit log can only be added to: its triggers are there and enabled': [
      breaks('audit_log_is_never_emptied')`drop trigger audit_log_is_never_emptied on audit_log`,
      breaks('audit_log_only_grows')`alter table audit_log disable trigger audit_log_only_grows`,
    ],
    'the words that searches ask for are those of the books, with how many have them': [
      breaks('nowhere')`insert into search_words values ('nowhere', 1)`,
      breaks('nowhere')`insert into search_word_changes values ('nowhere', -1)`,
    ],
    'a seller has the ratings that count: the last one of each active person': breaks(
      sold.seller.id,
    )`update accounts set rating_sum = rating_sum - 1 where id =
      ${sold.seller.id}`,
    'nobody orders from themselves': breaks(sold.orderId)`update accounts set person_id = (
      select person_id from accounts where id = ${sold.seller.id}) where id = ${sold.buyer.id}`,
    'an order keeps no UPI ID of a seller who has left': breaks(
      sold.orderId,
    )`with gone as (insert into accounts (id, person_id, role, name, deleted_at)
      values (${gone}, ${gone}, 'seller', 'Unknown', now()) returning id)
      update orders set seller_id = gone.id, upi_id = 'asha@okaxis' from gone
      where orders.id = ${sold.orderId}`,
    'a deleted account keeps nothing of its person': [
      breaks(gone)`insert into accounts (id, person_id, role, name, phone, deleted_at) values
      (${gone}, ${gone}, 'buyer', 'Unknown Buyer', '+919876543210', now())`,
      breaks(gone)`insert into accounts (id, person_id, role, name, pin_code, city, deleted_at)
      values (${gone}, ${gone}, 'seller', 'Unknown', '411038', 'pune, maharashtra', now())`,
      breaks(gone)`insert into accounts (id, person_id, role, name, hand_overs, deleted_at) values
      (${gone}, ${gone}, 'seller', 'Unknown', '{meet}', now())`,
    ],
    'only shop owners have helpers, at most five with the open invitations of a moment': [
      breaks(sold.seller.id)`insert into helpers values
      (${gone}, ${sold.seller.id}, 'Ravi', 'ravi@example.org', 'x', now())`,
      breaks(sold.seller.id)`with shop as (update accounts set seller_type = 'shop owner',
        shop_name = 'A shop', shop_address = 'Pune' where id = ${sold.seller.id} returning id)
      insert into helper_invites select gen_random_uuid(), shop.id, repeat(number::text, 64), now(),
        now() + interval '1 day' from shop, generate_series(1, 6) as number`,
    ],
    'no helper has the email of a seller': breaks(gone)`insert into helpers
      select ${gone}, id, 'Ravi', email, 'x', now() from accounts where id = ${sold.seller.id}`,
    'a removed admin keeps nothing but name and email, for the audit log': breaks(
      gone,
    )`insert into accounts (id, person_id, role, name, email, password_hash,
      deleted_at) values (${gone}, ${gone}, 'admin', 'Admin', ${`${gone}@example.com`}, 'x', now())`,
    'a blocked account has no session and no API token': breaks(
      pending.buyer.id,
    )`update accounts set status = 'blocked' where id = ${pending.buyer.id}`,
    'a photo that is shown is stored, and isn’t being removed': [
      breaks(hash)`update photos set removal_started_at = now() where hash = ${hash}`,
      breaks('a'.repeat(64))`update orders set book_cover = ${'a'.repeat(64)} where id =
      ${pending.orderId}`,
    ],
    'a book has as many copies as it says': breaks(
      sold.bookId,
    )`update books set copies = copies + 1, available = available + 1 where id =
      ${sold.bookId}`,
    'the copies that are available are those that nothing holds': breaks(
      sold.bookId,
    )`update books set available = available + 1 where id = ${sold.bookId}`,
    'a book has the ratings of its title that count: the last one of each active person': breaks(
      sold.bookId,
    )`update books set rating_count = rating_count + 1 where id = ${sold.bookId}`,
    'the messages of a chat are numbered without gaps, and it says how many there are': [
      breaks(pending.chatId)`update chats set message_count = message_count + 1 where id =
      ${pending.chatId}`,
      breaks(pending.chatId)`delete from messages where chat_id = ${pending.chatId} and number = 1`,
    ],
    'a message is from the buyer or the seller of its chat, or from the system': breaks()`update messages set sender_id = ${sold.buyer.id} where chat_id = ${pending.chatId}
      and sender_model = 'Buyer'`,
    'a chat is unanswered only if the buyer wrote after the seller': breaks(disputed.chatId)`update
      chats set is_unanswered = true where id = ${disputed.chatId}`,
    'unread are only messages of others after the last one that was read': breaks(
      pending.chatId,
    )`update chats set seller_unread = 9 where id = ${pending.chatId}`,
    'an accepted offer and a deal have an order for each copy, whose prices add up to the amount': [
      breaks(deal._id)`update offers set amount = amount + 1 where id = ${deal._id}`,
      breaks(deal._id)`update orders set offer_id = null where id = ${deal.orders[0]}`,
      breaks(deal._id)`update offers set status = 'declined' where id = ${deal._id}`,
    ],
    'both sides of an exchange give books with values, and what is paid on top is as offered': [
      breaks(swap._id)`update offers set top_up = top_up + 100 where id = ${swap._id}`,
      breaks(swap._id)`update offer_items set value = value + 100 where offer_id = ${swap._id} and
      given_by = 'seller'`,
    ],
    'each order of an exchange is one of its legs, from its giver to its receiver': [
      breaks(swap.orders[0])`update exchange_legs set giver = receiver, receiver = giver where
      exchange_id = ${swapId} and order_id = ${swap.orders[0]}`,
      breaks(pending.orderId)`update orders set exchange_id = ${swapId} where id =
      ${pending.orderId}`,
      breaks(swap.orders[1])`update orders set price = price + 100 where id = ${swap.orders[1]}`,
    ],
    'in a ring everybody gives one copy and gets another, in one circle': [
      breaks(ring.exchangeId)`update exchange_legs set receiver = 1 where exchange_id =
      ${ring.exchangeId} and number = 2`,
      breaks(ring.exchangeId)`delete from exchange_legs where exchange_id = ${ring.exchangeId} and
      number = 3`,
    ],
    'nobody is in two rings that wait for answers': breaks()`with other as (insert into exchanges (id, kind, created_at, expires_at)
      select ${gone}::uuid, kind, created_at, expires_at from exchanges
      where id = ${ring.exchangeId} returning id)
      insert into exchange_members (exchange_id, number, person_id, pays)
      select other.id, 1, person_id, 0 from exchange_members, other
      where exchange_id = ${ring.exchangeId} and number = 2`,
    'a ring holds the copies of those who have accepted it, as long as it waits for others': [
      breaks(ring.exchangeId)`delete from holds where exchange_id = ${ring.exchangeId}`,
      breaks()`update exchange_members set answer = 'accepted' where exchange_id =
      ${ring.exchangeId} and number = 2`,
      breaks(ring.exchangeId, swapId)`update holds set exchange_id = ${swapId} where exchange_id =
      ${ring.exchangeId}`,
    ],
    'a ring is agreed once all have accepted it, and declined by one who said so': [
      breaks(ring.exchangeId)`update exchange_members set answer = 'accepted' where exchange_id =
      ${ring.exchangeId}`,
      breaks(ring.exchangeId)`update exchanges set ended_at = now(), ended_because = 'declined'
      where id = ${ring.exchangeId}`,
    ],
    'the address of a ring is kept only as long as it waits for answers': breaks(
      swapId,
    )`update exchange_members set phone_number = '+919876543210' where exchange_id =
      ${swapId} and number = 1`,
    'the accounts of a member of an exchange are those of its person, until they leave': breaks(
      swapId,
    )`update exchange_members set seller_id = ${sold.seller.id} where exchange_id =
      ${swapId} and number = 2`,
    'a direct exchange is between two people who each give a book': [
      breaks(
        swapId,
      )`update exchange_legs set giver = 1, receiver = 2 where exchange_id = ${swapId}`,
      breaks(swapId)`insert into exchange_members (exchange_id, number, person_id, pays) select
      ${swapId}, 3, person_id, 0 from accounts where id = ${pending.buyer.id}`,
    ],
    'an exchange of which nothing was handed over runs as a whole, or is cancelled as a whole': breaks(
      swapId,
    )`update orders set status = 'Cancelled', confirmed_at = null where id =
      ${swap.orders[0]}`,
    'nothing is due for a book that is exchanged, and no offer is behind its order': breaks(
      swap.orders[0],
    )`insert into payments (order_id, kind) values (${swap.orders[0]},
      'price')`,
    'money is given back only in an exchange that is cancelled': breaks(
      swapId,
    )`update exchange_payments set paid_at = now(), back_paid_at = now() where
      exchange_id = ${swapId}`,
    'no more is said to be paid or received than can be due': [
      breaks(sold.orderId)`insert into payments (order_id, kind, received, received_at) select id,
      'price', price + 1, now() from orders where id = ${sold.orderId}`,
      breaks(sold.orderId)`insert into payments (order_id, kind, received, received_at) values
      (${sold.orderId}, 'price_back', 100, now())`,
      breaks(rented.orderId)`insert into payments (order_id, kind, received, received_at) values
      (${rented.orderId}, 'late_fee_back', 100, now())`,
      breaks(rented.orderId)`insert into payments (order_id, kind, received, received_at) select id,
      'late_fee', loss_price + 100, now() from orders where id = ${rented.orderId}`,
    ],
    'the price of a rent has what its extensions added': breaks(
      rented.orderId,
    )`update orders set price = price + 100, extension_price = 100 where id =
      ${rented.orderId}`,
    'the books of an offer are those of the seller of its chat; what is given for them is another’s': breaks(
      deal._id,
    )`update offer_items set book_id = ${sold.bookId} where offer_id = ${deal._id}
      and position = 1`,
    'an offer that ended without orders keeps no address and no phone number': breaks()`update offers set phone_number = '+919876543210' where status = 'declined'`,
    'a meeting is about orders of its chat, and about all orders of a deal in person': [
      breaks()`update meetings set chat_id = ${pending.chatId} where id = (select meeting_id from
      orders where id = ${met.orderId})`,
      breaks()`update orders set hand_over = 'meet', meeting_id = (select meeting_id from orders
      where id = ${met.orderId}) where id = ${deal.orders[0]}`,
    ],
    'what was handed over with a code has a meeting, and is its seller’s step': breaks(
      met.orderId,
    )`update order_events set actor_model = 'Admin' where order_id =
      ${met.orderId} and kind = 'handed_over'`,
    'a notification about a chat or an order belongs to one of its people': breaks()`update notifications set account_id = ${sold.buyer.id} where order_id =
      ${pending.orderId} and kind = 'order'`,
    'a chat that waits for somebody has something unread': breaks()`update chats set seller_unread = 0 where id = ${pending.chatId}`,
    'notification settings are of people who have an account': breaks(
      gone,
    )`insert into notification_settings (person_id, unsubscribe_token) values (${gone},
      'a token')`,
    'an order that an admin closed or opened again has that in its history': [
      breaks(sold.orderId)`update orders set closed_by_admin_at = now() where id = ${sold.orderId}`,
      breaks(sold.orderId)`update orders set reopened_at = now() where id = ${sold.orderId}`,
    ],
    'a problem begins with the buyer’s report, and its messages are numbered without gaps': breaks()`delete from problem_messages where number = 1 and problem_id in (select id from
      problems where order_id = ${disputed.orderId})`,
    'what the seller proposed last stands with the problem': breaks()`update problems set refund = 200 where order_id = ${disputed.orderId}`,
    'a refund is at most what the buyer was to pay': breaks()`update problems set refund = price + 1 from orders where orders.id = order_id and
      order_id = ${disputed.orderId}`,
    'the history of an order has each problem and its solution': [
      breaks(disputed.orderId)`delete from problems where order_id = ${disputed.orderId}`,
      breaks(disputed.orderId)`update problems set outcome = 'refund', solved_by = 'Buyer',
      solved_at = now() where order_id = ${disputed.orderId}`,
    ],
    'an order with an open problem isn’t closed by an admin, nor without its people': breaks(
      disputed.orderId,
    )`update orders set closed_by_admin_at = now() where id =
      ${disputed.orderId}`,
    'a block is between two people who both have an account': breaks(
      sold.seller.id,
    )`insert into account_blocks (person_id, blocked_person_id,
      blocked_account_id, created_at) select person_id, ${newId()}, ${sold.seller.id}, now() from
      accounts where id = ${sold.buyer.id}`,
    'only buyers who are here have saved books and searches, and no more than fit': [
      breaks(sold.seller.id)`insert into saved_books (account_id, book_id, price, notified_price,
      is_gone, created_at) values (${sold.seller.id}, ${sold.bookId}, 100, 100, false, now())`,
      breaks(pending.buyer.id)`insert into saved_searches (id, account_id, filters, key, created_at)
      select gen_random_uuid(), ${pending.buyer.id}, '{}', n::text, now()
      from generate_series(1, 31) as n`,
    ],
    'only people who are here want something, and no more than fits': breaks()`update wants set person_id = ${newId()} where person_id = (select person_id from
      accounts where id = ${sold.buyer.id})`,
    'nobody is said to get a title by an order that is cancelled, or a rent that is over': breaks()`update wants set order_id = (select id from orders where chat_id = ${pending.chatId}
      and confirmed_at is null limit 1) where id = (select id from wants where person_id = (select
      person_id from accounts where id = ${sold.buyer.id}) limit 1)`,
    'what a person wants is at one place, that of their seller account where it has one': breaks()`update wants set pin_code = '400001', city = 'mumbai, maharashtra' where id = (select
      id from wants where pin_code is not null and person_id = (select person_id from accounts
      where id = ${sold.buyer.id}) limit 1)`,
    'each open reservation holds a copy of its book, and none that has ended does': [
      breaks(reservedId)`update reservations set ended_at = now(), outcome = 'lapsed' where id =
      ${reservedId}`,
      breaks(reservedId)`update holds set copy_id = (select id from copies where book_id =
      ${sold.bookId} order by number desc limit 1) where reservation_id = ${reservedId}`,
    ],
    'a copy is reserved for the person of the want that it is reserved for, who is here': [
      breaks(reservedId)`update reservations set person_id = (select person_id from accounts where
      id = ${sold.buyer.id}) where id = ${reservedId}`,
      breaks(reservedId)`update accounts set deleted_at = now() where person_id = (select person_id
      from reservations where id = ${reservedId})`,
    ],
    'no reservation lasts longer than an offer about it may': breaks(
      reservedId,
    )`update reservations set created_at = now() - interval '4 days', expires_at
      = now() - interval '3 days' where id = ${reservedId}`,
    'nobody reports themself, and a complaint about a chat, a ring or an order is by one of its people about another':
      [
        breaks(complaintId)`update complaints set reported_id = ${sold.buyer.id} where id =
      ${complaintId}`,
        breaks(complaintId)`update accounts set person_id = (select person_id from accounts where id
      = ${pending.buyer.id}) where id = ${pending.seller.id}`,
        breaks(complaintId)`with written as ( insert into ring_messages (id, exchange_id, member,
      text, created_at) select gen_random_uuid(), ${ring.exchangeId}::uuid, 1, 'Hello', now()
      returning id) update complaints set subject_kind = 'ring-message', message_body = 'Hello',
      subject_id = (select id from written) where id = ${complaintId}`,
      ],
    'a complaint about somebody who has left keeps nothing of them once it is dealt with': breaks(
      complaintId,
    )`with gone as (update accounts set deleted_at = now()
      where id = ${pending.seller.id})
      update complaints set outcome = 'dismissed', closed_at = now(),
      closed_by = ${pending.seller.id} where id = ${complaintId}`,
    'the history of an order begins with its creation and ends with its status': [
      breaks(pending.orderId)`update orders set status = 'Shipped' where id = ${pending.orderId}`,
      breaks(sold.orderId)`delete from order_events where order_id = ${sold.orderId} and kind =
      'created'`,
    ],
    'the dates of an order agree with its status and its history': [
      breaks(sold.orderId)`update orders set delivered_at = null where id = ${sold.orderId}`,
      breaks(pending.orderId)`update orders set confirmed_at = now() where id = ${pending.orderId}`,
      breaks(rented.orderId)`update orders set handed_back_at = now() where id = ${rented.orderId}`,
    ],
  }
}

const otherFaults = [
  'an order holds a copy until it is cancelled or the rent is returned',
  'the copy that an order holds is one of its book',
]

const faulty = invariants.filter(({ rule }) => !otherFaults.includes(rule))

test.each(faulty)('$rule: a row that breaks the rule is reported', async (invariant) => {
  const faults = [faultsIn(market)[invariant.rule] ?? []].flat()
  expect(faults).not.toHaveLength(0)
  for (const { ids, damage } of faults) {
    const [[, found] = []] = await findBroken((db) => damage.execute(db), [invariant])
    if (ids.length === 0) expect(found).toHaveLength(1)
    else expect(found?.sort()).toEqual(ids.sort())
  }
})

test('every fault is about an existing rule', () => {
  const rules = faulty.map(({ rule }) => rule)
  expect(rules).toEqual(expect.arrayContaining(Object.keys(faultsIn(market))))
})

test('a session that was opened from another account stays when that account is blocked', async () => {
  const { db } = (await testApp()).context
  const { buyer, seller } = market.pending
  const switched = sql`update sessions set login_account_id = ${buyer.id}
    where account_id = ${seller.id}`
  const block = sql`update accounts set status = 'blocked' where id = ${buyer.id}`
  const endSessions = sql`delete from sessions where account_id = ${buyer.id}`
  const broken = await findBroken(async (db) => {
    for (const step of [switched, block, endSessions]) await step.execute(db)
  })
  expect(broken).toEqual([])
  expect(
    await db
      .selectFrom('sessions')
      .select('account_id')
      .where('account_id', '=', seller.id)
      .execute(),
  ).toHaveLength(1)
})

test('an order without a hold and one that holds somebody else’s copy are found', async () => {
  const { orderId, bookId } = market.pending
  const noHold = await findBroken((db) =>
    sql`delete from holds where order_id = ${orderId}`.execute(db),
  )
  expect(noHold).toEqual([
    ['the copies that are available are those that nothing holds', [bookId]],
    ['an order holds a copy until it is cancelled or the rent is returned', [orderId]],
  ])
  const otherBook = await makeBook(await makeAccount('seller'))
  const otherCopy = await findBroken((db) =>
    sql`update holds set copy_id = (select id from copies where book_id = ${otherBook})
      where order_id = ${orderId}`.execute(db),
  )
  expect(otherCopy).toContainEqual(['the copy that an order holds is one of its book', [orderId]])
})

test('files and photos that don’t belong together are found', async () => {
  const { db, storage } = (await testApp()).context
  const [missing, unknown] = [photoFile(hash, photoWidths[0]), photoFile('b'.repeat(64), 480)]
  const bytes = await storage.read(missing)
  if (!bytes) throw new Error('The photo wasn’t stored.')
  await storage.remove(missing)
  await storage.write(unknown, bytes)
  expect(verifyReport(await verify(db, storage))).toBe(
    [
      'Broken: a photo that is shown has a file for each width',
      `  ${hash}`,
      'Broken: a stored file belongs to a photo',
      `  ${unknown}`,
      `2 of ${invariants.length + 2} rules are broken.`,
    ].join('\n'),
  )
  await storage.write(missing, bytes)
  await storage.remove(unknown)
})
