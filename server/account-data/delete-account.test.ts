// Leaving: what is refused, what is erased, what stays with the others, and what can't slip in between.
import { expect, test } from 'vitest'
import {
  deleteBuyerAccount,
  deleteSellerAccount,
  logOutOtherSessions,
  readBuyerProfile,
  updateBuyerProfile,
  updateSellerProfile,
} from '#contract/accounts.ts'
import { logInBuyer, logInSeller, signUpBuyer, signUpSeller, switchRole } from '#contract/auth.ts'
import { listBooks, readBook } from '#contract/books.ts'
import { listChats, readChat, sendMessage, startChat } from '#contract/chats.ts'
import {
  cancelOrder,
  confirmOrder,
  listBuyerOrders,
  listSellerOrders,
  placeOrder,
  rateOrder,
  returnOrder,
  setOrderStatus,
  shortOrderId,
} from '#contract/orders.ts'
import { photoHash } from '#contract/photos.ts'
import { updatePerson } from '#server/accounts/store.ts'
import { removeExpiredPhotos } from '#server/photos/removal.ts'
import { hashToken } from '#server/platform/http/viewer.ts'
import {
  as,
  makeBook,
  makeChat,
  makeOrder,
  makePerson,
  makePictures,
  testApp,
} from '#server/testing.ts'
import { connect, ended, next, secondSession } from '#server/testing-live.ts'

const password = 'monsoon-library-42'
const dayMs = 86_400_000

