import { expect, test } from 'vitest'
import { deleteBuyerAccount } from '#contract/accounts/accounts.ts'
import {
  listNotifications,
  markNotificationsRead,
  readNotificationSettings,
  type UserNotification,
  updateNotificationSettings,
} from '#contract/accounts/notifications.ts'
import { markChatRead, readUnreadCounts, sendMessage } from '#contract/chats.ts'
import { acceptOffer, makeOffer } from '#contract/orders/offers.ts'
import { cancelOrder, confirmOrder, setOrderStatus } from '#contract/orders/orders.ts'
import { reportProblem } from '#contract/orders/problems.ts'
import {
  as,
  followPages,
  makeAccount,
  makeChat,
  makeOrder,
  type TestAccount,
  testApp,
} from '#server/testing.ts'
import { deleteOldNotifications, insertNotifications } from './store.ts'

const notificationsOf = async (account: TestAccount) =>
  (await as(account).call(listNotifications, {})).body
const unreadCountsOf = async (account: TestAccount) =>
  (await as(account).call(readUnreadCounts, {})).body
const kinds = (notifications: UserNotification[]) =>
  notifications.map(({ kind, isRead }) => `${kind}${isRead ? ', read' : ''}`)
const say = (account: TestAccount, chatId: string, message: string) =>
  as(account).call(sendMessage, { chatId, message })

async function waitingFor(account: TestAccount) {
  const { context } = await testApp()
  const rows = await context.db
    .selectFrom('notifications')
    .select(['kind', 'in_chat', 'text', 'chat_id'])
    .where('account_id', '=', account.id)
    .where('read_at', 'is', null)
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, kind: row.in_chat ? row.kind : `bell: ${row.kind}` }))
}
const waitingKinds = async (account: TestAccount) =>
  (await waitingFor(account)).map(({ kind }) => kind).sort()
const ring = async (account: TestAccount, text: string) => {
  const { db, now } = (await testApp()).context
  await insertNotifications(db, [account.id], { kind: 'account', text, now: now() })
}

test('the bell doesn’t list what the chat counts: order changes and messages', async () => {
  const { buyer, seller, orderId, chatId } = await makeOrder({ book: { title: 'Godaan' } })
  await as(seller).call(setOrderStatus, { orderId, status: 'Shipped' })
  await as(seller).call(setOrderStatus, { orderId, status: 'Pending' })
  await say(seller, chatId, 'Wait, please.')
  // The bell lists only the order, because the buyer must confirm it.
  expect(kinds(await notificationsOf(buyer))).toEqual(['order'])
  expect(await unreadCountsOf(buyer)).toMatchObject({ messages: 4, notices: 1 })
  // Emails and push messages report everything, but only the latest status change.
  expect(await waitingKinds(buyer)).toEqual(['message', 'order', 'status'])
  expect((await waitingFor(buyer)).find(({ kind }) => kind === 'status')?.text).toContain(
    '(Godaan) is now Pending.',
  )
  expect((await unreadCountsOf(buyer)).newestMs).toBeLessThan(60_000)
  await as(buyer).call(cancelOrder, { orderId })
  expect(await waitingKinds(seller)).toEqual(['message', 'status'])
  await as(buyer).call(markChatRead, { id: chatId })
  expect(await waitingFor(buyer)).toEqual([])
})

test('the bell lists once what people must act on: offers and problems', async () => {
  const { buyer, seller, orderId, chatId } = await makeOrder({ book: { title: 'Godaan' } })
  const textsOf = async (account: TestAccount) =>
    (await notificationsOf(account)).map(({ text, link, isRead }) => [text, link, isRead])
  await as(buyer).call(confirmOrder, { orderId })
  expect(await textsOf(seller)).toEqual([
    [
      expect.stringMatching(/\(Godaan\) was confirmed by the buyer\.$/),
      `/seller/orders?order=${orderId}`,
      false,
    ],
  ])
  expect(await unreadCountsOf(seller)).toMatchObject({ messages: 1, notices: 1 })
  await as(seller).call(setOrderStatus, { orderId, status: 'Delivered' })
  await as(buyer).call(reportProblem, { orderId, reason: 'damaged', text: 'Torn.' })
  // The newest notification about an order replaces unread ones about that order.
  expect(await textsOf(seller)).toEqual([
    [
      expect.stringMatching(/^The buyer reported a problem/),
      `/seller/orders?order=${orderId}`,
      false,
    ],
  ])
  expect(await waitingKinds(seller)).toEqual(['message', 'status'])
  await as(seller).call(markChatRead, { id: chatId })
  expect((await textsOf(seller)).map(([, , isRead]) => isRead)).toEqual([true])

  const chat = await makeChat({ book: { title: 'Tamas' } })
  const { body: offer } = await as(chat.buyer).call(makeOffer, {
    chatId: chat.chatId,
    orderType: 'purchase',
    amount: 200,
    handOver: 'meet' as const,
    items: [{ bookId: chat.bookId, copies: 1 }],
    meetingPoint: 'College gate',
  })
  expect(await textsOf(chat.seller)).toEqual([
    ['New offer: Tamas for ₹200.', `/seller/chats?chat=${chat.chatId}`, false],
  ])
  const { body: accepted } = await as(chat.seller).call(acceptOffer, { offerId: offer._id })
  expect(await textsOf(chat.buyer)).toEqual([
    [
      expect.stringMatching(/^Offer accepted: Tamas for ₹200/),
      `/buyer/orders?order=${accepted.orders[0]}`,
      false,
    ],
  ])
  await as(chat.seller).call(markNotificationsRead, {})
  expect(await unreadCountsOf(chat.seller)).toMatchObject({ messages: 1, notices: 0 })
})

