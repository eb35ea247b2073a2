import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { blockPerson } from '#contract/accounts/account-blocks.ts'
import { fileComplaint } from '#contract/admin/complaints.ts'
import { photoWidths } from '#contract/books/photos.ts'
import { readChat, sendMessage } from '#contract/chats.ts'
import { addDays, indianDate } from '#contract/common/dates.ts'
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
import { invariants, verify, verifyReport } from './verify.ts'

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

/** Uses the market: sales, rentals, messages, ratings and photos. */
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

/** Makes an order that was handed over at a meeting. */
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

/** Makes an accepted offer about three copies of two books, after a declined one. */
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

/** Makes an exchange of one book for another, with rupees on top. */
async function makeAgreedSwap() {
  const made = await makeSwap()
  const offer = await offerSwap(made)
  const { body } = await as(made.asha.seller).call(acceptOffer, { offerId: offer._id })
  return { swap: body, swapId: body.exchange?.exchangeId ?? '' }
}

/** Makes a ring of three that one of them has accepted. */
async function makeRingInPart(): Promise<MadeRing> {
  const ring = await makeRing({ pinCodes: ['411038', '411004', '411030'] })
  const { exchangeId } = ring
  await as(ring.people[0]?.buyer).call(acceptRing, { exchangeId })
  return ring
}

/** Makes a copy that is reserved for the second waiting person, after the first declined. */
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

/** Returns broken rules with the ids of their rows, in a database that `damage` changed. */
async function findBroken(damage: (db: Db) => Promise<unknown>): Promise<[string, string[]][]> {
  const { db } = (await testApp()).context
  let broken: [string, string[]][] = []
  const work = db.transaction().execute(async (db) => {
    await damage(db)
    const { violations } = await verify(db, undefined)
    broken = violations.map(({ rule, rows }) => [rule, rows.map(({ id }) => id)])
    throw rollback
  })
  await work.catch((error: unknown) => {
    if (error !== rollback) throw error
  })
  return broken
}

/** `broken` are the ids of the rows that break the rule, or undefined if it is any single row. */
type Fault = (market: Market) => {
  damage: (db: Db) => Promise<unknown>
  broken: string | string[] | undefined
}
const run = (query: ReturnType<typeof sql>) => (db: Db) => query.execute(db)

