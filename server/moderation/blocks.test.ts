import { expect, test } from 'vitest'
import { blockPerson, listBlockedPeople, unblockPerson } from '#contract/accounts/account-blocks.ts'
import { deleteSellerAccount } from '#contract/accounts/accounts.ts'
import { readAdminOrder, reopenAnyOrder } from '#contract/admin/admin-orders.ts'
import { listBooks, listShelves, listSimilarBooks, readBook } from '#contract/books/books.ts'
import { listChats, markChatRead, readChat, sendMessage, startChat } from '#contract/chats.ts'
import { readOrder } from '#contract/orders/deals.ts'
import { acceptOffer, makeOffer } from '#contract/orders/offers.ts'
import {
  cancelOrder,
  confirmOrder,
  explainOrderStatus,
  placeOrder,
  rateOrder,
  setOrderStatus,
  setShipment,
  undoOrderStatus,
} from '#contract/orders/orders.ts'
import { sayPaid, takeBackPaid } from '#contract/orders/payments.ts'
import {
  addProblemMessage,
  readOrderProblems,
  reportProblem,
  solveProblem,
} from '#contract/orders/problems.ts'
import { updateAccount } from '#server/accounts/store.ts'
import { newId } from '#server/platform/database/ids.ts'
import {
  as,
  followPages,
  makeAccount,
  makeBook,
  makeChat,
  makeDelivered,
  makeOrder,
  otherApp,
  type TestAccount,
  testApp,
} from '#server/testing.ts'
import { connect, emitEvent, waitForEvent } from '#server/testing-live.ts'
import { verify } from '#server/verify/verify.ts'

const db = async () => (await testApp()).context.db
const delivery = { deliveryAddress: '12 Lake Road, Pune', phoneNumber: '+919876543210' }

async function link(...accounts: TestAccount[]): Promise<void> {
  const person_id = newId()
  for (const { id } of accounts) await updateAccount(await db(), id, { person_id })
}

const block = async (account: TestAccount, other: TestAccount) =>
  expect((await as(account).call(blockPerson, { id: other.id })).status).toBe(200)
const unblock = (account: TestAccount, other: TestAccount) =>
  as(account).call(unblockPerson, { id: other.id })
const outcomeOf = ({ status, error }: { status: number; error: { code: string } }) =>
  status < 300 ? 'ok' : `${status} ${error.code}`

test('neither side can write, order or start a chat with any account until the block ends', async () => {
  const seller = await makeAccount('seller', { name: 'Ravi' })
  const sellerAsBuyer = await makeAccount('buyer')
  const { buyer, chatId, bookId } = await makeChat({ seller, book: { copies: 2 } })
  const buyerAsSeller = await makeAccount('seller')
  await link(seller, sellerAsBuyer)
  await link(buyer, buyerAsSeller)
  const [otherBook, ownBook] = [await makeBook(seller), await makeBook(buyerAsSeller)]
  const contact = { deliveryAddress: delivery.deliveryAddress, phoneNumber: delivery.phoneNumber }
  const items = [{ bookId, copies: 1 }]
  const terms = { chatId, orderType: 'purchase', amount: 200, items, handOver: 'post' as const }
  const { body: offer } = await as(seller).call(makeOffer, terms)
  const attempts = async () => [
    outcomeOf(await as(buyer).call(sendMessage, { chatId, message: 'Hello?' })),
    outcomeOf(await as(seller).call(sendMessage, { chatId, message: 'Hello?' })),
    outcomeOf(await as(seller).call(placeOrder, { chatId, orderType: 'purchase', ...delivery })),
    outcomeOf(await as(buyer).call(acceptOffer, { offerId: offer._id, ...contact })),
    outcomeOf(await as(buyer).call(makeOffer, { ...terms, ...contact, replaces: offer._id })),
    outcomeOf(await as(buyer).call(startChat, { bookId: otherBook })),
    outcomeOf(await as(sellerAsBuyer).call(startChat, { bookId: ownBook })),
  ]
  const closed = '409 chat_read_only'
  await block(buyerAsSeller, seller)
  await block(buyer, seller)
  const refused = ['409 chat_refused', '409 chat_refused']
  expect(await attempts()).toEqual([closed, closed, closed, closed, closed, ...refused])
  const chatOf = async (account: TestAccount) =>
    (await as(account).call(readChat, { id: chatId })).body.can
  expect([await chatOf(buyer), await chatOf(seller)]).toEqual([['unblock'], []])
  expect((await as(seller).call(listChats, {})).body[0]?.can).toEqual([])
  expect((await as(buyer).call(readBook, { id: otherBook })).body.can).toEqual(['unblock'])

  const { body } = await as(buyer).call(listBlockedPeople, {})
  expect(body).toMatchObject([{ _id: seller.id, name: 'Ravi', role: 'seller' }])
  expect((await as(seller).call(listBlockedPeople, {})).body).toEqual([])
  await unblock(seller, buyer)
  expect(await chatOf(buyer)).toEqual(['unblock'])
  await unblock(buyer, seller)
  const ended = '409 offer_settled'
  expect(await attempts()).toEqual(['ok', 'ok', 'ok', 'ok', ended, 'ok', 'ok'])
})

