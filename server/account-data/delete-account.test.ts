// Deleting an account: when it is rejected, what is erased, what stays, and concurrent requests.
import { expect, test } from 'vitest'
import {
  deleteBuyerAccount,
  deleteSellerAccount,
  logOutOtherSessions,
  readBuyerProfile,
  updateBuyerProfile,
  updateSellerProfile,
} from '#contract/accounts/accounts.ts'
import { signUpBuyer, switchRole } from '#contract/accounts/auth.ts'
import { listBooks, readBook } from '#contract/books/books.ts'
import { listChats, readChat, sendMessage, startChat } from '#contract/chats.ts'
import { photoHash } from '#contract/common/photos.ts'
import {
  confirmOrder,
  listBuyerOrders,
  listSellerOrders,
  placeOrder,
  rateOrder,
  returnOrder,
  setOrderStatus,
  shortOrderId,
} from '#contract/orders/orders.ts'
import { makeMember, password } from '#server/accounts/testing-members.ts'
import { removeExpiredPhotos } from '#server/photos/removal.ts'
import { newId } from '#server/platform/database/ids.ts'
import { hashToken } from '#server/platform/http/viewer.ts'
import { insertUses } from '#server/platform/limits/quotas.ts'
import {
  as,
  makeAccount,
  makeBook,
  makeChat,
  makeOrder,
  makePhotos,
  testApp,
} from '#server/testing.ts'
import { connect, secondSession, waitForDisconnect, waitForEvent } from '#server/testing-live.ts'
import { rounds } from '#server/testing-rounds.ts'

const dayMs = 86_400_000

const db = async () => (await testApp()).context.db
const rowOf = async (id: string) =>
  (await db()).selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test.each(['Pending', 'Shipped', 'rented'] as const)(
  'no account is deleted while an order is %s, and the error names the order',
  async (state) => {
    const { buyer, seller, orderId } = await makeOrder(state === 'rented' ? { days: 3 } : {})
    await as(buyer).call(confirmOrder, { orderId })
    const status = state === 'rented' ? 'Delivered' : state
    await as(seller).call(setOrderStatus, { orderId, status })
    for (const rejected of [
      await as(buyer).call(deleteBuyerAccount, {}),
      await as(seller).call(deleteSellerAccount, {}),
    ]) {
      expect([rejected.status, rejected.error.code]).toEqual([409, 'account_has_orders'])
      expect(rejected.error.message).toBe(
        `Order ${shortOrderId(orderId)} is still open. Finish or cancel it first.`,
      )
    }
    expect((await as(buyer).call(readBuyerProfile, {})).status).toBe(200)
    if (state === 'rented') await as(seller).call(returnOrder, { orderId })
    else await as(seller).call(setOrderStatus, { orderId, status: 'Cancelled' })
    expect((await as(buyer).call(deleteBuyerAccount, {})).status).toBe(200)
    expect((await as(seller).call(deleteSellerAccount, {})).status).toBe(200)
  },
)

test.each(['Shipped', 'rented'] as const)(
  'an order that is %s without the buyer’s agreement is cancelled with the buyer’s account',
  async (state) => {
    const unagreed = await makeOrder(state === 'rented' ? { days: 3 } : {})
    const agreed = await makeOrder({ buyer: unagreed.buyer })
    await as(unagreed.buyer).call(confirmOrder, { orderId: agreed.orderId })
    await as(unagreed.seller).call(setOrderStatus, {
      orderId: unagreed.orderId,
      status: state === 'rented' ? 'Delivered' : state,
    })
    const orderOf = async ({ seller, orderId }: typeof unagreed) => {
      const { body } = await as(seller).call(listSellerOrders, { userId: seller.id })
      return body.find(({ _id }) => _id === orderId)
    }
    // The error names only the agreed order, and nothing is cancelled yet.
    const rejected = await as(unagreed.buyer).call(deleteBuyerAccount, {})
    expect(rejected.error.message).toBe(
      `Order ${shortOrderId(agreed.orderId)} is still open. Finish or cancel it first.`,
    )
    expect((await orderOf(unagreed))?.status).not.toBe('Cancelled')
    await as(agreed.seller).call(setOrderStatus, { orderId: agreed.orderId, status: 'Delivered' })

    const received = waitForEvent(await connect(unagreed.seller), 'order_updated')
    expect((await as(unagreed.buyer).call(deleteBuyerAccount, {})).status).toBe(200)
    expect(await received).toMatchObject({ orderId: unagreed.orderId, status: 'Cancelled' })
    expect(await orderOf(unagreed)).toMatchObject({
      status: 'Cancelled',
      buyer: { name: 'Unknown Buyer' },
    })
    expect((await orderOf(unagreed))?.history.at(-1)).toMatchObject({
      what: 'status',
      status: 'Cancelled',
      by: 'System',
    })
    expect((await orderOf(agreed))?.status).toBe('Delivered')
    const chat = (await as(unagreed.seller).call(readChat, { id: unagreed.chatId })).body
    expect(chat.lastMessage).toMatchObject({
      senderModel: 'System',
      message: expect.stringMatching(
        /is now Cancelled\. The buyer never agreed to it and has left Dobara\.$/,
      ),
    })
    expect(chat.unreadMessages).toBe(1)
    expect(await as(unagreed.seller).call(readBook, { id: unagreed.bookId })).toMatchObject({
      body: { availability: 'available' },
    })
  },
)

