import { expect, test } from 'vitest'
import { deleteBuyerAccount, deleteSellerAccount } from '#contract/accounts/accounts.ts'
import { releaseSellerListings, toggleBuyer, toggleSeller } from '#contract/admin/admin.ts'
import { cancelAnyOrder } from '#contract/admin/admin-orders.ts'
import { readChat } from '#contract/chats.ts'
import {
  acceptRing,
  declineRing,
  enterExchangeCode,
  listExchanges,
  readExchange,
  sayExchangePaid,
  sayExchangeReceived,
  takeBackExchangePaid,
} from '#contract/exchanges/exchanges.ts'
import { listRingMessages, sendRingMessage } from '#contract/exchanges/rings.ts'
import { cancelOrder, shortOrderId } from '#contract/orders/orders.ts'
import { addWants } from '#contract/wishlist/wants.ts'
import { as, makeAccount, type TestAccount, testApp } from '#server/testing.ts'
import { connect } from '#server/testing-live.ts'
import { isLong } from '#server/testing-rounds.ts'
import { findRings } from './find-rings.ts'
import { readMarket } from './read-market.ts'
import {
  accept,
  endRingsIn,
  expectSound,
  heldBy,
  hourMs,
  look,
  type Made,
  makeCircle,
  makeRing,
  newestRing,
  noticesOf,
  pune,
  threeOf,
  viewRing,
} from './testing-rings.ts'

const rupees = { prices: [20_000, 25_000, 30_000], terms: { mostOnTop: 200 }, pinCodes: pune }
const address = { deliveryAddress: '12 Lake Road, Pune', phoneNumber: '+919876543210' }

const available = async ({ people }: Pick<Made, 'people'>) => {
  const { db } = (await testApp()).context
  const ids = people.map(({ bookId }) => bookId)
  const rows = await db
    .selectFrom('books')
    .select(['id', 'available'])
    .where('id', 'in', ids)
    .execute()
  return ids.map((id) => rows.find((row) => row.id === id)?.available)
}
const linesOf = async (account: TestAccount, exchangeId: string) =>
  (await as(account).call(listRingMessages, { exchangeId })).body.map(({ text }) => text)

test('a proposed ring reserves nothing and shows each member who gives and pays what', async () => {
  const made = await makeRing(rupees)
  const { people, titles, exchangeId } = made
  expect(await available(made)).toEqual([1, 1, 1])
  for (const [index, person] of people.entries()) {
    const ring = await viewRing(person.buyer, exchangeId)
    expect(ring).toMatchObject({ kind: 'ring', status: 'proposed' })
    expect(ring.can).toEqual(['accept', 'decline', 'write'])
    expect(await viewRing(person.seller, exchangeId)).toEqual(ring)
    const gives = ring.legs.find(({ from }) => from === ring.me)
    const gets = ring.legs.find(({ to }) => to === ring.me)
    expect(gives?.book._id).toBe(person.bookId)
    expect(gets?.book.title).toBe(titles.at(index - 1)?.title)
    expect(gets?.way).toMatchObject({ handOver: 'meet', place: expect.stringContaining('Pune') })
    expect(ring.ring).toMatchObject({ needsAddress: false })
    expect(Date.parse(ring.ring?.expiresAt ?? '') - Date.parse(ring.createdAt)).toBe(24 * hourMs)
    expect(ring.members.map(({ answer }) => answer)).toEqual([undefined, undefined, undefined])
    // Nothing is due before the agreement.
    expect(ring.payments.flatMap(({ can }) => can)).toEqual([])
    expect(ring.payments.reduce((sum, { amount }) => sum + amount, 0)).toBe(100)
    expect(await noticesOf(person.buyer)).toEqual([
      expect.stringContaining(`you give “${titles[index]?.title}”`),
    ])
    expect((await as(person.buyer).call(listExchanges, {})).body).toEqual([ring])
  }
  await expectSound()
})

