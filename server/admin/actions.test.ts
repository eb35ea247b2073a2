import { expect, test } from 'vitest'
import { logInAdmin, logInBuyer, signUpBuyer } from '#contract/accounts/auth.ts'
import { listNotifications } from '#contract/accounts/notifications.ts'
import {
  changeAdminPassword,
  listBuyers,
  listSellers,
  releaseSellerListings,
  removeAnyBook,
  toggleBuyer,
  toggleSeller,
} from '#contract/admin/admin.ts'
import { listAuditLog } from '#contract/admin/audit-log.ts'
import { listBooks, listOwnBooks, readBook } from '#contract/books/books.ts'
import { readChat, sendMessage } from '#contract/chats.ts'
import { listBuyerOrders, listSellerOrders, setOrderStatus } from '#contract/orders/orders.ts'
import { ensureAdmin } from '#server/accounts/auth/first-admin.ts'
import { setBookHidden } from '#server/books/hidden-books.ts'
import { newId } from '#server/platform/database/ids.ts'
import {
  as,
  makeAccount,
  makeBook,
  makeChat,
  makeOrder,
  type TestAccount,
  testApp,
} from '#server/testing.ts'
import {
  connect,
  getConnectError,
  secondSession,
  waitForDisconnect,
  waitForEvent,
} from '#server/testing-live.ts'

const blockedMessage = 'Your account has been blocked. Please contact support.'
const auditEntriesOf = async (admin: TestAccount, targetId: string) =>
  (await as(admin).call(listAuditLog, {})).body.filter(({ target }) => target._id === targetId)

test('a block ends sessions and live connections at once, and unblocking allows a new login', async () => {
  const admin = await makeAccount('admin')
  const form = {
    name: 'Asha Patil',
    address: '12 Lake Road, Pune',
    email: `${newId()}@example.com`,
    password: 'monsoon-library-42',
  }
  await as().call(signUpBuyer, form)
  const { body: buyer } = await as().call(logInBuyer, form)
  const device = await connect(buyer)
  const received = waitForEvent(device, 'session_ended')
  const closed = waitForDisconnect(device)

  const { status, body } = await as(admin).call(toggleBuyer, { id: buyer.userId })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    _id: buyer.userId,
    name: 'Asha Patil',
    email: form.email,
    status: 'blocked',
  })
  expect(await received).toEqual({ message: blockedMessage })
  await closed
  expect(await getConnectError({ token: buyer.token })).toBe('session_ended')
  expect((await as(buyer).call(listBuyerOrders, { userId: buyer.userId })).error.code).toBe(
    'session_ended',
  )
  const login = await as().call(logInBuyer, form)
  expect([login.status, login.error.message]).toEqual([403, blockedMessage])
  expect((await as().call(logInBuyer, { ...form, password: 'a wrong one' })).status).toBe(401)

  expect((await as(admin).call(toggleBuyer, { id: buyer.userId })).body.status).toBe('active')
  expect((await as().call(logInBuyer, form)).status).toBe(200)
  const reason = 'Asked buyers to pay in advance.'
  await as(admin).call(toggleBuyer, { id: buyer.userId, status: 'blocked', reason })
  const refused = await as().call(logInBuyer, form)
  expect(refused.error.message).toBe(`${blockedMessage} Reason: ${reason}`)
  expect((await as().call(logInBuyer, { ...form, password: 'a wrong one' })).status).toBe(401)
  const better = 'Asked three buyers to pay in advance.'
  await as(admin).call(toggleBuyer, { id: buyer.userId, status: 'blocked', reason: better })
  expect((await as().call(logInBuyer, form)).error.message).toContain(better)
  await as(admin).call(toggleBuyer, { id: buyer.userId, status: 'active' })
  await as(admin).call(toggleBuyer, { id: buyer.userId, status: 'blocked' })
  expect((await as().call(logInBuyer, form)).error.message).toBe(blockedMessage)
  expect((await as(buyer).call(listBuyerOrders, { userId: buyer.userId })).status).toBe(401)
})

