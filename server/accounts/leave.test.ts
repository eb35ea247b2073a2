// Leaving: what is refused, what is erased, what stays with the others, and what can't slip in between.
import { expect, test } from 'vitest'
import { deleteBuyerAccount, deleteSellerAccount, readBuyerProfile, updateBuyerProfile, updateSellerProfile } from '#contract/accounts.ts'
import { logInBuyer, signUpBuyer, switchRole } from '#contract/auth.ts'
import { listBooks, readBook } from '#contract/books.ts'
import { listChats, readChat, sendMessage, startChat } from '#contract/chats.ts'
import { listBuyerOrders, listSellerOrders, placeOrder, rateOrder, returnOrder, setOrderStatus, shortOrderId } from '#contract/orders.ts'
import { photoHash } from '#contract/photos.ts'
import { updatePerson } from '#server/people/store.ts'
import { sweepPhotos } from '#server/photos/store.ts'
import { as, makeBook, makeChat, makeOrder, makePerson, makePictures, testApp } from '#server/testing.ts'
import { connect, ended, next } from '#server/testing-live.ts'

const db = async () => (await testApp()).parts.db
const rowOf = async (id: string) => (await db()).selectFrom('people').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test.each(['Pending', 'Shipped', 'rented'] as const)('nobody leaves while an order is %s, and the refusal names it', async (state) => {
  const { buyer, seller, orderId } = await makeOrder(state === 'rented' ? { days: 3 } : {})
  const status = state === 'rented' ? 'Delivered' : state
  await as(seller).call(setOrderStatus, { orderId, status })
  for (const refused of [await as(buyer).call(deleteBuyerAccount, {}), await as(seller).call(deleteSellerAccount, {})]) {
    expect([refused.status, refused.refusal.code]).toEqual([409, 'account_has_orders'])
    expect(refused.refusal.message).toBe(`Order ${shortOrderId(orderId)} is still open. Finish or cancel it first.`)
  }
  expect((await as(buyer).call(readBuyerProfile, {})).status).toBe(200)
  if (state === 'rented') await as(seller).call(returnOrder, { orderId })
  else await as(seller).call(setOrderStatus, { orderId, status: 'Cancelled' })
  expect((await as(buyer).call(deleteBuyerAccount, {})).status).toBe(200)
  expect((await as(seller).call(deleteSellerAccount, {})).status).toBe(200)
})

test('a buyer leaves: erased, signed out, and the seller keeps order and chat of an unknown buyer', async () => {
  const { parts } = await testApp()
  const { buyer, seller, orderId, chatId } = await makeOrder()
  await as(seller).call(setOrderStatus, { orderId, status: 'Delivered' })
  await as(buyer).call(rateOrder, { orderId, book: 5, seller: 4 })
  await as(buyer).call(sendMessage, { chatId, message: 'Thank you!' })
  const [picture] = await makePictures(1)
  const { profilePic } = (await as(buyer).call(updateBuyerProfile, { address: 'Pune', phone: '9876543210', profilePic: picture })).body
  const device = await connect(buyer)
  const [heard, closed] = [next(device, 'session_ended'), ended(device)]
  const gone = await as(buyer).call(deleteBuyerAccount, {})
  expect([gone.status, gone.body]).toEqual([200, { message: 'Account deleted successfully!' }])
  expect(await heard).toEqual({ message: 'Your account was deleted.' })
  await closed
  expect((await as(buyer).call(readBuyerProfile, {})).refusal.code).toBe('session_ended')
  expect((await as(buyer).call(deleteBuyerAccount, {})).refusal.code).toBe('session_ended')

  expect(await parts.db.selectFrom('notices').select('id').where('person_id', '=', buyer.id).execute()).toEqual([])
  const nothing = { name: '', email: null, password_hash: null, address: null, phone: null, picture: null }
  expect(await rowOf(buyer.id)).toMatchObject(nothing)
  await sweepPhotos(parts.db, parts.storage, new Date(Date.now() + 2 * 86_400_000))
  const hash = photoHash(profilePic ?? '') ?? ''
  expect(await parts.db.selectFrom('photos').select('hash').where('hash', '=', hash).execute()).toEqual([])

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
  expect((await as(seller).call(sendMessage, { chatId, message: 'Are you there?' })).refusal.code).toBe('chat_read_only')
  const left = await parts.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  expect(JSON.stringify(left)).not.toMatch(new RegExp(`${buyer.name}|Lake Road|9876543210`))
})