test('only members can read a ring', async () => {
  const { exchangeId } = await makeRing()
  const stranger = as(await makeAccount('buyer'))
  const admin = as(await makeAccount('admin'))
  for (const call of [readExchange, acceptRing, declineRing, listRingMessages]) {
    expect((await stranger.call(call, { exchangeId })).error.code).toBe('exchange_not_found')
    expect((await admin.call(call, { exchangeId })).error.code).toBe('wrong_role')
    expect((await as().call(call, { exchangeId })).error.code).toBe('signed_out')
  }
  const message = { exchangeId, message: 'Hello' }
  expect((await stranger.call(sendRingMessage, message)).error.code).toBe('exchange_not_found')
})

test('accepting reserves the copy; the last acceptance makes all orders, each with a code', async () => {
  const made = await makeRing(rupees)
  const { people, exchangeId } = made
  const [a, b, c] = threeOf(made)
  const first = (await accept(a.buyer, exchangeId)).body
  expect([first.status, first.can]).toEqual(['proposed', ['decline', 'write']])
  expect(await available(made)).toEqual([0, 1, 1])
  // A repeated answer, from the other account, gets the same response.
  expect((await accept(a.seller, exchangeId)).body).toEqual(first)
  expect(
    (await viewRing(b.buyer, exchangeId)).members.filter(({ answer }) => answer),
  ).toMatchObject([{ number: first.me, name: a.seller.name, answer: 'accepted' }])
  await expectSound()
  expect((await accept(b.seller, exchangeId)).status).toBe(200)
  const { body } = await accept(c.buyer, exchangeId)
  expect([body.status, body.can]).toEqual(['running', ['cancel', 'write']])
  expect(body.legs.map(({ status }) => status)).toEqual(['Pending', 'Pending', 'Pending'])
  expect(await available(made)).toEqual([0, 0, 0])
  expect(await noticesOf(a.buyer)).toEqual([expect.stringContaining('Everybody has accepted')])
  // The order's message doesn't mention the cash difference, which belongs to the swap as a whole.
  const gets = body.legs.find(({ to }) => to === body.me)?.order
  const { body: chat } = await as(c.buyer).call(readChat, { id: gets?.chat._id ?? '' })
  expect(chat.messages.at(-1)?.message).toMatch(/^Order .* is part of swap \w{6}\.$/)
  await expectSound()

  for (const giver of people) {
    const { legs, me } = await viewRing(giver.buyer, exchangeId)
    const leg = legs.find(({ from }) => from === me)
    const receiver = people.find(
      ({ bookId }) => legs.find(({ from }) => from === leg?.to)?.book._id === bookId,
    )
    const theirs = receiver && (await viewRing(receiver.buyer, exchangeId))
    const code = theirs?.legs.find(({ to }) => to === theirs.me)?.order?.meeting?.code ?? ''
    const typed = { exchangeId, orderId: leg?.orderId ?? '', code }
    expect((await as(giver.buyer).call(enterExchangeCode, typed)).status).toBe(200)
  }
  const pay = async (word: 'say-paid' | 'say-received') => {
    for (const { buyer } of people)
      for (const { number, can } of (await viewRing(buyer, exchangeId)).payments)
        if (can.includes(word))
          await as(buyer).call(word === 'say-paid' ? sayExchangePaid : sayExchangeReceived, {
            exchangeId,
            number,
          })
  }
  const device = await connect(b.seller)
  await pay('say-paid')
  await expect.poll(() => device.received.map(([name]) => name)).toContain('notices_changed')
  await as(a.buyer).call(takeBackExchangePaid, { exchangeId, number: 1 })
  await pay('say-paid')
  await pay('say-received')
  const done = await viewRing(a.buyer, exchangeId)
  expect(done.legs.map(({ status }) => status)).toEqual(['Delivered', 'Delivered', 'Delivered'])
  expect(done.payments.every(({ paidAt, receivedAt }) => paidAt && receivedAt)).toBe(true)
  const swap = `(swap ${shortOrderId(exchangeId)}).`
  const name = a.seller.name
  expect(await linesOf(a.buyer, exchangeId)).toEqual([
    'You have accepted; 2 answers are missing.',
    `${b.seller.name} has accepted; one answer is missing.`,
    `${c.seller.name} has accepted: the swap is agreed.`,
    `You say that ₹50 was paid ${swap}`,
    `You say that ₹50 was paid ${swap}`,
    `You no longer say that ₹50 was paid ${swap}`,
    `You say that ₹50 was paid ${swap}`,
    `${b.seller.name} has received ₹50 ${swap}`,
    `${c.seller.name} has received ₹50 ${swap}`,
  ])
  expect(await linesOf(b.buyer, exchangeId)).toEqual([
    `${name} has accepted; 2 answers are missing.`,
    'You have accepted; one answer is missing.',
    `${c.seller.name} has accepted: the swap is agreed.`,
    `${name} says that ₹50 was paid ${swap}`,
    `${name} says that ₹50 was paid ${swap}`,
    `${name} no longer says that ₹50 was paid ${swap}`,
    `${name} says that ₹50 was paid ${swap}`,
    `You have received ₹50 ${swap}`,
    `${c.seller.name} has received ₹50 ${swap}`,
  ])
  await expectSound()
})