test('a block and its end are sent live to both sides', async () => {
  const { buyer, seller } = await makeChat()
  const devices = await Promise.all([connect(buyer), connect(seller)])
  for (const change of [block, unblock]) {
    const told = devices.map((device) => waitForEvent(device, 'chats_changed'))
    await change(buyer, seller)
    expect(await Promise.all(told)).toEqual([{}, {}])
  }
})

test('open orders go on after a block, but cancelled ones can’t be reopened', async () => {
  const { buyer, seller, orderId } = await makeOrder()
  const second = await makeOrder({ buyer, seller })
  await block(buyer, seller)
  expect((await as(seller).call(setOrderStatus, { orderId, status: 'Shipped' })).status).toBe(200)
  expect((await as(buyer).call(cancelOrder, { orderId: second.orderId })).status).toBe(200)
  const again = { orderId: second.orderId, status: 'Pending' as const }
  expect(outcomeOf(await as(seller).call(setOrderStatus, again))).toBe('409 chat_read_only')
  await as(seller).call(setOrderStatus, { orderId, status: 'Cancelled' })
  const undone = await as(seller).call(undoOrderStatus, { orderId })
  expect(outcomeOf(undone)).toBe('409 chat_read_only')
  const admin = await makeAccount('admin')
  const reason = 'Both have asked for it.'
  expect(outcomeOf(await as(admin).call(reopenAnyOrder, { id: orderId, reason }))).toBe('ok')
})

test('nothing that was cancelled comes back to somebody blocked by an admin', async () => {
  const { buyer, seller, orderId } = await makeOrder()
  const admin = await makeAccount('admin')
  const set = (status: 'Cancelled' | 'Pending') =>
    as(seller).call(setOrderStatus, { orderId, status })
  await set('Cancelled')
  await updateAccount(await db(), buyer.id, { status: 'blocked' })
  const reason = 'Both have asked for it.'
  const outcomes = [
    await set('Pending'),
    await as(seller).call(undoOrderStatus, { orderId }),
    await as(admin).call(reopenAnyOrder, { id: orderId, reason }),
  ]
  expect(outcomes.map(outcomeOf)).toEqual([
    '409 chat_read_only',
    '409 chat_read_only',
    '409 order_settled',
  ])
  const { body } = await as(admin).call(readAdminOrder, { id: orderId })
  expect(body.can).not.toContain('reopen')
  await updateAccount(await db(), buyer.id, { status: 'active' })
  expect(outcomeOf(await set('Pending'))).toBe('ok')
})