/** One or more faults for each rule. A fault may also break other rules. */
const faults: Record<string, Fault[]> = {
  'the audit log can only be added to: its triggers are there and enabled': [
    () => ({
      damage: run(sql`drop trigger audit_log_is_never_emptied on audit_log`),
      broken: 'audit_log_is_never_emptied',
    }),
    () => ({
      damage: run(sql`alter table audit_log disable trigger audit_log_only_grows`),
      broken: 'audit_log_only_grows',
    }),
  ],
  'the words that searches ask for are those of the books, with how many have them': [
    () => ({
      damage: run(sql`insert into search_words values ('nowhere', 1)`),
      broken: 'nowhere',
    }),
    () => ({
      damage: run(sql`insert into search_word_changes values ('nowhere', -1)`),
      broken: 'nowhere',
    }),
  ],
  'a seller has the ratings that count: the last one of each active person': [
    ({ sold: { seller } }) => ({
      damage: run(sql`update accounts set rating_sum = rating_sum - 1 where id = ${seller.id}`),
      broken: seller.id,
    }),
  ],
  'an order keeps no UPI ID of a seller who has left': [
    ({ sold: { orderId } }) => {
      const id = newId()
      return {
        damage: (db) =>
          run(sql`insert into accounts (id, person_id, role, name, deleted_at)
            values (${id}, ${id}, 'seller', '', now())`)(db).then(() =>
            run(sql`update orders set seller_id = ${id}, upi_id = 'asha@okaxis'
              where id = ${orderId}`)(db),
          ),
        broken: orderId,
      }
    },
  ],
  'a deleted account keeps nothing of its person': [
    () => {
      const id = newId()
      return {
        damage: run(sql`insert into accounts (id, person_id, role, name, phone, deleted_at)
          values (${id}, ${id}, 'buyer', '', '+919876543210', now())`),
        broken: id,
      }
    },
    () => {
      const id = newId()
      return {
        damage: run(sql`insert into accounts (id, person_id, role, name, pin_code, city, deleted_at)
          values (${id}, ${id}, 'seller', '', '411038', 'pune, maharashtra', now())`),
        broken: id,
      }
    },
    () => {
      const id = newId()
      return {
        damage: run(sql`insert into accounts (id, person_id, role, name, hand_overs, deleted_at)
          values (${id}, ${id}, 'seller', '', '{meet}', now())`),
        broken: id,
      }
    },
  ],
  'a book is where its seller is, and handed over as its seller says': [
    ({ sold: { bookId } }) => ({
      damage: run(
        sql`update books set pin_code = '411038', city = 'pune, maharashtra' where id = ${bookId}`,
      ),
      broken: bookId,
    }),
    ({ sold: { bookId } }) => ({
      damage: run(sql`update books set location = point(1, 2) where id = ${bookId}`),
      broken: bookId,
    }),
    ({ sold: { bookId } }) => ({
      damage: run(sql`update books set hand_overs = '{post}' where id = ${bookId}`),
      broken: bookId,
    }),
  ],
  'a removed admin keeps nothing but name and email, for the audit log': [
    () => {
      const id = newId()
      return {
        damage:
          run(sql`insert into accounts (id, person_id, role, name, email, password_hash, deleted_at)
          values (${id}, ${id}, 'admin', 'Admin', ${`${id}@example.com`}, 'x', now())`),
        broken: id,
      }
    },
  ],
  'only admins have a second factor': [
    ({ pending: { buyer } }) => ({
      damage: run(sql`insert into second_factors (account_id, secret, created_at)
        values (${buyer.id}, ${Buffer.alloc(20)}, now())`),
      broken: buyer.id,
    }),
  ],
  'a blocked account has no session': [
    ({ pending: { buyer } }) => ({
      damage: run(sql`update accounts set status = 'blocked' where id = ${buyer.id}`),
      broken: buyer.id,
    }),
  ],
  'the accounts of one person have one email': [
    ({ sold, pending }) => ({
      damage: run(sql`update accounts set person_id = (
          select person_id from accounts where id = ${sold.seller.id})
        where id in (${sold.seller.id}, ${pending.buyer.id})`),
      broken: [sold.seller.id, pending.buyer.id],
    }),
  ],
  'a photo that is shown is stored, and isn’t being removed': [
    () => ({
      damage: run(sql`update photos set removal_started_at = now() where hash = ${hash}`),
      broken: hash,
    }),
    ({ pending: { orderId } }) => ({
      damage: run(sql`update orders set book_cover = ${'a'.repeat(64)} where id = ${orderId}`),
      broken: 'a'.repeat(64),
    }),
  ],
  'a book has as many copies as it says': [
    ({ sold: { bookId } }) => ({
      damage: run(
        sql`update books set copies = copies + 1, available = available + 1 where id = ${bookId}`,
      ),
      broken: bookId,
    }),
  ],
  'the copies that are available are those that nothing holds': [
    ({ sold: { bookId } }) => ({
      damage: run(sql`update books set available = available + 1 where id = ${bookId}`),
      broken: bookId,
    }),
  ],
  'a book has the ratings of its title that count: the last one of each active person': [
    ({ sold: { bookId } }) => ({
      damage: run(sql`update books set rating_count = rating_count + 1 where id = ${bookId}`),
      broken: bookId,
    }),
  ],
  'the photos of a book are numbered without gaps': [
    ({ sold: { bookId } }) => ({
      damage: run(
        sql`update book_photos set position = 3 where book_id = ${bookId} and position = 1`,
      ),
      broken: bookId,
    }),
  ],
  'the messages of a chat are numbered without gaps, and it says how many there are': [
    ({ pending: { chatId } }) => ({
      damage: run(sql`update chats set message_count = message_count + 1 where id = ${chatId}`),
      broken: chatId,
    }),
    ({ pending: { chatId } }) => ({
      damage: run(sql`delete from messages where chat_id = ${chatId} and number = 1`),
      broken: chatId,
    }),
  ],
  'a chat is between a buyer and the seller of its book': [
    ({ sold, pending: { chatId } }) => ({
      damage: run(sql`update chats set seller_id = ${sold.seller.id} where id = ${chatId}`),
      broken: [chatId],
    }),
  ],
  'a message is from the buyer or the seller of its chat, or from the system': [
    ({ sold, pending: { chatId } }) => ({
      damage: run(sql`update messages set sender_id = ${sold.buyer.id}
        where chat_id = ${chatId} and sender_model = 'Buyer'`),
      broken: undefined,
    }),
  ],
  'unread are only messages of others after the last one that was read': [
    ({ pending: { chatId } }) => ({
      damage: run(sql`update chats set seller_unread = 9 where id = ${chatId}`),
      broken: chatId,
    }),
  ],
  'an order is between the people of its chat, about its book or one of its offer': [
    ({ sold: { orderId, buyer }, pending: { chatId } }) => ({
      damage: run(sql`update orders set chat_id = ${chatId} where id = ${orderId}
        and buyer_id = ${buyer.id}`),
      broken: orderId,
    }),
    ({ sold: { orderId }, pending: { bookId } }) => ({
      damage: run(sql`update orders set book_id = ${bookId} where id = ${orderId}`),
      broken: orderId,
    }),
  ],
  'an accepted offer has an order for each copy, and their prices add up to its amount': [
    ({ deal }) => ({
      damage: run(sql`update offers set amount = amount + 1 where id = ${deal._id}`),
      broken: deal._id,
    }),
    ({ deal }) => ({
      damage: run(sql`update orders set offer_id = null where id = ${deal.orders[0]}`),
      broken: deal._id,
    }),
    ({ deal }) => ({
      damage: run(sql`update offers set status = 'declined' where id = ${deal._id}`),
      broken: deal._id,
    }),
  ],
  'both sides of an exchange give books with values, and what is paid on top is as offered': [
    ({ swap }) => ({
      damage: run(sql`update offers set top_up = top_up + 100 where id = ${swap._id}`),
      broken: swap._id,
    }),
    ({ swap }) => ({
      damage: run(sql`update offer_items set value = value + 100
        where offer_id = ${swap._id} and given_by = 'seller'`),
      broken: swap._id,
    }),
  ],
  'each order of an exchange is one of its legs, from its giver to its receiver': [
    ({ swap, swapId }) => ({
      damage: run(sql`update exchange_legs set giver = receiver, receiver = giver
        where exchange_id = ${swapId} and order_id = ${swap.orders[0]}`),
      broken: swap.orders[0] ?? '',
    }),
    ({ pending: { orderId }, swapId }) => ({
      damage: run(sql`update orders set exchange_id = ${swapId} where id = ${orderId}`),
      broken: orderId,
    }),
    ({ swap }) => ({
      damage: run(sql`update orders set price = price + 100 where id = ${swap.orders[1]}`),
      broken: swap.orders[1] ?? '',
    }),
  ],
  'the payments of an exchange are what its members pay; in a ring, what they get more than they give':
    [
      ({ swapId }) => ({
        damage: run(
          sql`update exchange_payments set amount = amount + 1 where exchange_id = ${swapId}`,
        ),
        broken: [swapId, swapId],
      }),
      ({ swapId }) => ({
        damage: run(sql`update exchange_members set pays = pays + 1
        where exchange_id = ${swapId} and number = 1`),
        broken: swapId,
      }),
    ],
  'in a ring everybody gives one copy and gets another, in one circle': [
    ({ ring: { exchangeId } }) => ({
      damage: run(sql`update exchange_legs set receiver = 1
        where exchange_id = ${exchangeId} and number = 2`),
      broken: exchangeId,
    }),
    ({ ring: { exchangeId } }) => ({
      damage: run(sql`delete from exchange_legs where exchange_id = ${exchangeId} and number = 3`),
      broken: exchangeId,
    }),
  ],
  'nobody is in two rings that wait for answers': [
    ({ ring: { exchangeId } }) => ({
      damage: async (db) => {
        const other = newId()
        await sql`insert into exchanges (id, kind, created_at, expires_at)
          select ${other}::uuid, kind, created_at, expires_at from exchanges
          where id = ${exchangeId}`.execute(db)
        await sql`insert into exchange_members (exchange_id, number, person_id, pays)
          select ${other}::uuid, 1, person_id, 0 from exchange_members
          where exchange_id = ${exchangeId} and number = 2`.execute(db)
      },
      broken: undefined,
    }),
  ],
  'a ring holds the copies of those who have accepted it, as long as it waits for others': [
    ({ ring: { exchangeId } }) => ({
      damage: run(sql`delete from holds where exchange_id = ${exchangeId}`),
      broken: exchangeId,
    }),
    ({ ring: { exchangeId } }) => ({
      damage: run(sql`update exchange_members set answer = 'accepted'
        where exchange_id = ${exchangeId} and number = 2`),
      broken: undefined,
    }),
    ({ ring: { exchangeId }, swapId }) => ({
      damage: run(sql`update holds set exchange_id = ${swapId} where exchange_id = ${exchangeId}`),
      broken: [exchangeId, swapId],
    }),
  ],
  'a ring is agreed once all have accepted it, and declined by one who said so': [
    ({ ring: { exchangeId } }) => ({
      damage: run(sql`update exchange_members set answer = 'accepted'
        where exchange_id = ${exchangeId}`),
      broken: exchangeId,
    }),
    ({ ring: { exchangeId } }) => ({
      damage: run(sql`update exchanges set ended_at = now(), ended_because = 'declined'
        where id = ${exchangeId}`),
      broken: exchangeId,
    }),
  ],
  'the address of a ring is kept only as long as it waits for answers': [
    ({ swapId }) => ({
      damage: run(sql`update exchange_members set phone_number = '+919876543210'
        where exchange_id = ${swapId} and number = 1`),
      broken: swapId,
    }),
  ],
  'the accounts of a member of an exchange are those of its person, until they leave': [
    ({ swapId, sold: { seller } }) => ({
      damage: run(sql`update exchange_members set seller_id = ${seller.id}
        where exchange_id = ${swapId} and number = 2`),
      broken: swapId,
    }),
  ],
  'an exchange is agreed between the people of its chat': [
    ({ swapId, pending: { chatId } }) => ({
      damage: run(sql`update exchanges set chat_id = ${chatId} where id = ${swapId}`),
      broken: swapId,
    }),
  ],
  'a direct exchange is between two people, of whom each gives a book': [
    ({ swapId }) => ({
      damage: run(sql`update exchange_legs set giver = 1, receiver = 2
        where exchange_id = ${swapId}`),
      broken: swapId,
    }),
    ({ swapId, pending: { buyer } }) => ({
      damage: run(sql`insert into exchange_members (exchange_id, number, person_id, pays)
        select ${swapId}, 3, person_id, 0 from accounts where id = ${buyer.id}`),
      broken: swapId,
    }),
  ],
  'an exchange of which nothing was handed over runs as a whole, or is cancelled as a whole': [
    ({ swap, swapId }) => ({
      damage: run(sql`update orders set status = 'Cancelled', confirmed_at = null
        where id = ${swap.orders[0]}`),
      broken: swapId,
    }),
  ],
  'nothing is due for a book that is exchanged, and no offer is behind its order': [
    ({ swap }) => ({
      damage: run(sql`insert into payments (order_id, kind) values (${swap.orders[0]}, 'price')`),
      broken: swap.orders[0] ?? '',
    }),
  ],
  'money is given back only in an exchange that is cancelled': [
    ({ swapId }) => ({
      damage: run(sql`update exchange_payments set paid_at = now(), back_paid_at = now()
        where exchange_id = ${swapId}`),
      broken: swapId,
    }),
  ],
  'a case is about an order of its exchange': [
    ({ swapId, pending: { orderId } }) => ({
      damage: run(sql`insert into exchange_cases (id, exchange_id, order_id, reason, created_at)
        values (${swapId}, ${swapId}, ${orderId}, 'missing', now())`),
      broken: swapId,
    }),
  ],
  'only rents have a deposit, a late fee and payments of them': [
    ({ sold: { orderId } }) => ({
      damage: run(sql`update orders set deposit = 100 where id = ${orderId}`),
      broken: orderId,
    }),
    ({ sold: { orderId } }) => ({
      damage: run(sql`insert into payments (order_id, kind) values (${orderId}, 'late_fee')`),
      broken: orderId,
    }),
  ],
  'no more is said to be paid or received than can be due': [
    ({ sold: { orderId } }) => ({
      damage: run(sql`insert into payments (order_id, kind, received, received_at)
        select id, 'price', price + 1, now() from orders where id = ${orderId}`),
      broken: orderId,
    }),
    ({ sold: { orderId } }) => ({
      damage: run(sql`insert into payments (order_id, kind, received, received_at)
        values (${orderId}, 'price_back', 100, now())`),
      broken: orderId,
    }),
    ({ rented: { orderId } }) => ({
      damage: run(sql`insert into payments (order_id, kind, received, received_at)
        values (${orderId}, 'late_fee_back', 100, now())`),
      broken: orderId,
    }),
    ({ rented: { orderId } }) => ({
      damage: run(sql`insert into payments (order_id, kind, received, received_at)
        select id, 'late_fee', loss_price + 100, now() from orders where id = ${orderId}`),
      broken: orderId,
    }),
  ],
  'what was taken back isn’t said to be paid': [
    ({ sold: { orderId } }) => ({
      damage: run(sql`insert into payments (order_id, kind, paid, paid_at, taken_back_at)
        values (${orderId}, 'price', 100, now() - interval '1 minute', now())`),
      broken: orderId,
    }),
  ],
  'the price of a rent has what its extensions added': [
    ({ rented: { orderId } }) => ({
      damage: run(
        sql`update orders set price = price + 100, extension_price = 100 where id = ${orderId}`,
      ),
      broken: orderId,
    }),
  ],
  'the books of an offer are those of the seller of its chat; what is given for them is another’s':
    [
      ({ deal, sold: { bookId } }) => ({
        damage: run(sql`update offer_items set book_id = ${bookId}
        where offer_id = ${deal._id} and position = 1`),
        broken: deal._id,
      }),
    ],
  'an order from an offer stands in the chat of the offer, and its book in the offer': [
    ({ deal, pending: { orderId } }) => ({
      damage: run(sql`update orders set offer_id = ${deal._id} where id = ${orderId}`),
      broken: orderId,
    }),
  ],
  'an offer that ended without orders keeps no address and no phone number': [
    () => ({
      damage: run(sql`update offers set phone_number = '+919876543210' where status = 'declined'`),
      broken: undefined,
    }),
  ],
  'the offer that a message brings is one of its chat': [
    ({ deal, pending: { chatId } }) => ({
      damage: run(
        sql`update messages set offer_id = ${deal._id} where chat_id = ${chatId} and number = 1`,
      ),
      broken: undefined,
    }),
  ],
  'a meeting is about orders of its chat, and about all orders of a deal in person': [
    ({ met: { orderId }, pending: { chatId } }) => ({
      damage: run(sql`update meetings set chat_id = ${chatId}
        where id = (select meeting_id from orders where id = ${orderId})`),
      broken: undefined,
    }),
    ({ deal, met: { orderId } }) => ({
      damage:
        run(sql`update orders set meeting_id = (select meeting_id from orders where id = ${orderId})
        where id = ${deal.orders[0]}`),
      broken: undefined,
    }),
  ],
  'a deal that is handed over in person has a meeting, and what is posted has none': [
    ({ met: { orderId } }) => ({
      damage: run(sql`update orders set meeting_id = null where id = ${orderId}`),
      broken: orderId,
    }),
    ({ met: { orderId } }) => ({
      damage: run(sql`update orders set hand_over = 'post' where id = ${orderId}`),
      broken: orderId,
    }),
  ],
  'the meeting that a message brings is one of its chat': [
    ({ met: { orderId }, pending: { chatId } }) => ({
      damage: run(
        sql`update messages set meeting_id = (select meeting_id from orders where id = ${orderId})
          where chat_id = ${chatId} and number = 1`,
      ),
      broken: undefined,
    }),
  ],
  'what was handed over with a code has a meeting, and is its seller’s step': [
    ({ met: { orderId } }) => ({
      damage: run(sql`update order_events set actor_model = 'Admin'
        where order_id = ${orderId} and kind = 'handed_over'`),
      broken: orderId,
    }),
  ],
  'a rating is about the title, by the buyer and of the seller of its order': [
    ({ sold: { orderId }, pending: { buyer } }) => ({
      damage: run(sql`update ratings set buyer_id = ${buyer.id} where order_id = ${orderId}`),
      broken: [orderId],
    }),
  ],
  'a notification about a chat or an order belongs to one of its people': [
    ({ sold: { buyer }, pending: { orderId } }) => ({
      damage: run(sql`update notifications set account_id = ${buyer.id}
        where order_id = ${orderId} and kind = 'order'`),
      broken: undefined,
    }),
  ],
  'a chat that waits for somebody has something unread': [
    ({ pending: { chatId } }) => ({
      damage: run(sql`update chats set seller_unread = 0 where id = ${chatId}`),
      broken: undefined,
    }),
  ],
  'notification settings are of people who have an account': [
    () => {
      const id = newId()
      return {
        damage: run(sql`insert into notification_settings (person_id, unsubscribe_token)
          values (${id}, 'a token')`),
        broken: id,
      }
    },
  ],
  'an order that an admin closed or opened again has that in its history': [
    ({ sold: { orderId } }) => ({
      damage: run(sql`update orders set closed_by_admin_at = now() where id = ${orderId}`),
      broken: orderId,
    }),
    ({ sold: { orderId } }) => ({
      damage: run(sql`update orders set reopened_at = now() where id = ${orderId}`),
      broken: orderId,
    }),
  ],
  'a problem begins with the buyer’s report, and its messages are numbered without gaps': [
    ({ disputed: { orderId } }) => ({
      damage: run(sql`delete from problem_messages where number = 1
        and problem_id in (select id from problems where order_id = ${orderId})`),
      broken: undefined,
    }),
  ],
  'what the seller proposed last stands with the problem': [
    ({ disputed: { orderId } }) => ({
      damage: run(sql`update problems set refund = 200 where order_id = ${orderId}`),
      broken: undefined,
    }),
  ],
  'a refund is at most what the buyer was to pay': [
    ({ disputed: { orderId } }) => ({
      damage: run(sql`update problems set refund = price + 1
        from orders where orders.id = order_id and order_id = ${orderId}`),
      broken: undefined,
    }),
  ],
  'the history of an order has each problem and its solution': [
    ({ disputed: { orderId } }) => ({
      damage: run(sql`delete from problems where order_id = ${orderId}`),
      broken: orderId,
    }),
    ({ disputed: { orderId } }) => ({
      damage: run(sql`update problems set outcome = 'refund', solved_by = 'Buyer',
        solved_at = now() where order_id = ${orderId}`),
      broken: orderId,
    }),
  ],
  'an order with an open problem isn’t closed by an admin, nor without its people': [
    ({ disputed: { orderId } }) => ({
      damage: run(sql`update orders set closed_by_admin_at = now() where id = ${orderId}`),
      broken: orderId,
    }),
  ],
  'the photos of a problem are private, and nothing else shows them': [
    ({ disputed: { orderId } }) => ({
      damage: run(sql`update orders set book_cover = (select hash from problem_photos limit 1)
        where id = ${orderId}`),
      broken: undefined,
    }),
    () => ({
      damage: run(sql`update problem_photos set hash = ${hash}`),
      broken: undefined,
    }),
  ],
  'a block is between two people who both have an account': [
    ({ sold: { buyer, seller } }) => ({
      damage: run(sql`insert into account_blocks
        (person_id, blocked_person_id, blocked_account_id, created_at)
        select person_id, ${newId()}, ${seller.id}, now() from accounts where id = ${buyer.id}`),
      broken: seller.id,
    }),
  ],
  'only buyers who are here have saved books and searches, and no more than fit': [
    ({ sold: { seller, bookId } }) => ({
      damage: run(sql`insert into saved_books
        (account_id, book_id, price, notified_price, is_gone, created_at)
        values (${seller.id}, ${bookId}, 100, 100, false, now())`),
      broken: seller.id,
    }),
    ({ pending: { buyer } }) => ({
      damage: run(sql`insert into saved_searches
          (id, account_id, filters, key, created_at)
        select gen_random_uuid(), ${buyer.id}, '{}', n::text, now()
        from generate_series(1, 31) as n`),
      broken: buyer.id,
    }),
  ],
  'only people who are here want something, and no more than fits': [
    ({ sold }) => ({
      damage: run(sql`update wants set person_id = ${newId()}
        where person_id = (select person_id from accounts where id = ${sold.buyer.id})`),
      broken: undefined,
    }),
  ],
  'nobody is said to get a title by an order that is cancelled, or a rent that is over': [
    ({ sold, pending }) => ({
      damage: run(sql`update wants set order_id = (select id from orders
          where chat_id = ${pending.chatId} and confirmed_at is null limit 1)
        where id = (select id from wants where person_id =
          (select person_id from accounts where id = ${sold.buyer.id}) limit 1)`),
      broken: undefined,
    }),
  ],
  'what a person wants is at one place, that of their seller account where it has one': [
    ({ sold }) => ({
      damage: run(sql`update wants set pin_code = '400001', city = 'mumbai, maharashtra'
        where id = (select id from wants where pin_code is not null and person_id =
          (select person_id from accounts where id = ${sold.buyer.id}) limit 1)`),
      broken: undefined,
    }),
  ],
  'each open reservation holds a copy of its book, and none that has ended does': [
    ({ reservedId }) => ({
      damage: run(sql`update reservations set ended_at = now(), outcome = 'lapsed'
        where id = ${reservedId}`),
      broken: reservedId,
    }),
    ({ reservedId, sold: { bookId } }) => ({
      damage: run(sql`update holds set copy_id = (
        select id from copies where book_id = ${bookId} order by number desc limit 1)
        where reservation_id = ${reservedId}`),
      broken: reservedId,
    }),
  ],
  'a copy is reserved for the person of the want that it is reserved for, who is here': [
    ({ reservedId, sold: { buyer } }) => ({
      damage: run(sql`update reservations set person_id = (
        select person_id from accounts where id = ${buyer.id}) where id = ${reservedId}`),
      broken: reservedId,
    }),
    ({ reservedId }) => ({
      damage: run(sql`update accounts set deleted_at = now() where person_id = (
        select person_id from reservations where id = ${reservedId})`),
      broken: reservedId,
    }),
  ],
  'no reservation lasts longer than an offer about it may': [
    ({ reservedId }) => ({
      damage: run(sql`update reservations set created_at = now() - interval '4 days',
        expires_at = now() - interval '3 days' where id = ${reservedId}`),
      broken: reservedId,
    }),
  ],
  'nobody reports themself, and a complaint about a chat, a ring or an order is by one of its people about another':
    [
      ({ sold, complaintId }) => ({
        damage: run(
          sql`update complaints set reported_id = ${sold.buyer.id} where id = ${complaintId}`,
        ),
        broken: complaintId,
      }),
      ({ pending, complaintId }) => ({
        damage: run(sql`update accounts set person_id = (
            select person_id from accounts where id = ${pending.buyer.id})
          where id = ${pending.seller.id}`),
        broken: complaintId,
      }),
      ({ ring, complaintId }) => ({
        damage: run(sql`with written as (
            insert into ring_messages (id, exchange_id, member, text, created_at)
            select gen_random_uuid(), ${ring.exchangeId}::uuid, 1, 'Hello', now() returning id)
          update complaints set subject_kind = 'ring-message', message_body = 'Hello',
            subject_id = (select id from written) where id = ${complaintId}`),
        broken: complaintId,
      }),
    ],
  'a complaint about somebody who has left keeps nothing of them once it is dealt with': [
    ({ pending: { seller }, complaintId }) => ({
      damage: (db) =>
        db
          .updateTable('complaints')
          .set({ outcome: 'dismissed', closed_at: new Date(), closed_by: seller.id })
          .where('id', '=', complaintId)
          .execute()
          .then(() => run(sql`update accounts set deleted_at = now() where id = ${seller.id}`)(db)),
      broken: complaintId,
    }),
  ],
  'the history of an order begins with its creation and ends with its status': [
    ({ pending: { orderId } }) => ({
      damage: run(sql`update orders set status = 'Shipped' where id = ${orderId}`),
      broken: orderId,
    }),
    ({ sold: { orderId } }) => ({
      damage: run(sql`delete from order_events where order_id = ${orderId} and kind = 'created'`),
      broken: orderId,
    }),
  ],
  'the dates of an order agree with its status and its history': [
    ({ sold: { orderId } }) => ({
      damage: run(sql`update orders set delivered_at = null where id = ${orderId}`),
      broken: orderId,
    }),
    ({ pending: { orderId } }) => ({
      damage: run(sql`update orders set confirmed_at = now() where id = ${orderId}`),
      broken: orderId,
    }),
    ({ rented: { orderId } }) => ({
      damage: run(sql`update orders set handed_back_at = now() where id = ${orderId}`),
      broken: orderId,
    }),
  ],
}

