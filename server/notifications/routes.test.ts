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
  makeChat,
  makeOrder,
  makePerson,
  type TestPerson,
  testApp,
} from '#server/testing.ts'
import { deleteOldNotifications, insertNotifications } from './store.ts'

const noticesOf = async (person: TestPerson) => (await as(person).call(listNotifications, {})).body
const newsOf = async (person: TestPerson) => (await as(person).call(readUnreadCounts, {})).body
const kinds = (notices: UserNotification[]) =>
  notices.map(({ kind, isRead }) => `${kind}${isRead ? ', read' : ''}`)
const say = (person: TestPerson, chatId: string, message: string) =>
  as(person).call(sendMessage, { chatId, message })

test('an order and each change of it are told to the side that did not cause them', async () => {
  const { buyer, seller, orderId, chatId } = await makeOrder({ book: { title: 'Godaan' } })
  await as(seller).call(setOrderStatus, { orderId, status: 'Shipped' })
  await as(seller).call(setOrderStatus, { orderId, status: 'Pending' })
  await as(buyer).call(cancelOrder, { orderId })
  const [last, ...earlier] = await noticesOf(buyer)
  expect(last).toMatchObject({
    kind: 'status',
    chatId,
    orderId,
    isRead: false,
    text: expect.stringContaining('(Godaan) is now Pending.'),
  })
  // Of what nobody has read of an order the last change is left, beside the order itself.
  expect(kinds(earlier)).toEqual(['order'])
  expect(earlier[0]?.text).toContain('(Godaan) was made for you: ₹250.')
  expect((await noticesOf(seller)).map(({ text }) => text)).toEqual([
    expect.stringContaining('The buyer cancelled it.'),
  ])
  expect((await newsOf(buyer)).notices).toBe(2)
})

test('the unread messages of a chat are one notice, which comes to the top; reading the chat reads it', async () => {
  const { buyer, seller, chatId } = await makeChat({ book: { title: 'Godaan' } })
  const other = await makeChat({ seller })
  await say(buyer, chatId, 'Is it free?')
  await say(other.buyer, other.chatId, 'And this one?')
  await say(buyer, chatId, 'Hello?')
  const told = await noticesOf(seller)
  expect(told.map((notice) => notice.chatId)).toEqual([chatId, other.chatId])
  expect(told[0]?.text).toBe(`${buyer.name} wrote to you about “Godaan”.`)
  expect(await noticesOf(buyer)).toEqual([])
  expect(await newsOf(seller)).toMatchObject({ messages: 3, notices: 2 })
  await as(seller).call(markChatRead, { id: chatId })
  expect(await newsOf(seller)).toMatchObject({ messages: 1, notices: 1 })
  await say(buyer, chatId, 'Still there?')
  expect(kinds(await noticesOf(seller))).toEqual(['message', 'message, read', 'message'])
})

test('all are read at once, each one’s own', async () => {
  const { buyer, seller, orderId, chatId } = await makeOrder()
  await as(seller).call(setOrderStatus, { orderId, status: 'Shipped' })
  await say(buyer, chatId, 'Thank you')
  expect((await as(buyer).call(markNotificationsRead, {})).status).toBe(200)
  expect(kinds(await noticesOf(buyer))).toEqual(['status, read', 'order, read'])
  expect([(await newsOf(buyer)).notices, (await newsOf(seller)).notices]).toEqual([0, 1])
})

test('a kind that is switched off is not told; the others are', async () => {
  const { buyer, seller, orderId, chatId } = await makeOrder()
  expect((await as(buyer).call(readNotificationSettings, {})).body).toEqual({
    order: true,
    status: true,
    message: true,
    listing: true,
  })
  const off = { order: true, status: false, message: false, listing: true }
  expect(
    (await as(buyer).call(updateNotificationSettings, { status: false, message: false })).body,
  ).toEqual(off)
  expect((await as(buyer).call(updateNotificationSettings, { status: false })).body).toEqual(off)
  await as(seller).call(setOrderStatus, { orderId, status: 'Shipped' })
  await say(seller, chatId, 'On its way')
  expect(kinds(await noticesOf(buyer))).toEqual(['order'])
  expect((await newsOf(buyer)).muted.sort()).toEqual(['message', 'status'])
  expect((await as(buyer).call(updateNotificationSettings, { status: true })).body).toEqual({
    ...off,
    status: true,
  })
  await as(seller).call(setOrderStatus, { orderId, status: 'Delivered' })
  expect(kinds(await noticesOf(buyer))).toEqual(['status', 'order'])
  expect((await as(buyer).call(updateNotificationSettings, { status: 'no' as never })).status).toBe(
    400,
  )
})

test('pages lead through all of them, and after 90 days they go', async () => {
  const { parts } = await testApp()
  const seller = await makePerson('seller')
  const at = (days: number) => new Date(Date.UTC(2026, 0, 1 + days))
  for (let n = 0; n < 7; n++)
    await insertNotifications(parts.db, [seller.id], {
      kind: 'listing',
      text: `Removed ${n}`,
      now: at(n * 20),
    })
  const texts = (await followPages<UserNotification>('/notices?limit=3', seller)).map(
    ({ text }) => text,
  )
  expect(texts).toEqual([6, 5, 4, 3, 2, 1, 0].map((n) => `Removed ${n}`))
  await deleteOldNotifications(parts.db, at(120))
  expect(await noticesOf(seller)).toHaveLength(5)
})

test('only buyers and sellers have notices', async () => {
  for (const point of [
    listNotifications,
    markNotificationsRead,
    readNotificationSettings,
    updateNotificationSettings,
    readUnreadCounts,
  ]) {
    expect((await as().call(point, {})).refusal.code).toBe('signed_out')
    expect((await as(await makePerson('admin')).call(point, {})).refusal.code).toBe('wrong_role')
  }
  expect(notificationKinds).toHaveLength(5)
})