test('the listings of each are hidden from the other in lists, search, shelves and similar books, and from nobody else', async () => {
  const word = `w${newId().slice(-12)}`
  const [seller, otherSeller] = [await makeAccount('seller'), await makeAccount('seller')]
  const [buyer, buyerAsSeller] = [await makeAccount('buyer'), await makeAccount('seller')]
  await link(buyer, buyerAsSeller)
  const book = (of: TestAccount, name: string) =>
    makeBook(of, { title: `${word} ${name}`, branch: word })
  await book(seller, 'Physics')
  await book(buyerAsSeller, 'Chemistry')
  const other = await book(otherSeller, 'Biology')
  const titlesFor = async (account?: TestAccount) => {
    const shelves = (await as(account).call(listShelves, { branch: word })).body
    const lists = [
      await followPages<{ title: string }>(`/books/buyer/books?search=${word}&limit=1`, account),
      (await as(account).call(listBooks, { branch: word })).body,
      shelves.branches.flatMap(({ books }) => books),
    ]
    const similar = (await as(account).call(listSimilarBooks, { id: other })).body
    return [...lists, similar].map((books) =>
      ['Biology', 'Chemistry', 'Physics']
        .filter((name) => books.some(({ title }) => title === `${word} ${name}`))
        .map(([letter]) => letter)
        .join(''),
    )
  }
  expect(await titlesFor(buyer)).toEqual(['BCP', 'BCP', 'BCP', 'CP'])
  await block(buyer, seller)
  for (const account of [buyer, buyerAsSeller])
    expect(await titlesFor(account)).toEqual(['BC', 'BC', 'BC', 'C'])
  expect(await titlesFor(seller)).toEqual(['BP', 'BP', 'BP', 'P'])
  for (const account of [undefined, otherSeller, await makeAccount('admin')])
    expect(await titlesFor(account)).toEqual(['BCP', 'BCP', 'BCP', 'CP'])
  await unblock(buyer, seller)
  expect(await titlesFor(buyer)).toEqual(['BCP', 'BCP', 'BCP', 'CP'])
})

test('a message sent during a block is stored before it or refused', async () => {
  const { buyer, seller, chatId } = await makeChat()
  const send = (n: number) => as(seller).call(sendMessage, { chatId, message: `Message ${n}` })
  // The locks matter on PostgreSQL; PGlite runs transactions one after the other.
  const [, ...sent] = await Promise.all([
    as(buyer).call(blockPerson, { id: seller.id }),
    ...[1, 2, 3, 4, 5, 6].map(send),
  ])
  const stored = (await as(buyer).call(readChat, { id: chatId })).body.messages
  expect(stored).toHaveLength(sent.filter(({ status }) => status === 201).length)
  expect(outcomeOf(await send(7))).toBe('409 chat_read_only')
})

test('no text is sent across a block: no reason, courier or problem message', async () => {
  const { buyer, seller, orderId } = await makeOrder()
  await as(buyer).call(confirmOrder, { orderId })
  const set = (status: 'Pending' | 'Shipped' | 'Delivered') =>
    as(seller).call(setOrderStatus, { orderId, status })
  await set('Shipped')
  await set('Pending')
  await block(seller, buyer)
  const words = 'I know where you live'
  const closed = '409 chat_read_only'
  const explained = await as(seller).call(explainOrderStatus, { orderId, reason: words })
  expect(outcomeOf(explained)).toBe(closed)
  const { body: shipped } = await set('Shipped')
  expect(shipped.can).not.toContain('explain')
  const send = async (courier: string, trackingNumber: string) =>
    outcomeOf(await as(seller).call(setShipment, { orderId, courier, trackingNumber }))
  expect(await send(words, '12345')).toBe(closed)
  expect(await send('DTDC', 'i-know-where')).toBe(closed)
  expect(await send('DTDC', 'D12345')).toBe('ok')
  await set('Delivered')
  const report = { orderId, reason: 'damaged' as const, text: words, photos: [] }
  expect(outcomeOf(await as(buyer).call(reportProblem, report as never))).toBe('ok')
  const answer = { orderId, text: words, photos: [] } as never
  for (const account of [buyer, seller])
    expect(outcomeOf(await as(account).call(addProblemMessage, answer))).toBe(closed)
  const read = (account: TestAccount) => as(account).call(readOrderProblems, { orderId })
  const { body: theirs } = await read(seller)
  expect(theirs.problems).toMatchObject([{ reason: 'damaged', messages: [], can: ['propose'] }])
  expect((await read(buyer)).body.problems[0]).toMatchObject({ messages: [{ text: words }] })
  const admin = await makeAccount('admin')
  const { body: page } = await as(admin).call(readAdminOrder, { id: orderId })
  expect(page.problems).toMatchObject([{ messages: [{ text: words }], can: ['settle'] }])
  await unblock(seller, buyer)
  expect((await read(seller)).body.problems[0]).toMatchObject({ messages: [{ text: words }] })
})