test('a seller leaves: the books are off the market, the buyer keeps order and chat of an unknown seller', async () => {
  const { buyer, seller, orderId, chatId, bookId } = await makeOrder()
  await as(seller).call(setOrderStatus, { orderId, status: 'Delivered' })
  const other = await makeBook(seller, { title: `Only of ${seller.id}` })
  const find = async () => (await as().call(listBooks, { search: seller.id, limit: 5 })).body.map(({ _id }) => _id)
  expect(await find()).toEqual([other])
  await as(seller).call(updateSellerProfile, { phone: '9876543210' })
  const gone = await as(seller).call(deleteSellerAccount, {})
  expect([gone.status, gone.body]).toEqual([200, { message: 'Account deleted!' }])
  expect(await find()).toEqual([])
  for (const id of [bookId, other]) expect((await as().call(readBook, { id })).refusal.message).toBe('Book not found.')
  expect((await as(buyer).call(startChat, { bookId: other })).refusal.code).toBe('book_not_found')

  const [order] = (await as(buyer).call(listBuyerOrders, { userId: buyer.id })).body
  expect(order).toMatchObject({ seller: { name: 'Unknown' }, deliveryAddress: '12 Lake Road, Pune', phoneNumber: '9876543210' })
  const [chat] = (await as(buyer).call(listChats, {})).body
  expect(chat).toMatchObject({ _id: chatId, seller: { name: 'Unknown' }, book: { title: order?.book.title }, can: [] })
  expect(await rowOf(seller.id)).toMatchObject({ name: '', email: null, phone: null, shop_name: null })
})

test('the email is free again, and the other account of the same human stays', async () => {
  const { parts } = await testApp()
  const form = { name: 'Asha', address: 'Pune', email: `${crypto.randomUUID()}@example.com`, password: 'monsoon-library-42' }
  await as().call(signUpBuyer, form, { ip: '10.7.0.1' })
  const buyer = (await as().call(logInBuyer, form, { ip: '10.7.0.1' })).body
  const seller = await makePerson('seller', { shop: true })
  await updatePerson(parts.db, seller.id, { human_id: (await rowOf(buyer.userId)).human_id })
  expect((await as(buyer).call(switchRole, {})).status).toBe(200)
  expect((await as(buyer).call(deleteBuyerAccount, {})).status).toBe(200)
  expect((await as().call(logInBuyer, form, { ip: '10.7.0.2' })).refusal.message).toBe('Invalid email or password.')
  expect((await as(seller).call(switchRole, {})).refusal.code).toBe('no_account_there')
  expect((await as().call(signUpBuyer, form, { ip: '10.7.0.1' })).status).toBe(201)
  const again = (await as().call(logInBuyer, form, { ip: '10.7.0.1' })).body
  expect(again.userId).not.toBe(buyer.userId)
})

const terms = { orderType: 'purchase', deliveryAddress: '12 Lake Road, Pune', phoneNumber: '9876543210' }
const open = async (personId: string) =>
  (await db())
    .selectFrom('orders')
    .select('id')
    .where((where) => where.or([where('buyer_id', '=', personId), where('seller_id', '=', personId)]))
    .where('status', '=', 'Pending')
    .execute()

test.each(['buyer', 'seller'] as const)('no order slips in while its %s leaves', { timeout: 120_000 }, async (side) => {
  for (let round = 0; round < 30; round++) {
    const first = await makeChat()
    const second = await makeChat(side === 'buyer' ? { buyer: first.buyer } : { seller: first.seller })
    const leaver = first[side]
    const leave = () => as(leaver).call(side === 'buyer' ? deleteBuyerAccount : deleteSellerAccount, {})
    const order = (chat: typeof first) => () => as(chat.seller).call(placeOrder, { ...terms, chatId: chat.chatId })
    // Each in its turn comes first.
    const calls = [order(first), leave, order(second)]
    const answers = await Promise.all(calls.map((_, place) => calls[(place + round) % calls.length]?.()))
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
  const answers = await Promise.all(Array.from({ length: 6 }, () => as(buyer).call(deleteBuyerAccount, {})))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401])
})

test('a cancelled order is not opened again for a buyer who is gone', async () => {
  const { buyer, seller, orderId } = await makeOrder()
  await as(seller).call(setOrderStatus, { orderId, status: 'Cancelled' })
  const [leaving, opening] = await Promise.all([
    as(buyer).call(deleteBuyerAccount, {}),
    as(seller).call(setOrderStatus, { orderId, status: 'Pending' }),
  ])
  expect([leaving.status, opening.status].sort()).toEqual([200, 409])
})
