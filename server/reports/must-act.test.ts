// Whatever a person must act on reaches their bell once, their dashboard and their list of chats.
import { expect, test } from 'vitest'
import {
  listNotifications,
  markNotificationsRead,
  updateNotificationSettings,
} from '#contract/accounts/notifications.ts'
import { type ChatFilter, type ChatTask, listChats, sendMessage } from '#contract/chats.ts'
import { addDays, indianDate } from '#contract/common/dates.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { chooseMeetingTime, listMeetings, proposeMeeting } from '#contract/orders/meetings.ts'
import { declineOffer, makeOffer } from '#contract/orders/offers.ts'
import type { OrderTab } from '#contract/orders/order-tabs.ts'
import {
  confirmOrder,
  handBackOrder,
  listBuyerOrders,
  listSellerOrders,
  placeOrder,
  returnOrder,
  setOrderStatus,
} from '#contract/orders/orders.ts'
import { addProblemMessage, proposeSolution, reportProblem } from '#contract/orders/problems.ts'
import { readSellerStats } from '#contract/orders/reports.ts'
import { type BuyerTask, buyerTasks, readBuyerTasks } from '#contract/orders/tasks.ts'
import { makeRing } from '#server/exchanges/rings/testing-rings.ts'
import { remindOfRents } from '#server/orders/jobs/remind-rents.ts'
import {
  as,
  changeRow,
  makeChat,
  makeDelivered,
  makeOrder,
  type TestAccount,
  testApp,
} from '#server/testing.ts'
import { makeSwap, offerSwap } from '#server/testing-exchanges.ts'
import { connect } from '#server/testing-live.ts'

type People = { buyer: TestAccount; seller: TestAccount; chatId: string }
type Made = People & {
  event: () => Promise<unknown>
  /** Does what the event asks of the person. */
  answer: () => Promise<unknown>
}

type Case = {
  what: string
  who: Side
  /** The text under the bell. */
  bell: RegExp
  /** The task in the list of chats. */
  task: ChatTask
  /** The list that the dashboard's count leads to. */
  counted: OrderTab | BuyerTask | ChatFilter
  make: () => Promise<Made>
}

const ok = async (call: Promise<{ status: number; error: unknown }>) => {
  const { status, error } = await call
  expect([status, error], JSON.stringify(error)).toEqual([expect.toSatisfy((n) => n < 300), error])
}

const offerFrom = (by: TestAccount, chat: { chatId: string; bookId: string }, more = {}) =>
  as(by).call(makeOffer, {
    chatId: chat.chatId,
    orderType: 'purchase',
    amount: 200,
    handOver: 'meet',
    items: [{ bookId: chat.bookId, copies: 1 }],
    ...more,
  })

/** An offer, and how the account declines it. */
function offered(by: TestAccount, make: () => Promise<{ body: { _id: string } }>) {
  let offerId = ''
  return {
    event: async () => {
      offerId = (await make()).body._id
    },
    answer: () => ok(as(by).call(declineOffer, { offerId })),
  }
}

const agreedOrder = async () => {
  const made = await makeOrder()
  await ok(as(made.buyer).call(confirmOrder, { orderId: made.orderId }))
  return made
}

const meet = (by: TestAccount, orderId: string) =>
  ok(
    as(by).call(proposeMeeting, {
      orderId,
      place: 'Hidden Lane 7',
      times: [`${addDays(indianDate(new Date()), 2)}T17:00`],
    }),
  )

async function chooseTime(by: TestAccount, chatId: string) {
  const [meeting] = (await as(by).call(listMeetings, { chatId })).body
  const { _id: proposalId = '', times: [time = ''] = [] } = meeting?.proposal ?? {}
  await ok(as(by).call(chooseMeetingTime, { meetingId: meeting?._id ?? '', proposalId, time }))
}

const disputed = async () => {
  const made = await makeDelivered()
  const report = () =>
    ok(
      as(made.buyer).call(reportProblem, {
        orderId: made.orderId,
        reason: 'damaged',
        text: 'Torn.',
      }),
    )
  const refund = { orderId: made.orderId, proposal: 'refund', refund: 50 } as const
  const words = { orderId: made.orderId, text: 'Please send a photo.' }
  return {
    ...made,
    report,
    propose: () => ok(as(made.seller).call(proposeSolution, refund)),
    write: (by: TestAccount) => ok(as(by).call(addProblemMessage, words)),
  }
}

const rentEndingIn = async (days: number) => {
  const made = await makeDelivered({ days: 3 })
  const end = addDays(indianDate(new Date()), days)
  const { buyer, seller, orderId } = made
  await changeRow('orders', orderId, { rent_start: addDays(end, -3), rent_end: end })
  return {
    ...made,
    handBack: () => ok(as(buyer).call(handBackOrder, { orderId })),
    takeBack: () => ok(as(seller).call(returnOrder, { orderId })),
  }
}
const remind = async () => remindOfRents((await testApp()).context)
const reminded = async (days: number, answer: 'handBack' | 'takeBack') => {
  const made = await rentEndingIn(days)
  return { ...made, event: remind, answer: made[answer] }
}