test.each(['a member', 'an admin'])(
  'where %s cancels one order, the chat of the ring says who has cancelled the swap',
  async (who) => {
    const made = await makeRing({ pinCodes: pune })
    const { people, exchangeId } = made
    const [a, b] = threeOf(made)
    for (const { buyer } of people) await accept(buyer, exchangeId)
    const { legs, me } = await viewRing(a.buyer, exchangeId)
    const orderId = legs.find(({ to }) => to === me)?.orderId ?? ''
    const cancelled =
      who === 'a member'
        ? await as(a.buyer).call(cancelOrder, { orderId })
        : await as(await makeAccount('admin')).call(cancelAnyOrder, { id: orderId, reason: 'Scam' })
    expect(cancelled.status).toBe(200)
    const newsOf = async (account: TestAccount) => (await linesOf(account, exchangeId)).slice(3)
    const byAdmin = 'An admin has cancelled the swap.'
    expect([await newsOf(a.seller), await newsOf(b.buyer)]).toEqual(
      who === 'a member'
        ? [['You have cancelled the swap.'], [`${a.seller.name} has cancelled the swap.`]]
        : [[byAdmin], [byAdmin]],
    )
    const ring = await viewRing(b.buyer, exchangeId)
    expect(ring.cancelled?.at).toEqual(expect.any(String))
    expect([ring.cancelled?.by, ring.cancelled?.reason, ring.can]).toEqual(
      who === 'a member' ? [me, undefined, ['write']] : [undefined, 'Scam', ['write']],
    )
  },
)

test('a member who gets a book by post gives an address, which only the giver sees after the agreement', async () => {
  const made = await makeRing()
  const { exchangeId } = made
  const [a, b, c] = threeOf(made)
  expect((await viewRing(a.buyer, exchangeId)).ring?.needsAddress).toBe(true)
  const refused = await accept(a.buyer, exchangeId)
  expect([refused.status, Object.keys(refused.error.fields ?? {})]).toEqual([
    400,
    ['deliveryAddress', 'phoneNumber'],
  ])
  expect((await accept(a.buyer, exchangeId, address)).status).toBe(200)
  const addressOf = async (account: TestAccount) =>
    JSON.stringify(await viewRing(account, exchangeId)).includes(address.deliveryAddress)
  expect([await addressOf(b.buyer), await addressOf(c.buyer)]).toEqual([false, false])
  const other = { ...address, deliveryAddress: '3 Hill Street, Nashik' }
  await accept(b.buyer, exchangeId, other)
  expect((await accept(c.buyer, exchangeId, other)).body.status).toBe('running')
  // A gets the book of the previous member of the circle, who is the last one.
  expect([await addressOf(b.seller), await addressOf(c.seller)]).toEqual([false, true])
  const { db } = (await testApp()).context
  const kept = await db
    .selectFrom('exchange_members')
    .select('delivery_address')
    .where('exchange_id', '=', exchangeId)
    .execute()
  expect(kept.map(({ delivery_address }) => delivery_address)).toEqual([null, null, null])
})