test('a tracking number across a block can’t contain a message', async () => {
  const { buyer, seller, orderId } = await makeOrder()
  await as(buyer).call(confirmOrder, { orderId })
  await as(seller).call(setOrderStatus, { orderId, status: 'Shipped' })
  await block(buyer, seller)
  const send = async (trackingNumber?: string) =>
    outcomeOf(await as(seller).call(setShipment, { orderId, courier: 'DTDC', trackingNumber }))
  const words = [
    'IKNOWWHEREYOULIVE',
    'CallMeOn9876512345OrElse',
    'HATE123456',
    '123456STOP',
    'OK12',
  ]
  for (const text of words) expect([text, await send(text)]).toEqual([text, '409 chat_read_only'])
  for (const number of ['EE123456789IN', '7X109297325', undefined])
    expect([number, await send(number)]).toEqual([number, 'ok'])
})

test('after a block each side can change an order only a few times a day', async () => {
  const { buyer, seller, orderId, chatId } = await makeOrder()
  await as(buyer).call(confirmOrder, { orderId })
  const paid = { orderId, kind: 'price' as const }
  const alternate = async (times: number, at?: Awaited<ReturnType<typeof otherApp>>) => {
    const outcomes = []
    for (let n = 0; n < times; n++) {
      outcomes.push(outcomeOf(await as(buyer).call(sayPaid, paid, at)))
      outcomes.push(outcomeOf(await as(buyer).call(takeBackPaid, paid, at)))
    }
    return outcomes
  }
  expect(await alternate(4)).toEqual(Array(8).fill('ok'))
  await as(seller).call(markChatRead, { id: chatId })
  await block(seller, buyer)
  const [ok, refused] = ['ok', '429 too_many_deals']
  // Repeating the latest report changes nothing, so it isn't counted.
  expect(await alternate(3)).toEqual([ok, ok, ok, refused, ok, refused])
  const unread = async (account: TestAccount) =>
    (await as(account).call(readChat, { id: chatId })).body.unreadMessages
  expect(await unread(seller)).toBe(3)

  const ship = () => as(seller).call(setOrderStatus, { orderId, status: 'Shipped' })
  const outcomes = []
  for (let n = 0; n < 4; n++) {
    outcomes.push(outcomeOf(await ship()))
    await as(seller).call(undoOrderStatus, { orderId })
  }
  expect(outcomes).toEqual([ok, ok, ok, refused])

  const tomorrow = await otherApp({ now: () => new Date(Date.now() + 86_400_000) })
  expect(await alternate(1, tomorrow)).toEqual([ok, ok])
  await unblock(seller, buyer)
  expect(outcomeOf(await ship())).toBe(ok)
})

test('read receipts are hidden across a block', async () => {
  const { buyer, seller, chatId } = await makeChat()
  const send = (message: string) => as(seller).call(sendMessage, { chatId, message })
  await send('Is the pencil inside all right?')
  await as(buyer).call(markChatRead, { id: chatId })
  await send('Hello?')
  const [blocker, reader] = await Promise.all([connect(seller), connect(buyer)])
  const readReceipts = ({ received }: typeof blocker) =>
    received.filter(([name]) => name === 'messages_read')
  const readBy = async () => (await as(seller).call(readChat, { id: chatId })).body.readUpTo.buyer
  await block(seller, buyer)
  const { body } = await as(buyer).call(markChatRead, { id: chatId })
  expect(body.readUpTo).toBe(2)
  await expect.poll(() => readReceipts(reader)).toHaveLength(1)
  expect((await as(buyer).call(readChat, { id: chatId })).body.unreadMessages).toBe(0)
  expect([readReceipts(blocker), await readBy()]).toEqual([[], 0])
  await unblock(seller, buyer)
  expect(await readBy()).toBe(2)
  await send('Still there?')
  await as(buyer).call(markChatRead, { id: chatId })
  await expect.poll(() => readReceipts(blocker)).toHaveLength(1)
})