const cases: Case[] = [
  {
    what: 'a new offer',
    who: 'seller',
    bell: /offer/i,
    task: 'offer',
    counted: 'offers',
    make: async () => {
      const chat = await makeChat()
      return { ...chat, ...offered(chat.seller, () => offerFrom(chat.buyer, chat)) }
    },
  },
  {
    what: 'a counter-offer',
    who: 'buyer',
    bell: /offer/i,
    task: 'offer',
    counted: 'offers',
    make: async () => {
      const chat = await makeChat()
      const { body } = await offerFrom(chat.buyer, chat)
      const replaces = { replaces: body._id, amount: 230 }
      return { ...chat, ...offered(chat.buyer, () => offerFrom(chat.seller, chat, replaces)) }
    },
  },
  {
    what: 'an offer to swap',
    who: 'seller',
    bell: /swap/i,
    task: 'offer',
    counted: 'offers',
    make: async () => {
      const swap = await makeSwap()
      return { ...swap, ...offered(swap.seller, async () => ({ body: await offerSwap(swap) })) }
    },
  },
  {
    what: 'an order to confirm',
    who: 'buyer',
    bell: /was made for you/,
    task: 'confirm',
    counted: 'to-confirm',
    make: async () => {
      const chat = await makeChat()
      let orderId = ''
      const event = async () => {
        orderId = await makeOrderIn(chat)
      }
      return { ...chat, event, answer: () => ok(as(chat.buyer).call(confirmOrder, { orderId })) }
    },
  },
  {
    what: 'a confirmed order',
    who: 'seller',
    bell: /was confirmed by the buyer/,
    task: 'pack',
    counted: 'to-pack',
    make: async () => {
      const made = await makeOrder()
      return {
        ...made,
        event: () => ok(as(made.buyer).call(confirmOrder, { orderId: made.orderId })),
        answer: () =>
          ok(as(made.seller).call(setOrderStatus, { orderId: made.orderId, status: 'Shipped' })),
      }
    },
  },
  {
    what: 'times to meet from the seller',
    who: 'buyer',
    bell: /^The seller proposes times to meet for order [0-9A-F]{6}\. Choose one\.$/,
    task: 'time',
    counted: 'choose-time',
    make: async () => {
      const made = await agreedOrder()
      return {
        ...made,
        event: () => meet(made.seller, made.orderId),
        answer: () => chooseTime(made.buyer, made.chatId),
      }
    },
  },
  {
    what: 'times to meet from the buyer',
    who: 'seller',
    bell: /^The buyer proposes times to meet for order [0-9A-F]{6}\. Choose one\.$/,
    task: 'time',
    counted: 'unanswered',
    make: async () => {
      const made = await agreedOrder()
      return {
        ...made,
        event: () => meet(made.buyer, made.orderId),
        answer: () => chooseTime(made.seller, made.chatId),
      }
    },
  },
  {
    what: 'a problem',
    who: 'seller',
    bell: /reported a problem/,
    task: 'problem',
    counted: 'problems',
    make: async () => {
      const made = await disputed()
      return { ...made, event: made.report, answer: made.propose }
    },
  },
  {
    what: 'the seller’s proposal about a problem',
    who: 'buyer',
    bell: /The seller proposes a refund/,
    task: 'problem',
    counted: 'problems',
    make: async () => {
      const made = await disputed()
      await made.report()
      return { ...made, event: made.propose, answer: () => made.write(made.buyer) }
    },
  },
  {
    what: 'the seller’s words about a problem',
    who: 'buyer',
    bell: /New message about the problem/,
    task: 'problem',
    counted: 'problems',
    make: async () => {
      const made = await disputed()
      await made.report()
      return {
        ...made,
        event: () => made.write(made.seller),
        answer: () => made.write(made.buyer),
      }
    },
  },
  {
    what: 'a rent that ends tomorrow',
    who: 'buyer',
    bell: /^The rent of .* ends tomorrow/,
    task: 'rent',
    counted: 'to-return',
    make: () => reminded(1, 'handBack'),
  },
  {
    what: 'a rent that is overdue',
    who: 'buyer',
    bell: / was due back on /,
    task: 'rent',
    counted: 'to-return',
    make: () => reminded(-1, 'handBack'),
  },
  {
    what: 'a rent that is overdue',
    who: 'seller',
    bell: / was due back on /,
    task: 'rent',
    counted: 'rents-due',
    make: () => reminded(-1, 'takeBack'),
  },
  {
    what: 'a rented book that was handed back',
    who: 'seller',
    bell: /was handed back/,
    task: 'rent',
    counted: 'rents-due',
    make: async () => {
      const made = await rentEndingIn(2)
      return { ...made, event: made.handBack, answer: made.takeBack }
    },
  },
]

const makeOrderIn = async ({ seller, buyer, bookId, chatId }: People & { bookId: string }) => {
  const { body } = await as(seller).call(placeOrder, {
    chatId,
    buyerId: buyer.id,
    bookId,
    orderType: 'purchase',
    deliveryAddress: '12 Lake Road, Pune',
    phoneNumber: '+919876543210',
  })
  return body._id
}