const db = async () => (await testApp()).parts.db
const rowOf = async (id: string) =>
  (await db()).selectFrom('people').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test.each(['Pending', 'Shipped', 'rented'] as const)(
  'nobody leaves while an order is %s, and the refusal names it',
  async (state) => {
    const { buyer, seller, orderId } = await makeOrder(state === 'rented' ? { days: 3 } : {})
    await as(buyer).call(confirmOrder, { orderId })
    const status = state === 'rented' ? 'Delivered' : state
    await as(seller).call(setOrderStatus, { orderId, status })
    for (const refused of [
      await as(buyer).call(deleteBuyerAccount, {}),
      await as(seller).call(deleteSellerAccount, {}),
    ]) {
      expect([refused.status, refused.refusal.code]).toEqual([409, 'account_has_orders'])
      expect(refused.refusal.message).toBe(
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
  'an order that is %s, and that its buyer never agreed to, keeps the buyer from nothing',
  async (state) => {
    const made = await makeOrder(state === 'rented' ? { days: 3 } : {})
    const agreed = await makeOrder({ buyer: made.buyer })
    await as(made.buyer).call(confirmOrder, { orderId: agreed.orderId })
    await as(made.seller).call(setOrderStatus, {
      orderId: made.orderId,
      status: state === 'rented' ? 'Delivered' : state,
    })
    const statusOf = async ({ seller, orderId }: typeof made) => {
      const { body } = await as(seller).call(listSellerOrders, { userId: seller.id })
      return body.find(({ _id }) => _id === orderId)
    }
    // Refused for what was agreed to, which alone is named; a refusal cancels nothing.
    const refused = await as(made.buyer).call(deleteBuyerAccount, {})
    expect(refused.refusal.message).toBe(
      `Order ${shortOrderId(agreed.orderId)} is still open. Finish or cancel it first.`,
    )
    expect((await statusOf(made))?.status).not.toBe('Cancelled')
    await as(agreed.seller).call(setOrderStatus, { orderId: agreed.orderId, status: 'Delivered' })

    const heard = next(await connect(made.seller), 'order_updated')
    expect((await as(made.buyer).call(deleteBuyerAccount, {})).status).toBe(200)
    expect(await heard).toMatchObject({ orderId: made.orderId, status: 'Cancelled' })
    expect(await statusOf(made)).toMatchObject({
      status: 'Cancelled',
      buyer: { name: 'Unknown Buyer' },
    })
    expect((await statusOf(made))?.history.at(-1)).toMatchObject({
      what: 'status',
      status: 'Cancelled',
      by: 'System',
    })
    expect((await statusOf(agreed))?.status).toBe('Delivered')
    const chat = (await as(made.seller).call(readChat, { id: made.chatId })).body
    expect(chat.lastMessage).toMatchObject({
      senderModel: 'System',
      message: expect.stringMatching(
        /is now Cancelled\. The buyer never agreed to it and has left Dobara\.$/,
      ),
    })
    expect(chat.unreadMessages).toBe(1)
    expect(await as(made.seller).call(readBook, { id: made.bookId })).toMatchObject({
      body: { availability: 'available' },
    })
  },
)

test('a pending order waits for its buyer, who cancels it and leaves', async () => {
  const { buyer, orderId } = await makeOrder()
  expect((await as(buyer).call(deleteBuyerAccount, {})).refusal.code).toBe('account_has_orders')
  expect((await as(buyer).call(cancelOrder, { orderId })).status).toBe(200)
  expect((await as(buyer).call(deleteBuyerAccount, {})).status).toBe(200)
})

test('a buyer leaves: erased, signed out, and the seller keeps order and chat of an unknown buyer', async () => {
  const { parts } = await testApp()
  const { buyer, seller, orderId, chatId } = await makeOrder()
  await as(seller).call(setOrderStatus, { orderId, status: 'Delivered' })
  await as(buyer).call(rateOrder, { orderId, book: 5, seller: 4 })
  await as(buyer).call(sendMessage, { chatId, message: 'Thank you!' })
  const [picture] = await makePictures(1)
  const { profilePic } = (
    await as(buyer).call(updateBuyerProfile, {
      address: 'Pune',
      phone: '9876543210',
      profilePic: picture,
    })
  ).body
  const device = await connect(buyer)
  const [heard, closed] = [next(device, 'session_ended'), ended(device)]
  const gone = await as(buyer).call(deleteBuyerAccount, {})
  expect([gone.status, gone.body]).toEqual([200, { message: 'Account deleted successfully!' }])
  expect(await heard).toEqual({ message: 'Your account was deleted.' })
  await closed
  expect((await as(buyer).call(readBuyerProfile, {})).refusal.code).toBe('session_ended')
  expect((await as(buyer).call(deleteBuyerAccount, {})).refusal.code).toBe('session_ended')

  expect(
    await parts.db.selectFrom('notices').select('id').where('person_id', '=', buyer.id).execute(),
  ).toEqual([])
  expect(
    await parts.db.selectFrom('uploads').select('id').where('person_id', '=', buyer.id).execute(),
  ).toEqual([])
  const nothing = {
    name: '',
    email: null,
    password_hash: null,
    address: null,
    phone: null,
    picture: null,
  }
  expect(await rowOf(buyer.id)).toMatchObject(nothing)
  await removeExpiredPhotos(parts, new Date(Date.now() + 2 * 86_400_000))
  const hash = photoHash(profilePic ?? '') ?? ''
  expect(
    await parts.db.selectFrom('photos').select('hash').where('hash', '=', hash).execute(),
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
  expect(texts.join('\n')).not.toMatch(/Lake Road|9876543210/)
  expect(texts[0]).toMatch(/^Order \w{6} created: /)
  expect(
    (await as(seller).call(sendMessage, { chatId, message: 'Are you there?' })).refusal.code,
  ).toBe('chat_read_only')
  const left = await parts.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(left)).not.toMatch(new RegExp(`${buyer.name}|Lake Road|9876543210`))
})

test('a seller leaves: the books are off the market, the buyer keeps order and chat of an unknown seller', async () => {
  const { buyer, seller, orderId, chatId, bookId } = await makeOrder()
  await as(seller).call(setOrderStatus, { orderId, status: 'Delivered' })
  const other = await makeBook(seller, { title: `Only of ${seller.id}` })
  const find = async () =>
    (await as().call(listBooks, { search: seller.id, limit: 5 })).body.map(({ _id }) => _id)
  expect(await find()).toEqual([other])
  await as(seller).call(updateSellerProfile, { phone: '9876543210' })
  const gone = await as(seller).call(deleteSellerAccount, {})
  expect([gone.status, gone.body]).toEqual([200, { message: 'Account deleted!' }])
  expect(await find()).toEqual([])
  for (const id of [bookId, other])
    expect((await as().call(readBook, { id })).refusal.message).toBe('Book not found.')
  expect((await as(buyer).call(startChat, { bookId: other })).refusal.code).toBe('book_not_found')

  const [order] = (await as(buyer).call(listBuyerOrders, { userId: buyer.id })).body
  expect(order).toMatchObject({
    seller: { name: 'Unknown' },
    deliveryAddress: '12 Lake Road, Pune',
    phoneNumber: '9876543210',
  })
  const [chat] = (await as(buyer).call(listChats, {})).body
  expect(chat).toMatchObject({
    _id: chatId,
    seller: { name: 'Unknown' },
    book: { title: order?.book.title },
    can: [],
  })
  expect(await rowOf(seller.id)).toMatchObject({
    name: '',
    email: null,
    phone: null,
    shop_name: null,
  })
})

test('the email is free again, and the other account of the same human stays', async () => {
  const { parts } = await testApp()
  const form = {
    name: 'Asha',
    address: 'Pune',
    email: `${crypto.randomUUID()}@example.com`,
    password: 'monsoon-library-42',
  }
  await as().call(signUpBuyer, form, { ip: '10.7.0.1' })
  const buyer = (await as().call(logInBuyer, form, { ip: '10.7.0.1' })).body
  const seller = await makePerson('seller', { shop: true })
  await updatePerson(parts.db, seller.id, { human_id: (await rowOf(buyer.userId)).human_id })
  expect((await as(buyer).call(switchRole, {})).status).toBe(200)
  expect((await as(buyer).call(deleteBuyerAccount, {})).status).toBe(200)
  expect((await as().call(logInBuyer, form, { ip: '10.7.0.2' })).refusal.message).toBe(
    'Invalid email or password.',
  )
  expect((await as(seller).call(switchRole, {})).refusal.code).toBe('no_account_there')
  expect((await as().call(signUpBuyer, form, { ip: '10.7.0.1' })).status).toBe(201)
  const again = (await as().call(logInBuyer, form, { ip: '10.7.0.1' })).body
  expect(again.userId).not.toBe(buyer.userId)
})

const terms = {
  orderType: 'purchase',
  deliveryAddress: '12 Lake Road, Pune',
  phoneNumber: '9876543210',
}
const open = async (personId: string) =>
  (await db())
    .selectFrom('orders')
    .select('id')
    .where((where) =>
      where.or([where('buyer_id', '=', personId), where('seller_id', '=', personId)]),
    )
    .where('status', '=', 'Pending')
    .execute()

test.each(['buyer', 'seller'] as const)('no order slips in while its %s leaves', async (side) => {
  for (let round = 0; round < 30; round++) {
    const first = await makeChat()
    const second = await makeChat(
      side === 'buyer' ? { buyer: first.buyer } : { seller: first.seller },
    )
    const leaver = first[side]
    const leave = () =>
      as(leaver).call(side === 'buyer' ? deleteBuyerAccount : deleteSellerAccount, {})
    const order = (chat: typeof first) => () =>
      as(chat.seller).call(placeOrder, { ...terms, chatId: chat.chatId })
    // Each in its turn comes first.
    const calls = [order(first), leave, order(second)]
    const answers = await Promise.all(
      calls.map((_, place) => calls[(place + round) % calls.length]?.()),
    )
    const statuses = answers.map((answer) => answer?.status)
    const orders = await open(leaver.id)
    expect(
      statuses.every((status) => [200, 201, 401, 409].includes(status ?? 0)),
      statuses.join(),
    ).toBe(true)
    // Who stays does so for an open order; who left has none.
    const stays = (await rowOf(leaver.id)).deleted_at === null
    expect(orders.length > 0, statuses.join()).toBe(stays)
  }
})

test('many at once: an account is deleted once', async () => {
  const buyer = await makePerson('buyer')
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => as(buyer).call(deleteBuyerAccount, {})),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401])
})

