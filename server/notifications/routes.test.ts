import { expect, test } from 'vitest'
import { markChatRead, readUnreadCounts, sendMessage } from '#contract/chats.ts'
import {
  listNotifications,
  markNotificationsRead,
  notificationKinds,
  readNotificationSettings,
  type UserNotification,
  updateNotificationSettings,
} from '#contract/notifications.ts'
import { cancelOrder, setOrderStatus } from '#contract/orders.ts'
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

test('the side that did not cause them is notified of an order and its changes', async () => {
  const { buyer, seller, orderId, chatId } = await makeOrder({ book: { title: 'Godaan' } })
  await as(seller).call(setOrderStatus, { orderId, status: 'Shipped' })
  await as(seller).call(setOrderStatus, { orderId, status: 'Pending' })
  await as(buyer).call(cancelOrder, { orderId })
  const [last, ...earlier] = await notificationsOf(buyer)
  expect(last).toMatchObject({
    kind: 'status',
    chatId,
    orderId,
    isRead: false,
    text: expect.stringContaining('(Godaan) is now Pending.'),
  })
  // Of the unread changes only the last one is left, besides the order itself.
  expect(kinds(earlier)).toEqual(['order'])
  expect(earlier[0]?.text).toContain('(Godaan) was made for you: ₹250.')
  expect((await notificationsOf(seller)).map(({ text }) => text)).toEqual([
    expect.stringContaining('The buyer cancelled it.'),
  ])
  expect((await unreadCountsOf(buyer)).notices).toBe(2)
})

test('unread messages of a chat are one notification at the top, which reading the chat marks as read', async () => {
  const { buyer, seller, chatId } = await makeChat({ book: { title: 'Godaan' } })
  const other = await makeChat({ seller })
  await say(buyer, chatId, 'Is it free?')
  await say(other.buyer, other.chatId, 'And this one?')
  await say(buyer, chatId, 'Hello?')
  const notifications = await notificationsOf(seller)
  expect(notifications.map(({ chatId }) => chatId)).toEqual([chatId, other.chatId])
  expect(notifications[0]?.text).toBe(`${buyer.name} wrote to you about “Godaan”.`)
  expect(await notificationsOf(buyer)).toEqual([])
  expect(await unreadCountsOf(seller)).toMatchObject({ messages: 3, notices: 2 })
  await as(seller).call(markChatRead, { id: chatId })
  expect(await unreadCountsOf(seller)).toMatchObject({ messages: 1, notices: 1 })
  await say(buyer, chatId, 'Still there?')
  expect(kinds(await notificationsOf(seller))).toEqual(['message', 'message, read', 'message'])
})

test('all of one’s own notifications are marked as read at once', async () => {
  const { buyer, seller, orderId, chatId } = await makeOrder()
  await as(seller).call(setOrderStatus, { orderId, status: 'Shipped' })
  await say(buyer, chatId, 'Thank you')
  expect((await as(buyer).call(markNotificationsRead, {})).status).toBe(200)
  expect(kinds(await notificationsOf(buyer))).toEqual(['status, read', 'order, read'])
  expect([(await unreadCountsOf(buyer)).notices, (await unreadCountsOf(seller)).notices]).toEqual([
    0, 1,
  ])
})

test('a muted kind brings no notification, the others do', async () => {
  const { buyer, seller, orderId, chatId } = await makeOrder()
  expect((await as(buyer).call(readNotificationSettings, {})).body).toEqual({
    order: true,
    status: true,
    message: true,
    listing: true,
  })
  const settings = { order: true, status: false, message: false, listing: true }
  expect(
    (await as(buyer).call(updateNotificationSettings, { status: false, message: false })).body,
  ).toEqual(settings)
  expect((await as(buyer).call(updateNotificationSettings, { status: false })).body).toEqual(
    settings,
  )
  await as(seller).call(setOrderStatus, { orderId, status: 'Shipped' })
  await say(seller, chatId, 'On its way')
  expect(kinds(await notificationsOf(buyer))).toEqual(['order'])
  expect((await unreadCountsOf(buyer)).muted.sort()).toEqual(['message', 'status'])
  expect((await as(buyer).call(updateNotificationSettings, { status: true })).body).toEqual({
    ...settings,
    status: true,
  })
  await as(seller).call(setOrderStatus, { orderId, status: 'Delivered' })
  expect(kinds(await notificationsOf(buyer))).toEqual(['status', 'order'])
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

test('only buyers and sellers have notifications', async () => {
  for (const endpoint of [
    listNotifications,
    markNotificationsRead,
    readNotificationSettings,
    updateNotificationSettings,
    readUnreadCounts,
  ]) {
    expect((await as().call(endpoint, {})).error.code).toBe('signed_out')
    expect((await as(await makeAccount('admin')).call(endpoint, {})).error.code).toBe('wrong_role')
  }
  expect(notificationKinds).toHaveLength(5)
})
