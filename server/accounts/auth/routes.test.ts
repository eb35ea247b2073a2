import { expect, test } from 'vitest'
import {
  logInAdmin,
  logInBuyer,
  logInSeller,
  logOut,
  signUpBuyer,
  signUpSeller,
  switchRole,
} from '#contract/accounts/auth.ts'
import { readBook } from '#contract/books/books.ts'
import type { Role } from '#contract/common/endpoint.ts'
import { listSellerOrders } from '#contract/orders/orders.ts'
import { sessionDays } from '#server/accounts/auth/sessions.ts'
import { updateAccount } from '#server/accounts/store.ts'
import { makeMember, password } from '#server/accounts/testing-members.ts'
import { as, makeAccount, makeBook, makeOrder, otherApp, testApp } from '#server/testing.ts'
import { ensureAdmin } from './first-admin.ts'

let count = 0
const newEmail = () => `person${++count}.${process.pid}@example.com`
const freshIp = () => `10.9.${Math.floor(++count / 250)}.${count % 250}`
const buyerForm = (changes: object = {}) => ({
  name: 'Asha',
  address: '12 Lake Road, Pune',
  email: newEmail(),
  password,
  ...changes,
})

test('a buyer signs up and logs in, and the token works until logout', async () => {
  const form = buyerForm()
  const signup = await as().call(signUpBuyer, form)
  expect([signup.status, signup.body.message]).toEqual([201, 'Signup successful! Please log in.'])
  const login = await as().call(logInBuyer, { email: form.email.toUpperCase(), password })
  expect(login.body).toMatchObject({ role: 'buyer', name: 'Asha' })
  expect((await as(login.body).call(logOut, {})).status).toBe(200)
  const after = await as(login.body).call(logOut, {})
  expect([after.status, after.error.code]).toEqual([401, 'session_ended'])
})

test('the right password in the other side’s form opens the account with that email', async () => {
  const form = buyerForm()
  await as().call(signUpBuyer, form)
  const { email } = form
  const other = await as().call(logInSeller, { email, password }, { ip: freshIp() })
  expect([other.status, other.body.role, other.body.name]).toEqual([200, 'buyer', 'Asha'])
  const seller = { name: 'Asha Books', email, password, sellerType: 'student' as const }
  await as().call(signUpSeller, seller, { ip: freshIp() })
  for (const [endpoint, role] of [
    [logInBuyer, 'buyer'],
    [logInSeller, 'seller'],
  ] as const) {
    const { body } = await as().call(endpoint, { email, password }, { ip: freshIp() })
    expect(body.role).toBe(role)
  }
})

test('counts wrong passwords in both forms together', async () => {
  const form = buyerForm()
  await as().call(signUpBuyer, form)
  const ip = freshIp()
  for (const email of [form.email, newEmail()]) {
    const statuses: number[] = []
    for (const endpoint of [
      logInBuyer,
      logInSeller,
      logInBuyer,
      logInSeller,
      logInBuyer,
      logInSeller,
    ])
      statuses.push(
        (await as().call(endpoint, { email, password: 'a wrong guess' }, { ip })).status,
      )
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  }
})

test.each([
  [{ name: ' ' }, 'name', 'Name is required.'],
  [{ email: 'not-an-email' }, 'email', 'Enter a valid email address.'],
  [{ password: 'short' }, 'password', 'Password must have at least 8 characters.'],
  [
    { password: 'Password123' },
    'password',
    'This password is among the most common ones. Please choose another.',
  ],
  [{ address: undefined }, 'address', 'Address is required.'],
])('sign-up rejects %o', async (changes, field, message) => {
  const { status, error } = await as().call(signUpBuyer, buyerForm(changes))
  expect([status, error.fields?.[field]]).toEqual([400, message])
})

test('allows one account of a role per email, whatever its casing', async () => {
  const form = buyerForm()
  await as().call(signUpBuyer, form)
  const again = await as().call(signUpBuyer, { ...form, email: form.email.toUpperCase() })
  expect([again.status, again.error.code]).toEqual([409, 'email_taken'])
})

test('a shop owner needs a shop, and a student must not have one', async () => {
  const signUp = (more: object) =>
    as().call(signUpSeller, { name: 'Ravi', email: newEmail(), password, ...more } as never)
  expect((await signUp({ sellerType: 'shop owner' })).error.fields).toEqual({
    shopName: 'Shop name is required.',
    shopAddress: 'Shop address is required.',
  })
  const student = { sellerType: 'student', shopName: 'X', shopAddress: 'Y' }
  expect((await signUp(student)).status).toBe(400)
  expect((await signUp({ ...student, shopName: '', shopAddress: '' })).status).toBe(201)
})