const readAll = async (account: TestAccount) => {
  await ok(as(account).call(markNotificationsRead, {}))
}

const bellOf = async (account: TestAccount) =>
  (await as(account).call(listNotifications, {})).body.filter(({ isRead }) => !isRead)

const isBuyerTask = (name: string): name is BuyerTask => buyerTasks.includes(name as BuyerTask)

async function countOf(account: TestAccount, side: Side, name: Case['counted']) {
  if (side === 'buyer') {
    const { body } = await as(account).call(readBuyerTasks, {})
    return body[name as BuyerTask | 'offers']
  }
  const { tasks } = (await as(account).call(readSellerStats, {})).body
  return tasks?.counts[name as keyof typeof tasks.counts] ?? 0
}

async function lengthOfList(account: TestAccount, side: Side, name: Case['counted']) {
  const userId = account.id
  if (name === 'offers' || name === 'unanswered' || name === 'orders')
    return (await as(account).call(listChats, { filter: name })).body.length
  if (side === 'seller')
    return (await as(account).call(listSellerOrders, { userId, tab: name as OrderTab })).body.length
  const task = isBuyerTask(name) ? name : undefined
  return (await as(account).call(listBuyerOrders, { userId, task })).body.length
}

const taskIn = async (account: TestAccount, chatId: string) =>
  (await as(account).call(listChats, {})).body.find(({ _id }) => _id === chatId)?.task

test.each(cases)(
  '$what reaches the $who, and leaves once answered',
  async ({ who, bell, task, counted, make }) => {
    const { event, answer, ...made } = await make()
    const me = made[who]
    await readAll(me)
    await event()
    const unread = await bellOf(me)
    expect(unread.map(({ text }) => text)).toEqual([expect.stringMatching(bell)])
    expect(unread[0]?.text).not.toContain('Hidden Lane')
    expect(unread[0]?.link).toMatch(new RegExp(`^/${who}/(orders\\?order|chats\\?chat)=`))
    expect(await countOf(me, who, counted)).toBe(1)
    expect(await lengthOfList(me, who, counted)).toBe(1)
    expect(await taskIn(me, made.chatId)).toBe(task)
    await answer()
    expect(await countOf(me, who, counted)).toBe(0)
    expect(await lengthOfList(me, who, counted)).toBe(0)
    expect(await taskIn(me, made.chatId)).not.toBe(task)
  },
)

test.each([
  ['order', 'a new offer'],
  ['status', 'a problem'],
] as const)('people who muted %s find %s in their lists only', async (kind, what) => {
  const row = cases.find((row) => row.what === what)
  if (!row) throw new Error(`There is no case ${what}.`)
  const { event, ...made } = await row.make()
  const me = made[row.who]
  await ok(as(me).call(updateNotificationSettings, { [kind]: false }))
  await readAll(me)
  await event()
  expect(await bellOf(me)).toEqual([])
  expect(await countOf(me, row.who, row.counted)).toBe(1)
  expect(await taskIn(me, made.chatId)).toBe(row.task)
})

test('a proposed ring is under the bell and on the dashboard of each of its people', async () => {
  const { people, exchangeId } = await makeRing()
  for (const { buyer, seller } of people) {
    for (const account of [buyer, seller])
      expect(await bellOf(account)).toMatchObject([{ text: expect.stringMatching(/swap/) }])
    const { body } = await as(buyer).call(readBuyerTasks, {})
    expect(body.ring).toEqual({ _id: exchangeId, isAccepted: false })
  }
})

test('an offer that replaces an unread one replaces its notification', async () => {
  const chat = await makeChat()
  const { body: first } = await offerFrom(chat.buyer, chat)
  await ok(offerFrom(chat.buyer, chat, { replaces: first._id, amount: 210 }))
  expect(await bellOf(chat.seller)).toMatchObject([{ text: expect.stringContaining('₹210') }])
})

test('an overdue rent is announced once, and again after an extension', async () => {
  const made = await rentEndingIn(-1)
  await readAll(made.buyer)
  await remind()
  await remind()
  await as(made.seller).call(sendMessage, { chatId: made.chatId, message: 'Please bring it.' })
  expect(await bellOf(made.buyer)).toHaveLength(1)
  await readAll(made.buyer)
  await remind()
  expect(await bellOf(made.buyer)).toEqual([])
  const today = indianDate(new Date())
  await changeRow('orders', made.orderId, {
    rent_start: addDays(today, -2),
    rent_end: addDays(today, 1),
    reminded_on: addDays(today, -1),
  })
  await remind()
  expect(await bellOf(made.buyer)).toMatchObject([{ text: expect.stringContaining('tomorrow') }])
})

test.each([
  [1, ['buyer']],
  [0, ['buyer']],
  [-1, ['buyer', 'seller']],
])('a live reminder notifies who must act: with %i days left, %o', async (days, notifies) => {
  const { seller, orderId } = await rentEndingIn(days)
  const device = await connect(seller)
  await remind()
  const updates = () => device.received.filter(([name]) => name === 'order_updated')
  await expect
    .poll(updates)
    .toEqual([['order_updated', expect.objectContaining({ orderId, notifies })]])
})