test('a cancelled order is not opened again for a buyer who is gone', async () => {
  const { buyer, seller, orderId } = await makeOrder()
  await as(seller).call(setOrderStatus, { orderId, status: 'Cancelled' })
  const [leaving, opening] = await Promise.all([
    as(buyer).call(deleteBuyerAccount, {}),
    as(seller).call(setOrderStatus, { orderId, status: 'Pending' }),
  ])
  // Whichever comes first refuses the other: a Pending order keeps its buyer until they cancel it.
  expect([200, 409]).toContain(leaving.status)
  expect(opening.status).toBe(leaving.status === 200 ? 409 : 200)
  expect(await open(buyer.id)).toHaveLength(leaving.status === 200 ? 0 : 1)
})

/** Puts the login of a session so many milliseconds back. */
async function age(token: string, ms: number) {
  const { parts } = await testApp()
  const at = new Date(Date.now() - ms)
  await parts.db
    .updateTable('sessions')
    .set({ created_at: at })
    .where('token_hash', '=', Buffer.from(hashToken(token), 'hex'))
    .execute()
}

test.each(['buyer', 'seller'] as const)(
  'a %s who logged in more than a day ago is asked for the password before leaving',
  async (side) => {
    const email = `${crypto.randomUUID()}@example.com`
    const form = { name: 'Asha', email, password }
    if (side === 'buyer') await as().call(signUpBuyer, { ...form, address: 'Pune' })
    else await as().call(signUpSeller, { ...form, sellerType: 'student' })
    const { body } = await as().call(side === 'buyer' ? logInBuyer : logInSeller, {
      email,
      password,
    })
    const leave = (ask: { password?: string }) =>
      as(body).call(side === 'buyer' ? deleteBuyerAccount : deleteSellerAccount, ask)
    await age(body.token, dayMs + 1000)
    for (const ask of [{}, { password: '' }]) {
      const asked = await leave(ask)
      expect([asked.status, asked.refusal.code]).toEqual([403, 'password_needed'])
      expect(asked.refusal.fields).toEqual({
        password: 'Please enter your password to delete your account.',
      })
    }
    const wrong = await leave({ password: 'not the one' })
    expect([wrong.status, wrong.refusal.fields]).toEqual([
      400,
      { password: 'The current password is not right.' },
    ])
    expect((await rowOf(body.userId)).deleted_at).toBeNull()
    expect((await leave({ password })).status).toBe(200)
    expect((await rowOf(body.userId)).deleted_at).not.toBeNull()
  },
)

