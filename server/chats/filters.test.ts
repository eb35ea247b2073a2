import { expect, test } from 'vitest'
import { blockPerson } from '#contract/accounts/account-blocks.ts'
import {
  type ChatFilter,
  chatFilters,
  listChats,
  markChatRead,
  readChat,
  sendMessage,
} from '#contract/chats.ts'
import { addDays, indianDate } from '#contract/common/dates.ts'
import { chooseMeetingTime, proposeMeeting } from '#contract/orders/meetings.ts'
import { acceptOffer, declineOffer, makeOffer, withdrawOffer } from '#contract/orders/offers.ts'
import { confirmOrder, placeOrder } from '#contract/orders/orders.ts'
import {
  as,
  followPages,
  makeAccount,
  makeBook,
  makeChat,
  makeOrder,
  type TestAccount,
  type TestChat,
  testApp,
} from '#server/testing.ts'
import { chatInvariants } from './invariants.ts'

const say = (by: TestAccount, chatId: string, message = 'COD dete ho?') =>
  as(by).call(sendMessage, { chatId, message })

const find = async (by: TestAccount, query: { filter?: ChatFilter; search?: string }) =>
  (await as(by).call(listChats, query)).body.map(({ _id }) => _id)

async function isUnanswered({ seller, chatId }: TestChat): Promise<boolean> {
  const inList = (await find(seller, { filter: 'unanswered' })).includes(chatId)
  const { body } = await as(seller).call(readChat, { id: chatId })
  expect(body.unanswered ?? false).toBe(inList)
  return inList
}

const offer = async ({ buyer, chatId, bookId }: TestChat, more = {}) => {
  const { status, body, error } = await as(buyer).call(makeOffer, {
    chatId,
    orderType: 'purchase',
    amount: 200,
    handOver: 'meet',
    items: [{ bookId, copies: 1 }],
    ...more,
  })
  expect([status, error.message]).toEqual([201, undefined])
  return body._id
}

test('a chat is unanswered from the buyer’s first words until the seller writes', async () => {
  const chat = await makeChat()
  const { buyer, seller, bookId, chatId } = chat
  await say(buyer, chatId)
  expect(await isUnanswered(chat)).toBe(true)
  await as(seller).call(markChatRead, { id: chatId })
  expect(await isUnanswered(chat)).toBe(true)
  // The order's summary is from System.
  const delivery = { deliveryAddress: '12 Lake Road, Pune', phoneNumber: '+919876543210' }
  const placing = { chatId, buyerId: buyer.id, bookId, orderType: 'purchase', ...delivery }
  expect((await as(seller).call(placeOrder, placing)).status).toBe(201)
  expect(await isUnanswered(chat)).toBe(true)
  await say(seller, chatId, 'हाँ, चलेगा।')
  expect(await isUnanswered(chat)).toBe(false)
  await say(buyer, chatId, '👍')
  expect(await isUnanswered(chat)).toBe(true)
  // The buyer sees no such mark.
  expect((await as(buyer).call(readChat, { id: chatId })).body.unanswered).toBeUndefined()
})

test('accepting, declining or withdrawing an offer answers it, but no later words', async () => {
  for (const end of ['accept', 'decline', 'withdraw'] as const)
    for (const hasWords of [false, true]) {
      const chat = await makeChat()
      const offerId = await offer(chat)
      expect(await isUnanswered(chat)).toBe(true)
      if (hasWords) await say(chat.buyer, chat.chatId)
      const [by, endpoint] = {
        accept: [chat.seller, acceptOffer] as const,
        decline: [chat.seller, declineOffer] as const,
        withdraw: [chat.buyer, withdrawOffer] as const,
      }[end]
      expect((await as(by).call(endpoint, { offerId })).status).toBe(200)
      expect([end, await isUnanswered(chat)]).toEqual([end, hasWords])
    }
})

test('choosing one of the buyer’s times answers them, and a counter-offer is an answer', async () => {
  const made = await makeOrder()
  await as(made.buyer).call(confirmOrder, { orderId: made.orderId })
  const times = [`${addDays(indianDate(new Date()), 2)}T17:00`]
  const { body } = await as(made.buyer).call(proposeMeeting, {
    orderId: made.orderId,
    place: 'Gate',
    times,
  })
  expect(await isUnanswered(made)).toBe(true)
  const { _id: proposalId = '', times: [time = ''] = [] } = body.proposal ?? {}
  await as(made.seller).call(chooseMeetingTime, { meetingId: body._id, proposalId, time })
  expect(await isUnanswered(made)).toBe(false)

  const chat = await makeChat()
  const replaces = await offer(chat)
  await offer({ ...chat, buyer: chat.seller }, { replaces, amount: 230 })
  expect(await isUnanswered(chat)).toBe(false)
})