test('a blocked seller’s books are hidden, their chats read-only, and their orders can be completed', async () => {
  const admin = await makeAccount('admin')
  const title = `Vanishing ${newId()}`
  const { seller, buyer, chatId, bookId, orderId } = await makeOrder({ book: { title, copies: 2 } })
  const countListed = async () => (await as().call(listBooks, { search: title })).body.length
  expect([await countListed(), (await as().call(readBook, { id: bookId })).status]).toEqual([
    1, 200,
  ])

  expect((await as(admin).call(toggleSeller, { id: seller.id })).body.status).toBe('blocked')
  expect(await countListed()).toBe(0)
  const hidden = await as().call(readBook, { id: bookId })
  expect([hidden.status, hidden.error.message]).toEqual([404, 'Book not found.'])
  expect((await as(buyer).call(readChat, { id: chatId })).body.can).toEqual([])
  expect((await as(buyer).call(sendMessage, { chatId, message: 'Hello?' })).error.code).toBe(
    'chat_read_only',
  )
  expect((await as(buyer).call(listBuyerOrders, { userId: buyer.id })).body).toMatchObject([
    { _id: orderId, seller: { blocked: true }, can: ['cancel', 'receive'] },
  ])

  expect((await as(admin).call(toggleSeller, { id: seller.id })).body.status).toBe('active')
  expect(await countListed()).toBe(0)
  await as(admin).call(releaseSellerListings, { id: seller.id })
  expect([await countListed(), (await as().call(readBook, { id: bookId })).status]).toEqual([
    1, 200,
  ])
  expect((await as(buyer).call(sendMessage, { chatId, message: 'Hello?' })).status).toBe(201)
})

test('unblocking is logged with its reason, and listings stay hidden until an admin releases them', async () => {
  const admin = await makeAccount('admin')
  const seller = await makeAccount('seller')
  const title = `Lottery ${newId()}`
  const [bookId, other] = [await makeBook(seller, { title }), await makeBook(seller, { title })]
  const { db } = (await testApp()).context
  await setBookHidden(db, other, 'A photocopy.', new Date())
  const countListed = async () => (await as().call(listBooks, { search: title })).body.length
  const toggle = (status: 'active' | 'blocked', reason?: string) =>
    as(admin).call(toggleSeller, { id: seller.id, status, reason })
  await toggle('blocked', 'Sells nothing.')
  const early = await as(admin).call(releaseSellerListings, { id: seller.id })
  expect([early.status, early.error.code]).toEqual([409, 'account_inactive'])

  const unblocked = await toggle('active', 'It was a mix-up.')
  expect(unblocked.body).toMatchObject({ status: 'active', listingsToRelease: 1 })
  expect(await countListed()).toBe(0)
  expect((await as(admin).call(listSellers, { search: seller.email })).body).toMatchObject([
    { listingsToRelease: 1 },
  ])
  const session = await secondSession(seller)
  const own = (await as(session).call(listOwnBooks, {})).body
  expect(own.find(({ _id }) => _id === bookId)?.hiddenReason).toBe(
    'Your account was blocked. Our team checks the listing before buyers see it again.',
  )

  const release = { id: seller.id, reason: 'Checked all of them.' }
  const released = await as(admin).call(releaseSellerListings, release)
  expect([released.body.listingsToRelease, await countListed()]).toEqual([undefined, 1])
  const stillHidden = (await as(session).call(listOwnBooks, {})).body
  expect(stillHidden.find(({ _id }) => _id === other)?.hiddenReason).toBe('A photocopy.')
  expect((await as(session).call(listNotifications, {})).body[0]?.text).toBe(
    'An admin released your listing. Buyers see it again.',
  )
  const again = await as(admin).call(releaseSellerListings, { id: seller.id })
  expect(again.status).toBe(200)
  const entries = await auditEntriesOf(admin, seller.id)
  expect(entries.map(({ what, reason }) => [what, reason])).toEqual([
    ['release-books', 'Checked all of them.'],
    ['unblock', 'It was a mix-up.'],
    ['block', 'Sells nothing.'],
  ])
})

test('with the wanted status a double click changes it once, with one audit entry', async () => {
  const admin = await makeAccount('admin')
  const buyer = await makeAccount('buyer', { name: 'Kiran Rao' })
  const block = () => as(admin).call(toggleBuyer, { id: buyer.id, status: 'blocked' })
  for (const { body } of await Promise.all([block(), block()])) expect(body.status).toBe('blocked')
  expect(await auditEntriesOf(admin, buyer.id)).toMatchObject([
    {
      what: 'block',
      admin: { _id: admin.id, name: admin.name },
      target: { kind: 'buyer', _id: buyer.id, name: 'Kiran Rao' },
    },
  ])
  expect((await as(admin).call(toggleBuyer, { id: buyer.id, status: 'active' })).body.status).toBe(
    'active',
  )
  expect((await auditEntriesOf(admin, buyer.id)).map(({ what }) => what)).toEqual([
    'unblock',
    'block',
  ])
  // If `status` is absent, each call toggles it.
  const toggle = async () => (await as(admin).call(toggleBuyer, { id: buyer.id })).body.status
  expect([await toggle(), await toggle()]).toEqual(['blocked', 'active'])
})