test('a chat’s unread messages are one row, dated from the first', async () => {
  const { context } = await testApp()
  const { buyer, seller, chatId } = await makeChat()
  const other = await makeChat({ seller })
  await say(buyer, chatId, 'Is it free?')
  const waitsSince = async () =>
    (
      await context.db
        .selectFrom('notifications')
        .select('unread_since')
        .where('chat_id', '=', chatId)
        .executeTakeFirst()
    )?.unread_since
  const since = await waitsSince()
  await say(other.buyer, other.chatId, 'And this one?')
  await say(buyer, chatId, 'Hello?')
  expect(await waitsSince()).toEqual(since)
  expect((await waitingFor(seller)).map((row) => row.chat_id)).toEqual([chatId, other.chatId])
  expect(await waitingFor(buyer)).toEqual([])
  // The request marks what the bell lists as read, but not what is unread in chats.
  await as(seller).call(markNotificationsRead, {})
  expect(await waitingKinds(seller)).toEqual(['message', 'message'])
  await as(seller).call(markChatRead, { id: chatId })
  expect(await waitingKinds(seller)).toEqual(['message'])
})

test('everything under one’s own bell can be marked as read at once', async () => {
  const [buyer, seller] = [await makeAccount('buyer'), await makeAccount('seller')]
  for (const account of [buyer, seller]) await ring(account, 'Your password was changed.')
  await ring(buyer, 'Your report was dealt with.')
  expect((await unreadCountsOf(buyer)).notices).toBe(2)
  expect((await as(buyer).call(markNotificationsRead, {})).status).toBe(200)
  expect(kinds(await notificationsOf(buyer))).toEqual(['account, read', 'account, read'])
  expect([(await unreadCountsOf(buyer)).notices, (await unreadCountsOf(seller)).notices]).toEqual([
    0, 1,
  ])
})

test('notifications about an order are marked as read with its page', async () => {
  const { db, now } = (await testApp()).context
  const first = await makeOrder()
  const { buyer, orderId } = first
  const other = await makeOrder({ buyer })
  for (const about of [first, other]) {
    const { chatId, orderId } = about
    const notification = { kind: 'status', text: 'A proposal.', chatId, orderId } as const
    await insertNotifications(db, [buyer.id], { ...notification, now: now() })
  }
  await ring(buyer, 'Your password was changed.')
  await as(buyer).call(markNotificationsRead, { orderId })
  const rows = (await notificationsOf(buyer)).filter(({ kind }) => kind !== 'order')
  expect(rows.map((row) => [row.link, row.isRead])).toEqual([
    ['/buyer/profile', false],
    [`/buyer/orders?order=${other.orderId}`, false],
    [`/buyer/orders?order=${orderId}`, true],
  ])
})

test('a muted kind isn’t reported anywhere, and other kinds are', async () => {
  const { buyer, seller, orderId, chatId } = await makeOrder()
  await as(buyer).call(markChatRead, { id: chatId })
  const mutedOf = async (account: TestAccount) =>
    (await as(account).call(readNotificationSettings, {})).body.kinds
      .filter(({ isOn }) => !isOn)
      .map(({ label }) => label)
  const change = (switches: Record<string, boolean>) =>
    as(buyer).call(updateNotificationSettings, switches)
  expect(await mutedOf(buyer)).toEqual([])
  await change({ status: false, message: false })
  await change({ status: false, saved: true })
  // This server sends no emails or push messages, so messages have no switch.
  expect(await mutedOf(buyer)).toEqual(['Changes to my orders'])
  expect(await mutedOf(seller)).toEqual([])
  await as(seller).call(setOrderStatus, { orderId, status: 'Shipped' })
  await say(seller, chatId, 'On its way')
  expect(await waitingKinds(buyer)).toEqual([])
  expect((await unreadCountsOf(buyer)).muted.sort()).toEqual(['message', 'status'])
  await change({ status: true })
  await as(seller).call(setOrderStatus, { orderId, status: 'Delivered' })
  expect(await waitingKinds(buyer)).toEqual(['message', 'status'])
  expect((await as(buyer).call(updateNotificationSettings, { status: 'no' as never })).status).toBe(
    400,
  )
})

test('notifications are listed in pages, and deleted after 90 days', async () => {
  const { context } = await testApp()
  const seller = await makeAccount('seller')
  const dayOf = (days: number) => new Date(Date.UTC(2026, 0, 1 + days))
  for (let n = 0; n < 7; n++)
    await insertNotifications(context.db, [seller.id], {
      kind: 'listing',
      text: `Removed ${n}`,
      now: dayOf(n * 20),
    })
  const texts = (await followPages<UserNotification>('/notices?limit=3', seller)).map(
    ({ text }) => text,
  )
  expect(texts).toEqual([6, 5, 4, 3, 2, 1, 0].map((n) => `Removed ${n}`))
  await deleteOldNotifications(context.db, dayOf(120))
  expect(await notificationsOf(seller)).toHaveLength(5)
})

test('a person’s two accounts mute kinds separately', async () => {
  const { db } = (await testApp()).context
  const buyer = await makeAccount('buyer')
  await as(buyer).call(updateNotificationSettings, { saved: false, exchange: false })
  const settings = async () =>
    db
      .selectFrom('notification_settings')
      .innerJoin('accounts', 'accounts.person_id', 'notification_settings.person_id')
      .select(['muted_as_buyer', 'muted_as_seller'])
      .where('accounts.id', '=', buyer.id)
      .executeTakeFirst()
  expect(await settings()).toEqual({
    muted_as_buyer: expect.arrayContaining(['saved', 'exchange']),
    muted_as_seller: [],
  })
  await as(buyer).call(deleteBuyerAccount, {})
  expect(await settings()).toBeUndefined()
})