test('a deleted buyer is erased and logged out; the seller keeps order and chat', async () => {
  const { context } = await testApp()
  const { buyer, seller, orderId, chatId } = await makeOrder()
  await as(seller).call(setOrderStatus, { orderId, status: 'Delivered' })
  await as(buyer).call(rateOrder, { orderId, book: 5, seller: 4 })
  await as(buyer).call(sendMessage, { chatId, message: 'Thank you!' })
  const [picture] = await makePhotos(1)
  const { profilePic } = (
    await as(buyer).call(updateBuyerProfile, {
      address: 'Pune',
      phone: '+919876543210',
      profilePic: picture,
    })
  ).body
  const failure = { id: newId(), key: `login person ${buyer.email}`, seconds: 60 }
  await insertUses(context.db, [failure], new Date())
  const device = await connect(buyer)
  const [received, closed] = [waitForEvent(device, 'session_ended'), waitForDisconnect(device)]
  const deletion = await as(buyer).call(deleteBuyerAccount, {})
  expect([deletion.status, deletion.body]).toEqual([
    200,
    { message: 'Account deleted successfully!' },
  ])
  expect(await received).toEqual({ message: 'Your account was deleted.' })
  await closed
  expect((await as(buyer).call(readBuyerProfile, {})).error.code).toBe('session_ended')
  expect((await as(buyer).call(deleteBuyerAccount, {})).error.code).toBe('session_ended')

  const left = async (table: 'notifications' | 'uploads') =>
    context.db.selectFrom(table).select('account_id').where('account_id', '=', buyer.id).execute()
  expect([await left('notifications'), await left('uploads')]).toEqual([[], []])
  const uses = context.db.selectFrom('quota_uses').select('key')
  expect(await uses.where('key', 'like', `%${buyer.email}%`).execute()).toEqual([])
  const erased = {
    name: 'Unknown Buyer',
    email: null,
    password_hash: null,
    address: null,
    phone: null,
    picture: null,
  }
  expect(await rowOf(buyer.id)).toMatchObject(erased)
  await removeExpiredPhotos(context, new Date(Date.now() + 2 * 86_400_000))
  const hash = photoHash(profilePic ?? '') ?? ''
  expect(
    await context.db.selectFrom('photos').select('hash').where('hash', '=', hash).execute(),
  ).toEqual([])

  const [order] = (await as(seller).call(listSellerOrders, { userId: seller.id })).body
  expect(order).toMatchObject({
    _id: orderId,
    buyer: { name: 'Unknown Buyer' },
    deliveryAddress: '',
    phoneNumber: '',
    rating: { seller: 4 },
  })
  expect(order?.buyer).not.toHaveProperty('email')
  const chat = (await as(seller).call(readChat, { id: chatId })).body
  expect([chat.buyer.name, chat.can]).toEqual(['Unknown Buyer', []])
  const texts = chat.messages.map(({ message }) => message)
  expect(texts).toContain('Thank you!')
  expect(texts.join('\n')).not.toMatch(/Lake Road|98765 ?43210/)
  expect(texts[0]).toMatch(/^Order \w{6} created: /)
  expect(
    (await as(seller).call(sendMessage, { chatId, message: 'Are you there?' })).error.code,
  ).toBe('chat_read_only')
  const orderRow = await context.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(orderRow)).not.toMatch(new RegExp(`${buyer.name}|Lake Road|98765 ?43210`))
})