test('a chat in which the seller can’t write is not unanswered', async () => {
  const chat = await makeChat()
  await say(chat.buyer, chat.chatId)
  expect((await as(chat.seller).call(blockPerson, { id: chat.buyer.id })).status).toBe(200)
  expect(await isUnanswered(chat)).toBe(false)
})

test('messages that cross keep the mark of the last one', async () => {
  const chat = await makeChat()
  const both = [chat.buyer, chat.seller]
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => say(both[n % 2] ?? chat.buyer, chat.chatId, `${n}`)),
  )
  const { body } = await as(chat.seller).call(readChat, { id: chat.chatId })
  expect(await isUnanswered(chat)).toBe(body.messages.at(-1)?.senderModel === 'Buyer')
  const { db } = (await testApp()).context
  for (const { rule, broken } of chatInvariants)
    expect([rule, (await broken.execute(db)).rows]).toEqual([rule, []])
})

test('the counts are those of the lists, with and without a search', async () => {
  const seller = await makeAccount('seller')
  const asha = await makeAccount('buyer', { name: 'Asha Patil' })
  const meera = await makeAccount('buyer', { name: 'मीरा जोशी' })
  const optics = await makeChat({ seller, buyer: asha, book: { title: 'Optics 100% solved' } })
  await say(asha, optics.chatId)
  const offered = await makeChat({ seller, buyer: meera, book: { title: 'गोदान' } })
  await offer(offered)
  const ordered = await makeOrder({ seller, buyer: meera, book: { title: 'Optics of light' } })
  // Sellers don't see a chat in which nothing is written.
  await makeChat({ seller, buyer: asha, book: { title: 'Optics' } })
  const number = ordered.orderId.slice(-6)
  const cases: [string, string[]][] = [
    ['', [ordered.chatId, offered.chatId, optics.chatId]],
    ['asha optics', [optics.chatId]],
    ['OPTICS', [ordered.chatId, optics.chatId]],
    ['मीरा', [ordered.chatId, offered.chatId]],
    ['मीरा optics', [ordered.chatId]],
    ['%', [optics.chatId]],
    [number, [ordered.chatId]],
    [`#${number.toUpperCase()}`, [ordered.chatId]],
    ['asha गोदान', []],
    ['📚', []],
    ["' or true --", []],
    ['9'.repeat(300), []],
  ]
  for (const [search, expected] of cases) {
    expect(await find(seller, { search }), search).toEqual(expected)
  }
  const filtered = async (account: TestAccount) =>
    Promise.all(chatFilters.map((filter) => find(account, { filter })))
  expect(await filtered(seller)).toEqual([
    [offered.chatId, optics.chatId],
    [offered.chatId],
    [ordered.chatId],
  ])
  expect(await filtered(meera)).toEqual([[offered.chatId], [], [ordered.chatId]])
  expect(await find(meera, { search: seller.name })).toEqual([ordered.chatId, offered.chatId])
  const wrong = await as(seller).call(listChats, { filter: 'orderz' as ChatFilter })
  expect([wrong.status, wrong.error.code]).toEqual([400, 'malformed'])
})

test('a buyer finds a chat by the name of the shop', async () => {
  const seller = await makeAccount('seller', { shop: true, name: 'Ketaki' })
  const { buyer, chatId } = await makeChat({ seller })
  expect(await find(buyer, { search: 'a shop' })).toEqual([chatId])
})

test('a filtered list has pages without gaps', async () => {
  const seller = await makeAccount('seller')
  const made = []
  for (let n = 0; n < 5; n++) {
    const chat = await makeChat({ seller, bookId: await makeBook(seller, { title: `Tamas ${n}` }) })
    await say(chat.buyer, chat.chatId)
    made.unshift(chat.chatId)
  }
  const path = '/chats?filter=unanswered&search=tamas&limit=2'
  const paged = await followPages<{ _id: string }>(path, seller)
  expect(paged.map(({ _id }) => _id)).toEqual(made)
})