test('a review isn’t shown to its seller across a block', async () => {
  const rate = async (made: Awaited<ReturnType<typeof makeDelivered>>) => {
    const stars = { book: 2, seller: 1, review: 'I know where you live' }
    const rated = await as(made.buyer).call(rateOrder, { orderId: made.orderId, ...stars })
    expect(rated.body.rating).toEqual(stars)
    return stars
  }
  const ratingFor = async (account: TestAccount, orderId: string) =>
    (await as(account).call(readOrder, { orderId })).body.find(({ _id }) => _id === orderId)?.rating
  const earlier = await makeDelivered()
  const made = await makeDelivered({ buyer: earlier.buyer, seller: earlier.seller })
  const { buyer, seller, orderId } = made
  const { review, ...stars } = await rate(earlier)
  await block(seller, buyer)
  await rate(made)
  expect(await ratingFor(seller, orderId)).toEqual(stars)
  expect(await ratingFor(seller, earlier.orderId)).toEqual({ ...stars, review })
  expect(await ratingFor(buyer, orderId)).toEqual({ ...stars, review })
  await unblock(seller, buyer)
  expect(await ratingFor(seller, orderId)).toEqual({ ...stars, review })
})

test('a deleted account isn’t blocked and can still be unblocked', async () => {
  const [buyer, seller, gone] = [
    await makeAccount('buyer'),
    await makeAccount('seller'),
    await makeAccount('seller'),
  ]
  await block(buyer, seller)
  for (const account of [seller, gone]) await as(account).call(deleteSellerAccount, {})
  const missing = '404 account_not_found'
  for (const { id } of [seller, gone])
    expect(outcomeOf(await as(buyer).call(blockPerson, { id }))).toBe(missing)
  expect(outcomeOf(await unblock(buyer, seller))).toBe('ok')
  const { violations } = await verify(await db(), undefined)
  expect(violations.filter(({ rule }) => rule.startsWith('a block is'))).toEqual([])
})

test('nobody can block themself, an admin or an unknown account; blocking twice counts once', async () => {
  const [buyer, seller] = [await makeAccount('buyer'), await makeAccount('seller')]
  const own = await makeAccount('seller')
  await link(buyer, own)
  const outcomes = []
  for (const id of [
    buyer.id,
    own.id,
    (await makeAccount('admin')).id,
    newId(),
    seller.id,
    seller.id,
  ])
    outcomes.push(outcomeOf(await as(buyer).call(blockPerson, { id })))
  const [self, unknown] = ['403 self_block', '404 account_not_found']
  expect(outcomes).toEqual([self, self, unknown, unknown, 'ok', 'ok'])
  expect((await as(buyer).call(listBlockedPeople, {})).body).toHaveLength(1)
})

test('typing isn’t shown across a block', async () => {
  const { buyer, seller, chatId } = await makeChat()
  const [typist, other] = await Promise.all([connect(buyer), connect(seller)])
  const countTyping = () => other.received.filter(([name]) => name === 'typing').length
  const type = (device: typeof typist) => emitEvent(device, 'typing', { chatId })
  await block(seller, buyer)
  expect([await type(typist), await type(other)]).toEqual([{ ok: true }, { ok: true }])
  await unblock(seller, buyer)
  await new Promise((resolve) => setTimeout(resolve, 1050))
  await type(typist)
  await expect.poll(countTyping).toBe(1)
  expect(typist.received.filter(([name]) => name === 'typing')).toEqual([])
})

test('a blocked buyer can report a problem with an order only once', async () => {
  const { buyer, seller, orderId } = await makeDelivered()
  await block(seller, buyer)
  const report = () => as(buyer).call(reportProblem, { orderId, reason: 'damaged', text: 'Torn.' })
  const withdraw = () => as(buyer).call(solveProblem, { orderId, outcome: 'withdrawn' })
  expect([(await report()).status, (await withdraw()).status]).toEqual([201, 200])
  const again = await report()
  expect([again.status, again.error.code]).toEqual([409, 'too_many_problems'])
})