test('declining ends the ring, frees the copies and notifies the others; it isn’t proposed again', async () => {
  const made = await makeRing({ pinCodes: pune })
  const { exchangeId } = made
  const [a, b, c] = threeOf(made)
  await accept(a.buyer, exchangeId)
  await accept(b.buyer, exchangeId)
  expect(await heldBy(exchangeId)).toBe(2)
  const declined = await as(c.seller).call(declineRing, { exchangeId })
  expect(declined.body).toMatchObject({
    status: 'ended',
    ring: { endedBecause: 'declined' },
    can: [],
  })
  expect(await heldBy(exchangeId)).toBe(0)
  expect((await noticesOf(a.buyer)).join()).toContain('somebody declined')
  expect((await noticesOf(c.buyer)).join()).not.toContain('declined')
  // Declining again changes nothing, and the ring can no longer be accepted.
  expect((await as(c.buyer).call(declineRing, { exchangeId })).status).toBe(200)
  expect((await accept(a.buyer, exchangeId)).error.code).toBe('ring_over')
  expect((await as(b.buyer).call(declineRing, { exchangeId })).error.code).toBe('ring_over')
  await look()
  expect(await newestRing(a.buyer)).toBe(exchangeId)
  await expectSound()
})

test('a ring expires after 24 hours, frees its copies and isn’t proposed again', async () => {
  const made = await makeRing({ pinCodes: pune })
  const { exchangeId } = made
  const [a, , c] = threeOf(made)
  await accept(a.buyer, exchangeId)
  await endRingsIn(23 * hourMs)
  expect((await viewRing(a.buyer, exchangeId)).status).toBe('proposed')
  await endRingsIn(25 * hourMs)
  expect(await viewRing(a.buyer, exchangeId)).toMatchObject({
    status: 'ended',
    ring: { endedBecause: 'lapsed' },
  })
  expect(await heldBy(exchangeId)).toBe(0)
  expect((await noticesOf(c.buyer)).join()).toContain('not everybody answered')
  await look()
  expect(await newestRing(a.buyer)).toBe(exchangeId)
  await expectSound()
})

test.runIf(isLong)(
  'the 21st message of a minute to rings is refused, whichever account writes',
  async () => {
    const { people, exchangeId } = await makeRing({ pinCodes: pune })
    const [a] = people
    for (let n = 0; n < 20; n++) {
      const account = n % 2 === 0 ? a?.buyer : a?.seller
      const sent = await as(account).call(sendRingMessage, { exchangeId, message: `Line ${n}` })
      expect(sent.status).toBe(201)
    }
    const { error } = await as(a?.buyer).call(sendRingMessage, { exchangeId, message: 'Line 21' })
    expect(error.code).toBe('too_many_messages')
  },
)

test('the members write to each other until it is over; the same is stored once', async () => {
  const made = await makeRing({ pinCodes: pune })
  const { exchangeId } = made
  const [a, b, c] = threeOf(made)
  const message = {
    exchangeId,
    message: 'Shall we all meet at FC Road?',
    clientId: crypto.randomUUID(),
  }
  const sent = await as(a.buyer).call(sendRingMessage, message)
  expect(sent.status).toBe(201)
  expect((await as(a.seller).call(sendRingMessage, message)).body).toEqual(sent.body)
  await as(b.seller).call(sendRingMessage, { exchangeId, message: 'Yes' })
  expect((await as(c.buyer).call(listRingMessages, { exchangeId })).body).toMatchObject([
    { from: (await viewRing(a.buyer, exchangeId)).me, text: message.message },
    { from: (await viewRing(b.buyer, exchangeId)).me, text: 'Yes' },
  ])
  const wrote = 'There is a new message in the chat of your swap.'
  expect(await noticesOf(c.buyer)).toEqual([wrote, expect.stringContaining('We found a swap')])
  await as(c.buyer).call(declineRing, { exchangeId })
  expect(
    (await as(a.buyer).call(sendRingMessage, { ...message, clientId: undefined })).error.code,
  ).toBe('chat_read_only')
  expect(await linesOf(a.buyer, exchangeId)).toHaveLength(3)
})

test('nobody is in two rings at once', async () => {
  const made = await makeRing({ pinCodes: pune })
  const [a, , c] = threeOf(made)
  // D wants what A gives, and A wants what D gives.
  const other = await makeCircle({ people: 2, first: a, pinCodes: pune })
  await look()
  expect(await newestRing(other.people[1]?.buyer)).toBeUndefined()
  expect(await newestRing(a.buyer)).toBe(made.exchangeId)
  await as(c.buyer).call(declineRing, { exchangeId: made.exchangeId })
  await look()
  const second = await newestRing(a.buyer)
  expect(second).not.toBe(made.exchangeId)
  expect(await newestRing(other.people[1]?.buyer)).toBe(second)
  await expectSound()
})