test('a password that comes along is checked though nobody asked for it, and guesses at it are counted', async () => {
  const email = `${crypto.randomUUID()}@example.com`
  await as().call(signUpBuyer, { name: 'Asha', address: 'Pune', email, password })
  const { body } = await as().call(logInBuyer, { email, password })
  const ip = '10.7.1.1'
  for (let n = 0; n < 5; n++)
    expect((await as(body).call(deleteBuyerAccount, { password: 'a guess' }, { ip })).status).toBe(
      400,
    )
  expect((await as(body).call(deleteBuyerAccount, { password }, { ip })).refusal.code).toBe(
    'too_many_attempts',
  )
})

test('switching to the other account and back is no login', async () => {
  const email = `${crypto.randomUUID()}@example.com`
  await as().call(signUpBuyer, { name: 'Asha', address: 'Pune', email, password })
  await as().call(signUpSeller, { name: 'Asha', sellerType: 'student', email, password })
  const old = (await as().call(logInBuyer, { email, password })).body
  await age(old.token, dayMs + 1000)
  const seller = (await as(old).call(switchRole, {})).body
  expect((await as(seller).call(deleteSellerAccount, {})).refusal.code).toBe('password_needed')
  const buyer = (await as(seller).call(switchRole, {})).body
  expect((await as(buyer).call(deleteBuyerAccount, {})).refusal.code).toBe('password_needed')
})

test('an account isn’t deleted by a session that ends meanwhile', async () => {
  for (let round = 0; round < 6; round++) {
    const buyer = await makePerson('buyer')
    const phone = await secondSession(buyer)
    const [ended, gone] = await Promise.all([
      as(phone).call(logOutOtherSessions, {}),
      as(buyer).call(deleteBuyerAccount, {}),
    ])
    expect([ended.status, gone.status].sort()).toEqual([200, 401])
  }
})