test('unknown accounts, accounts of the other role and admins cannot be blocked', async () => {
  const admin = await makeAccount('admin')
  for (const id of [newId(), (await makeAccount('seller')).id, admin.id]) {
    const { status, error } = await as(admin).call(toggleBuyer, { id })
    expect([status, error.message]).toEqual([404, 'Account not found.'])
  }
  const buyer = await makeAccount('buyer')
  expect((await as(admin).call(toggleSeller, { id: buyer.id })).status).toBe(404)
  expect((await as(admin).call(toggleBuyer, { id: 'x' })).error.fields?.id).toBe(
    'This is not a valid id.',
  )
  const invalid = await as(admin).call(toggleBuyer, { id: buyer.id, status: 'gone' as never })
  expect([invalid.status, invalid.error.message]).toEqual([400, 'The status is active or blocked.'])
  expect((await as(admin).call(listBuyers, { search: buyer.email })).body[0]?.status).toBe('active')
  expect(
    (await as(admin).call(listAuditLog, {})).body.filter(({ target }) => target._id === buyer.id),
  ).toEqual([])
})

const lastText = async (account: TestAccount, id: string) =>
  (await as(account).call(readChat, { id })).body.messages.at(-1)?.message

test('removing a book with a reason cancels its pending orders, and every chat about it gets one message', async () => {
  const admin = await makeAccount('admin')
  const seller = await makeAccount('seller')
  const title = `Photocopied ${newId()}`
  const pending = await makeOrder({ seller, book: { title, copies: 3 } })
  const { bookId } = pending
  const shipped = await makeOrder({ seller, bookId })
  await as(seller).call(setOrderStatus, { orderId: shipped.orderId, status: 'Shipped' })
  const chatOnly = await makeChat({ seller, bookId })
  const receivedMessage = waitForEvent(await connect(chatOnly.buyer), 'receive_message')
  const receivedOrder = waitForEvent(await connect(pending.buyer), 'order_updated')

  const reason = 'This is a photocopy, which is not allowed here.'
  const { status, body } = await as(admin).call(removeAnyBook, { id: bookId, reason })
  expect([status, body.message]).toEqual([200, 'Book deleted.'])
  const text = `An admin took this book off the market. Reason: ${reason}`
  expect(await receivedMessage).toMatchObject({
    chatId: chatOnly.chatId,
    senderModel: 'System',
    message: text,
  })
  expect(await receivedOrder).toMatchObject({ orderId: pending.orderId, status: 'Cancelled' })

  expect((await as().call(listBooks, { search: title })).body).toEqual([])
  expect((await as().call(readBook, { id: bookId })).status).toBe(404)
  const orders = (await as(seller).call(listSellerOrders, { userId: seller.id })).body
  expect(orders.map(({ _id, status }) => [_id, status])).toEqual([
    [shipped.orderId, 'Shipped'],
    [pending.orderId, 'Cancelled'],
  ])
  expect(orders[1]?.history.at(-1)).toMatchObject({ status: 'Cancelled', by: 'Admin' })
  expect(orders[1]?.book.title).toBe(title)
  expect(await lastText(seller, pending.chatId)).toMatch(new RegExp(`is now Cancelled\\. ${text}$`))
  for (const { chatId } of [shipped, chatOnly]) expect(await lastText(seller, chatId)).toBe(text)
  const chat = (await as(chatOnly.buyer).call(readChat, { id: chatOnly.chatId })).body
  expect(chat.messages.filter(({ senderModel }) => senderModel === 'System')).toHaveLength(1)
  expect(chat.unreadMessages).toBe(1)

  expect(await auditEntriesOf(admin, bookId)).toMatchObject([
    { what: 'delete-book', target: { kind: 'book', name: title }, reason },
  ])
  const again = await as(admin).call(removeAnyBook, { id: bookId, reason })
  expect([again.status, again.error.message]).toEqual([404, 'Book not found.'])
  expect(await auditEntriesOf(admin, bookId)).toHaveLength(1)
})

test('the seller of a removed book gets a notification, and a live message', async () => {
  const seller = await makeAccount('seller')
  const id = await makeBook(seller, { title: 'Soil Mechanics' })
  const received = waitForEvent(await connect(seller), 'notice')
  await as(await makeAccount('admin')).call(removeAnyBook, { id, reason: 'A photocopy.' })
  const message = "An admin took 'Soil Mechanics' off the market. Reason: A photocopy."
  expect(await received).toEqual({ message })
  expect((await as(seller).call(listNotifications, {})).body).toMatchObject([
    { kind: 'listing', text: message, isRead: false },
  ])
})

test('of two admins who remove a book at once one succeeds', async () => {
  const admins = [await makeAccount('admin'), await makeAccount('admin')]
  const { bookId, chatId, seller } = await makeChat()
  const responses = await Promise.all(
    admins.map((admin) => as(admin).call(removeAnyBook, { id: bookId })),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 404])
  const { messages } = (await as(seller).call(readChat, { id: chatId })).body
  expect(messages.map(({ message }) => message)).toEqual([
    'An admin took this book off the market.',
  ])
})