test('a deleted seller’s books are removed; the buyer keeps order and chat', async () => {
  const { buyer, seller, orderId, chatId, bookId } = await makeOrder()
  await as(seller).call(setOrderStatus, { orderId, status: 'Delivered' })
  const otherBookId = await makeBook(seller, { title: `Only of ${seller.id}` })
  const find = async () =>
    (await as().call(listBooks, { search: seller.id, limit: 5 })).body.map(({ _id }) => _id)
  expect(await find()).toEqual([otherBookId])
  await as(seller).call(updateSellerProfile, { phone: '+919876543210' })
  const deletion = await as(seller).call(deleteSellerAccount, {})
  expect([deletion.status, deletion.body]).toEqual([200, { message: 'Account deleted!' }])
  expect(await find()).toEqual([])
  for (const id of [bookId, otherBookId])
    expect((await as().call(readBook, { id })).error.message).toBe('Book not found.')
  expect((await as(buyer).call(startChat, { bookId: otherBookId })).error.code).toBe(
    'book_not_found',
  )

  const [order] = (await as(buyer).call(listBuyerOrders, { userId: buyer.id })).body
  expect(order).toMatchObject({
    seller: { name: 'Unknown' },
    deliveryAddress: '12 Lake Road, Pune',
    phoneNumber: '+919876543210',
  })
  const [chat] = (await as(buyer).call(listChats, {})).body
  expect(chat).toMatchObject({
    _id: chatId,
    seller: { name: 'Unknown' },
    book: { title: order?.book.title },
    can: [],
  })
  expect(await rowOf(seller.id)).toMatchObject({
    name: 'Unknown',
    email: null,
    phone: null,
    shop_name: null,
  })
})

test('the email can be used again, and the linked account stays', async () => {
  const buyer = await makeMember()
  const seller = await makeMember('seller', buyer)
  const form = { name: 'Asha', address: 'Pune', email: buyer.email, password }
  expect((await as(buyer).call(switchRole, {})).status).toBe(200)
  expect((await as(buyer).call(deleteBuyerAccount, {})).status).toBe(200)
  // The login opens the seller account, which has the same email and password.
  expect((await buyer.logIn()).body.role).toBe('seller')
  expect((await as(seller).call(switchRole, {})).error.code).toBe('no_account_there')
  expect((await as().call(signUpBuyer, form)).status).toBe(201)
  expect((await buyer.logIn()).body.userId).not.toBe(buyer.id)
})

const orderTerms = {
  orderType: 'purchase',
  deliveryAddress: '12 Lake Road, Pune',
  phoneNumber: '+919876543210',
}
const pendingOrdersOf = async (accountId: string) =>
  (await db())
    .selectFrom('orders')
    .select('id')
    .where((where) =>
      where.or([where('buyer_id', '=', accountId), where('seller_id', '=', accountId)]),
    )
    .where('status', '=', 'Pending')
    .execute()

test.each(['buyer', 'seller'] as const)(
  'no order is made while its %s deletes the account',
  async (side) => {
    for (let round = 0; round < rounds(6, 15); round++) {
      const first = await makeChat()
      const second = await makeChat(
        side === 'buyer' ? { buyer: first.buyer } : { seller: first.seller },
      )
      const deleted = first[side]
      const deleteAccount = () =>
        as(deleted).call(side === 'buyer' ? deleteBuyerAccount : deleteSellerAccount, {})
      const placeOrderIn = (chat: typeof first) => () =>
        as(chat.seller).call(placeOrder, { ...orderTerms, chatId: chat.chatId })
      // The order rotates, so that each request comes first in some rounds.
      const requests = [placeOrderIn(first), deleteAccount, placeOrderIn(second)]
      const responses = await Promise.all(
        requests.map((_, index) => requests[(index + round) % requests.length]?.()),
      )
      const statuses = responses.map((response) => response?.status)
      const orders = await pendingOrdersOf(deleted.id)
      expect(
        statuses.every((status) => [200, 201, 401, 409].includes(status ?? 0)),
        statuses.join(),
      ).toBe(true)
      // Either the account stayed and has an open order, or it was deleted and has none.
      const isKept = (await rowOf(deleted.id)).deleted_at === null
      expect(orders.length > 0, statuses.join()).toBe(isKept)
    }
  },
)