test('an owner can switch between linked accounts, but not unlinked ones', async () => {
  const { context } = await testApp()
  const taken = await makeMember()
  const stranger = await makeAccount('seller')
  await updateAccount(context.db, stranger.id, { email: taken.email })
  expect((await as(stranger).call(switchRole, {})).error.code).toBe('no_account_there')

  const own = await makeMember()
  await makeMember('seller', own)
  const switched = await as(own).call(switchRole, {})
  expect(switched.body).toMatchObject({ role: 'seller', name: own.name })
})

test('five failures block an account for an address, even if they are concurrent', async () => {
  const { logIn } = await makeMember()
  const ip = '10.2.0.1'
  const guesses = await Promise.all(
    Array.from({ length: 12 }, (_, n) => logIn(`guess-${n}`, { ip })),
  )
  expect(guesses.filter((guess) => guess.status === 401).length).toBeLessThanOrEqual(5)
  // Attempts that were rejected before the check didn't count.
  for (let n = 0; n < 5; n++) await logIn(`later-${n}`, { ip })
  const rightPassword = await logIn(password, { ip })
  expect(rightPassword.status).toBe(429)
  expect(Number(rightPassword.headers['retry-after'])).toBeGreaterThan(800)
  expect((await logIn(password, { ip: '10.2.0.9' })).status).toBe(200)
})

test('nobody switches to a blocked account', async () => {
  const { context } = await testApp()
  const buyer = await makeMember()
  const asSeller = await makeMember('seller', buyer)
  await updateAccount(context.db, buyer.id, { status: 'blocked' })
  const switched = await as(asSeller).call(switchRole, {})
  expect([switched.status, switched.error.code]).toEqual([403, 'blocked'])
})

test('an admin logs in only at the admin login', async () => {
  const { context } = await testApp()
  const admin = { email: newEmail(), password }
  await ensureAdmin(context.db, admin)
  await ensureAdmin(context.db, { ...admin, password: 'another one, later' })
  const login = await as().call(logInAdmin, admin, { ip: freshIp() })
  expect([login.status, login.body.role]).toEqual([200, 'admin'])
  for (const endpoint of [logInBuyer, logInSeller])
    expect((await as().call(endpoint, admin, { ip: freshIp() })).status).toBe(401)
  const { email } = await makeMember()
  expect((await as().call(logInAdmin, { email, password }, { ip: freshIp() })).status).toBe(401)
})

test('thirty failures in an hour block an address for every account', async () => {
  const ip = freshIp()
  const { logIn } = await makeMember()
  const guess = () => as().call(logInBuyer, { email: newEmail(), password: 'a guess' }, { ip })
  for (let n = 0; n < 30; n++) expect((await guess()).status).toBe(401)
  expect((await guess()).status).toBe(429)
  const rightPassword = await logIn(password, { ip })
  expect([rightPassword.status, rightPassword.error.code]).toEqual([429, 'too_many_attempts'])
  expect(Number(rightPassword.headers['retry-after'])).toBeGreaterThan(3500)
})

test.each([1, 0])(
  'behind %i proxies, a forged address does not get around the limits',
  async (trustProxy) => {
    const { app } = await otherApp({ config: { trustProxy } })
    const [{ email }, ip, visitor] = [await makeMember(), freshIp(), freshIp()]
    const logInFrom = (forged: string, password: string) =>
      as().call(
        logInBuyer,
        { email, password },
        { app, ip, headers: { 'x-forwarded-for': `${forged}, ${visitor}` } },
      )
    for (let n = 0; n < 5; n++) expect((await logInFrom(`1.2.3.${n}`, 'a guess')).status).toBe(401)
    expect((await logInFrom('1.2.3.99', password)).status).toBe(429)
  },
)

test('visitors behind one proxy are counted separately', async () => {
  const { app } = await otherApp({ config: { trustProxy: 1 } })
  const [{ email }, ip] = [await makeMember(), freshIp()]
  const logInFrom = (visitor: string, password: string) =>
    as().call(logInBuyer, { email, password }, { app, ip, headers: { 'x-forwarded-for': visitor } })
  for (let n = 0; n < 6; n++) await logInFrom('192.0.2.1', 'a guess')
  expect((await logInFrom('192.0.2.1', password)).status).toBe(429)
  expect((await logInFrom('192.0.2.2', password)).status).toBe(200)
})