test('accounts of the demo market are in no ring until somebody logs in as them', async () => {
  const { people } = await makeCircle({ people: 2, pinCodes: pune })
  const [a, b] = people
  const { db } = (await testApp()).context
  const accounts = [b?.buyer.id ?? '', b?.seller.id ?? '']
  const sessions = await db
    .selectFrom('sessions')
    .selectAll()
    .where('account_id', 'in', accounts)
    .execute()
  await db.updateTable('accounts').set({ is_demo: true }).where('id', 'in', accounts).execute()
  await db.deleteFrom('sessions').where('account_id', 'in', accounts).execute()
  await look()
  expect(await newestRing(a?.buyer)).toBeUndefined()
  await db.insertInto('sessions').values(sessions).execute()
  await findRings((await testApp()).context)
  expect(await newestRing(a?.buyer)).toBeDefined()
})

test('a person blocked by an admin is in no ring', async () => {
  const admin = await makeAccount('admin')
  for (const side of ['buyer', 'seller'] as const) {
    const { people } = await makeCircle({ people: 2, pinCodes: pune })
    const [a, b] = people
    const toggle = side === 'buyer' ? toggleBuyer : toggleSeller
    await as(admin).call(toggle, { id: b?.[side].id ?? '', status: 'blocked' })
    await look()
    expect(await newestRing(a?.buyer), side).toBeUndefined()
    await as(admin).call(toggle, { id: b?.[side].id ?? '', status: 'active' })
    if (side === 'seller') await as(admin).call(releaseSellerListings, { id: b?.seller.id ?? '' })
    await findRings((await testApp()).context)
    expect(await newestRing(a?.buyer), side).toBeDefined()
  }
})

test('a person who declined is asked about another copy, and about the same one a month later', async () => {
  const made = await makeRing({ pinCodes: pune })
  const [a, b, c] = threeOf(made)
  // B also wants what C gives, and C what A gives. In this second ring, each gets another copy than
  // in the first.
  await as(a.buyer).call(addWants, { titles: [made.titles[1] ?? {}] })
  await as(c.buyer).call(addWants, { titles: [made.titles[0] ?? {}] })
  await as(b.buyer).call(addWants, { titles: [made.titles[2] ?? {}] })
  await as(c.buyer).call(declineRing, { exchangeId: made.exchangeId })
  await look()
  const second = (await newestRing(c.buyer)) ?? ''
  expect(second).not.toBe(made.exchangeId)
  const { legs, me } = await viewRing(c.buyer, second)
  expect(legs.find(({ to }) => to === me)?.book._id).toBe(a.bookId)
  await endRingsIn(25 * hourMs)
  const { context } = await testApp()
  const getsOfC = async (days: number) => {
    const now = new Date(Date.now() + days * 24 * hourMs)
    return (await readMarket(context.db, now)).fits.flatMap((fit) =>
      fit.want === c.wantId ? fit.copy : [],
    )
  }
  expect([await getsOfC(29), await getsOfC(31)]).toEqual([[], [b.bookId]])
})

test('deleting an account ends its ring and deletes its address', async () => {
  const made = await makeRing()
  const [a, , c] = threeOf(made)
  await accept(a.buyer, made.exchangeId, address)
  expect((await as(a.buyer).call(deleteBuyerAccount, {})).status).toBe(200)
  const { db } = (await testApp()).context
  const [row] = await db
    .selectFrom('exchange_members')
    .select(['delivery_address', 'phone_number'])
    .where('exchange_id', '=', made.exchangeId)
    .where('answer', '=', 'accepted')
    .execute()
  expect(row).toEqual({ delivery_address: null, phone_number: null })
  expect((await as(a.seller).call(deleteSellerAccount, {})).status).toBe(200)
  expect((await accept(c.buyer, made.exchangeId, address)).body.status).toBe('ended')
})