test('only one of many concurrent requests deletes the account', async () => {
  const buyer = await makeAccount('buyer')
  const responses = await Promise.all(
    Array.from({ length: 6 }, () => as(buyer).call(deleteBuyerAccount, {})),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401])
})

test('a cancelled order isn’t reopened for a deleted buyer', async () => {
  const { buyer, seller, orderId } = await makeOrder()
  await as(seller).call(setOrderStatus, { orderId, status: 'Cancelled' })
  const [deletion, reopening] = await Promise.all([
    as(buyer).call(deleteBuyerAccount, {}),
    as(seller).call(setOrderStatus, { orderId, status: 'Pending' }),
  ])
  // Whichever request is first makes the other fail: a buyer with a pending order can't be deleted.
  expect([200, 409]).toContain(deletion.status)
  expect(reopening.status).toBe(deletion.status === 200 ? 409 : 200)
  expect(await pendingOrdersOf(buyer.id)).toHaveLength(deletion.status === 200 ? 0 : 1)
})

async function ageSession(token: string, ms: number) {
  const { context } = await testApp()
  const at = new Date(Date.now() - ms)
  await context.db
    .updateTable('sessions')
    .set({ created_at: at })
    .where('token_hash', '=', hashToken(token))
    .execute()
}

test.each(['buyer', 'seller'] as const)(
  'a %s who logged in more than a day ago needs the password to delete the account',
  async (side) => {
    const member = await makeMember(side)
    const deleteAccount = (input: { password?: string }) =>
      as(member).call(side === 'buyer' ? deleteBuyerAccount : deleteSellerAccount, input)
    await ageSession(member.token, dayMs + 1000)
    for (const input of [{}, { password: '' }]) {
      const rejected = await deleteAccount(input)
      expect([rejected.status, rejected.error.code]).toEqual([403, 'password_needed'])
      expect(rejected.error.fields).toEqual({
        password: 'Please enter your password to delete your account.',
      })
    }
    const wrong = await deleteAccount({ password: 'not the one' })
    expect([wrong.status, wrong.error.fields]).toEqual([
      400,
      { password: 'The current password is not right.' },
    ])
    expect((await rowOf(member.id)).deleted_at).toBeNull()
    expect((await deleteAccount({ password })).status).toBe(200)
    expect((await rowOf(member.id)).deleted_at).not.toBeNull()
  },
)

test('a password that wasn’t required is checked too, and wrong ones are counted', async () => {
  const body = await makeMember()
  const ip = '10.7.1.1'
  for (let n = 0; n < 5; n++)
    expect((await as(body).call(deleteBuyerAccount, { password: 'a guess' }, { ip })).status).toBe(
      400,
    )
  expect((await as(body).call(deleteBuyerAccount, { password }, { ip })).error.code).toBe(
    'too_many_attempts',
  )
})

test('switching accounts doesn’t count as a login', async () => {
  const old = await makeMember()
  await makeMember('seller', old)
  await ageSession(old.token, dayMs + 1000)
  const seller = (await as(old).call(switchRole, {})).body
  expect((await as(seller).call(deleteSellerAccount, {})).error.code).toBe('password_needed')
  const buyer = (await as(seller).call(switchRole, {})).body
  expect((await as(buyer).call(deleteBuyerAccount, {})).error.code).toBe('password_needed')
})

test('an account isn’t deleted by a session that ends in the meantime', async () => {
  for (let round = 0; round < 6; round++) {
    const buyer = await makeAccount('buyer')
    const phone = await secondSession(buyer)
    const [loggedOut, deletion] = await Promise.all([
      as(phone).call(logOutOtherSessions, {}),
      as(buyer).call(deleteBuyerAccount, {}),
    ])
    expect([loggedOut.status, deletion.status].sort()).toEqual([200, 401])
  }
})