test('of concurrent sign-ups with one email one succeeds, and a later one is linked', async () => {
  for (let round = 0; round < 5; round++) {
    const form = buyerForm()
    const { name, email, password } = form
    const openBuyer = () => as().call(signUpBuyer, form)
    const openSeller = () =>
      as().call(signUpSeller, { name, email, password, sellerType: 'student' })
    const responses = await Promise.all([
      openBuyer(),
      openSeller(),
      as().call(signUpBuyer, { ...form, email: email.toUpperCase() }),
    ])
    const [buyer, seller, sameBuyer] = responses.map(({ status }) => status)
    expect([201, 409]).toContain(seller)
    expect([buyer, sameBuyer].filter((status) => status === 201).length).toBeLessThan(2)
    if (seller !== 201) expect((await openSeller()).status).toBe(201)
    if (buyer !== 201 && sameBuyer !== 201) expect((await openBuyer()).status).toBe(201)
    const login = await as().call(logInBuyer, { email, password })
    expect((await as(login.body).call(switchRole, {})).body).toMatchObject({ role: 'seller' })
  }
})

const hourMs = 3_600_000
const dayMs = 24 * hourMs

test('a session expires thirty days after its last use', async () => {
  let now = new Date()
  const { app } = await otherApp({ now: () => now })
  const { body } = await (await makeMember()).logIn(password, { app })
  const isLive = async () =>
    (await as(body).call(switchRole, {}, { app })).error.code === 'no_account_there'
  const advance = (ms: number) => {
    now = new Date(now.getTime() + ms)
  }
  for (let month = 0; month < 3; month++) {
    advance(sessionDays * dayMs - hourMs)
    expect(await isLive()).toBe(true)
  }
  advance(sessionDays * dayMs)
  expect(await isLive()).toBe(false)
})

test('of two tokens, the other account comes before the admin’s', async () => {
  const [admin, account] = [await makeAccount('admin'), await makeAccount('buyer')]
  const headers = { 'auth-token': account.token }
  const book = { id: await makeBook(await makeAccount('seller')) }
  expect((await as(admin).call(readBook, book)).body.can).toEqual([])
  expect((await as(admin).call(readBook, book, { headers })).body.can).toEqual(['chat', 'offer'])
  expect(
    (await as(account).call(readBook, book, { headers: { 'auth-token': admin.token } })).body.can,
  ).toEqual(['chat', 'offer'])
})

test('with two tokens, lists one’s own orders as owner, and others as admin', async () => {
  const { seller, orderId } = await makeOrder()
  const other = await makeOrder()
  const headers = { 'auth-token': seller.token }
  const admin = await makeAccount('admin')
  const list = (userId: string) => as(admin).call(listSellerOrders, { userId }, { headers })
  expect((await list(seller.id)).body).toMatchObject([{ _id: orderId, can: ['set-status'] }])
  expect((await list(other.seller.id)).body).toMatchObject([{ _id: other.orderId, can: [] }])
  expect((await as(seller).call(listSellerOrders, { userId: other.seller.id })).error.code).toBe(
    'not_yours',
  )
})

test('with two tokens, a logout ends the given role’s or the non-admin session', async () => {
  const [admin, account] = [await makeAccount('admin'), await makeAccount('seller')]
  const logout = (input: { role?: Role }) =>
    as(admin).call(logOut, input, { headers: { 'auth-token': account.token } })
  const statuses = async () =>
    (
      await Promise.all(
        [admin, account].map((caller) => as(caller).call(listSellerOrders, { userId: caller.id })),
      )
    ).map(({ status }) => status)
  expect((await logout({ role: 'buyer' })).error.code).toBe('session_ended')
  expect(await statuses()).toEqual([200, 200])
  expect((await logout({ role: 'admin' })).status).toBe(200)
  expect(await statuses()).toEqual([401, 200])
  const [otherAdmin, seller] = [await makeAccount('admin'), await makeAccount('seller')]
  expect(
    (await as(otherAdmin).call(logOut, {}, { headers: { 'auth-token': seller.token } })).status,
  ).toBe(200)
  expect((await as(seller).call(listSellerOrders, { userId: seller.id })).status).toBe(401)
  expect((await as(otherAdmin).call(listSellerOrders, { userId: otherAdmin.id })).status).toBe(200)
})