test('removing an unknown book, or with a reason that is too long, is rejected', async () => {
  const admin = await makeAccount('admin')
  expect((await as(admin).call(removeAnyBook, { id: newId() })).error.message).toBe(
    'Book not found.',
  )
  expect((await as(admin).call(removeAnyBook, { id: 'x' })).status).toBe(400)
  const id = await makeBook(await makeAccount('seller'))
  const tooLong = await as(admin).call(removeAnyBook, { id, reason: 'x'.repeat(501) })
  expect(tooLong.error.fields).toEqual({ reason: 'Reason can have at most 500 characters.' })
  expect((await as().call(readBook, { id })).status).toBe(200)
})

test('the audit log is listed in pages, the newest first', async () => {
  const admin = await makeAccount('admin')
  const seller = await makeAccount('seller')
  for (let n = 0; n < 3; n++) await as(admin).call(toggleSeller, { id: seller.id })
  const first = await as(admin).call(listAuditLog, { limit: 2 })
  expect(first.body.map(({ what }) => what)).toEqual(['block', 'unblock'])
  const link = String(first.headers.link)
  const cursor =
    new URL(/<([^>]+)>; rel="next"/.exec(link)?.[1] ?? '', 'http://x').searchParams.get('cursor') ??
    ''
  const second = await as(admin).call(listAuditLog, { limit: 2, cursor })
  expect(second.body[0]).toMatchObject({ what: 'block', target: { _id: seller.id } })
  // People with the same name are distinguished by their emails.
  const { db } = (await testApp()).context
  const emailOf = async (id: string) =>
    (await db.selectFrom('accounts').select('email').where('id', '=', id).executeTakeFirstOrThrow())
      .email
  expect([second.body[0]?.admin.email, second.body[0]?.target.email]).toEqual([
    await emailOf(admin.id),
    await emailOf(seller.id),
  ])
})

const password = 'monsoon-keeper-24'
const newPassword = 'a-better-monsoon-25'
async function makeAdmin() {
  const { context } = await testApp()
  const email = `${newId()}@example.com`
  await ensureAdmin(context.db, { email, password })
  const logIn = (password: string) =>
    as().call(logInAdmin, { email, password }, { ip: `10.8.${Math.floor(Math.random() * 250)}.7` })
  return { email, logIn, first: (await logIn(password)).body, second: (await logIn(password)).body }
}

test('an admin’s password change ends their other sessions and live connections', async () => {
  const { logIn, first, second } = await makeAdmin()
  const [kept, other] = [await connect(first), await connect(second)]
  const closed = waitForDisconnect(other)
  const { status, body } = await as(first).call(changeAdminPassword, {
    currentPassword: password,
    newPassword,
  })
  expect([status, body.message]).toEqual([200, 'Password updated successfully!'])
  await closed
  expect(kept.socket.connected).toBe(true)
  expect((await as(second).call(listAuditLog, {})).error.code).toBe('session_ended')
  expect((await as(first).call(listAuditLog, {})).status).toBe(200)
  expect((await logIn(password)).status).toBe(401)
  expect((await logIn(newPassword)).status).toBe(200)
  expect(
    (await as(first).call(changeAdminPassword, { password: newPassword, newPassword: password }))
      .status,
  ).toBe(200)
})

const notRight = 'The current password is not right.'
const missing = 'The current password is required.'

test.each([
  [{ currentPassword: 'a wrong one', newPassword }, 'currentPassword', notRight],
  [{ password: 'a wrong one', newPassword }, 'password', notRight],
  [{ newPassword }, 'currentPassword', missing],
  [{ currentPassword: '', newPassword }, 'currentPassword', missing],
  [
    { currentPassword: password, newPassword: 'short' },
    'newPassword',
    'Password must have at least 8 characters.',
  ],
])('the password change %o is rejected', async (input, field, message) => {
  const { first, second } = await makeAdmin()
  const { status, error } = await as(first).call(changeAdminPassword, input, { ip: '10.7.0.1' })
  expect([status, error.message, error.fields]).toEqual([400, message, { [field]: message }])
  expect((await as(second).call(listAuditLog, {})).status).toBe(200)
})

test('guesses at the old password have the same limits as logins', async () => {
  const { first, email } = await makeAdmin()
  const ip = '10.7.0.2'
  const guess = (currentPassword: string) =>
    as(first).call(changeAdminPassword, { currentPassword, newPassword }, { ip })
  for (let n = 0; n < 5; n++) expect((await guess(`guess ${n}`)).status).toBe(400)
  const sixth = await guess(password)
  expect([sixth.status, sixth.error.code]).toEqual([429, 'too_many_attempts'])
  expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(800)
  expect((await as().call(logInAdmin, { email, password }, { ip })).status).toBe(429)
})