const otherFaults = [
  'an order holds a copy until it is cancelled or the rent is returned',
  'the copy that an order holds is one of its book',
]

test('there is a fault for each rule', () => {
  expect([...Object.keys(faults), ...otherFaults].sort()).toEqual(
    invariants.map(({ rule }) => rule).sort(),
  )
})

const cases = Object.entries(faults).flatMap(([rule, list]) =>
  list.map((fault, index) => [rule, index + 1, fault] as const),
)

test.each(cases)('%s (%i): a row that breaks the rule is reported', async (rule, _, fault) => {
  const { damage, broken } = fault(market)
  const found = new Map(await findBroken(damage)).get(rule)
  if (broken === undefined) expect(found).toHaveLength(1)
  else expect(found?.sort()).toEqual([broken].flat().sort())
})

test('a session that was opened from another account stays when that account is blocked', async () => {
  const { db } = (await testApp()).context
  const { buyer, seller } = market.pending
  const switched = run(sql`update sessions set login_account_id = ${buyer.id}
    where account_id = ${seller.id}`)
  const block = run(sql`update accounts set status = 'blocked' where id = ${buyer.id}`)
  const endSessions = run(sql`delete from sessions where account_id = ${buyer.id}`)
  const broken = await findBroken(async (db) => {
    for (const step of [switched, block, endSessions]) await step(db)
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
  const noHold = await findBroken(run(sql`delete from holds where order_id = ${orderId}`))
  expect(noHold).toEqual([
    ['the copies that are available are those that nothing holds', [bookId]],
    ['an order holds a copy until it is cancelled or the rent is returned', [orderId]],
  ])
  const otherBook = await makeBook(await makeAccount('seller'))
  const otherCopy = await findBroken(
    run(sql`update holds set copy_id = (select id from copies where book_id = ${otherBook})
      where order_id = ${orderId}`),
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
