import { expect, test } from 'vitest'
import {
  logInAdmin,
  logInBuyer,
  logInSeller,
  logOut,
  signUpBuyer,
  signUpSeller,
  switchRole,
} from '#contract/auth.ts'
import { readBook } from '#contract/books.ts'
import type { Role } from '#contract/endpoint.ts'
import { listSellerOrders } from '#contract/orders.ts'
import { updatePerson } from '#server/accounts/store.ts'
import { as, makeBook, makeOrder, makePerson, otherApp, testApp } from '#server/testing.ts'
import { ensureAdmin } from './first-admin.ts'
import { sessionDays } from './rules.ts'

let count = 0
const email = () => `person${++count}.${process.pid}@example.com`
const password = 'monsoon-library-42'
/** An address that no other test calls from. */
const freshIp = () => `10.9.${Math.floor(++count / 250)}.${count % 250}`
const buyer = (more: object = {}) => ({
  name: 'Asha',
  address: '12 Lake Road, Pune',
  email: email(),
  password,
  ...more,
})

test('a buyer signs up, logs in, and the token opens what is theirs until logout', async () => {
  const form = buyer()
  const signup = await as().call(signUpBuyer, form)
  expect([signup.status, signup.body.message]).toEqual([201, 'Signup successful! Please log in.'])
  const login = await as().call(logInBuyer, { email: form.email.toUpperCase(), password })
  expect(login.body).toMatchObject({ role: 'buyer', name: 'Asha' })
  expect((await as(login.body).call(logOut, {})).status).toBe(200)
  const after = await as(login.body).call(logOut, {})
  expect([after.status, after.refusal.code]).toEqual([401, 'session_ended'])
})

test('both headers are read, and no header is said to be missing', async () => {
  const form = buyer()
  await as().call(signUpBuyer, form)
  const { body } = await as().call(logInBuyer, { email: form.email, password })
  expect((await as().call(logOut, {}, { headers: { 'auth-token': body.token } })).status).toBe(200)
  const none = await as().call(logOut, {})
  expect([none.status, none.refusal.message]).toEqual([401, 'No auth token found. Please log in.'])
})

test('a wrong password, an unknown email and the other role answer alike', async () => {
  const form = buyer()
  await as().call(signUpBuyer, form)
  const answers = await Promise.all([
    as().call(logInBuyer, { email: form.email, password: 'wrong-password' }, { ip: '10.0.0.1' }),
    as().call(logInBuyer, { email: email(), password }, { ip: '10.0.0.2' }),
    as().call(logInSeller, { email: form.email, password }, { ip: '10.0.0.3' }),
  ])
  for (const answer of answers)
    expect([answer.status, answer.refusal.message]).toEqual([401, 'Invalid email or password.'])
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
])('sign-up refuses %o', async (wrong, field, message) => {
  const { status, refusal } = await as().call(signUpBuyer, buyer(wrong))
  expect([status, refusal.fields?.[field]]).toEqual([400, message])
})

test('an email holds one account of a role, whatever its casing', async () => {
  const form = buyer()
  await as().call(signUpBuyer, form)
  const again = await as().call(signUpBuyer, { ...form, email: form.email.toUpperCase() })
  expect([again.status, again.refusal.code]).toEqual([409, 'email_taken'])
})

test('a shop owner needs a shop, a student may not have one', async () => {
  const form = { name: 'Ravi', email: email(), password }
  expect(
    (await as().call(signUpSeller, { ...form, sellerType: 'shop owner' })).refusal.fields,
  ).toEqual({
    shopName: 'Shop name is required.',
    shopAddress: 'Shop address is required.',
  })
  expect(
    (
      await as().call(signUpSeller, {
        ...form,
        sellerType: 'student',
        shopName: 'X',
        shopAddress: 'Y',
      })
    ).status,
  ).toBe(400)
  expect(
    (
      await as().call(signUpSeller, {
        ...form,
        sellerType: 'student',
        shopName: '',
        shopAddress: '',
      })
    ).status,
  ).toBe(201)
})

test('who owns both accounts switches between them; a stranger whose account has the email from before does not', async () => {
  const { parts } = await testApp()
  const taken = await signUp()
  const stranger = await makePerson('seller')
  await updatePerson(parts.db, stranger.id, { email: taken.email })
  expect((await as(stranger).call(switchRole, {})).refusal.code).toBe('no_account_there')

  const own = buyer()
  await as().call(signUpBuyer, own)
  await as().call(signUpSeller, { name: 'Asha', email: own.email, sellerType: 'student', password })
  const login = await as().call(logInBuyer, { email: own.email, password })
  const switched = await as(login.body).call(switchRole, {})
  expect(switched.body).toMatchObject({ role: 'seller', name: 'Asha' })
})

test('five failures of an account from one address close it there, even when they come at once', async () => {
  const form = buyer()
  await as().call(signUpBuyer, form)
  const guesses = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      as().call(logInBuyer, { email: form.email, password: `guess-${n}` }, { ip: '10.2.0.1' }),
    ),
  )
  expect(guesses.filter((guess) => guess.status === 401).length).toBeLessThanOrEqual(5)
  // Those that turned each other away, unchecked, count no longer.
  for (let n = 0; n < 5; n++)
    await as().call(logInBuyer, { email: form.email, password: `later-${n}` }, { ip: '10.2.0.1' })
  const right = await as().call(logInBuyer, { email: form.email, password }, { ip: '10.2.0.1' })
  expect(right.status).toBe(429)
  expect(Number(right.headers['retry-after'])).toBeGreaterThan(800)
  expect(
    (await as().call(logInBuyer, { email: form.email, password }, { ip: '10.2.0.9' })).status,
  ).toBe(200)
})

test('odd bodies are refused, never a 500', async () => {
  const { app } = await testApp()
  for (const payload of [
    '',
    '{',
    '[]',
    'null',
    '"x"',
    '{"email":{"$ne":1},"password":[]}',
    `{"email":"${'a'.repeat(300_000)}"}`,
  ]) {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/buyer/login',
      headers: { 'content-type': 'application/json' },
      payload,
    })
    expect(answer.statusCode, payload.slice(0, 40)).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode, payload.slice(0, 40)).toBeLessThan(500)
    expect(answer.json()).toHaveProperty('message')
  }
})

/** Opens a buyer's account. */
async function signUp() {
  const form = buyer()
  expect((await as().call(signUpBuyer, form, { ip: freshIp() })).status).toBe(201)
  const { parts } = await testApp()
  const { id } = await parts.db
    .selectFrom('people')
    .select('id')
    .where('email', '=', form.email)
    .executeTakeFirstOrThrow()
  return { ...form, id }
}

test('a blocked person is told so by the right password only, and switches nowhere', async () => {
  const { parts } = await testApp()
  const form = await signUp()
  const seller = { name: 'Asha', email: form.email, sellerType: 'student' as const, password }
  await as().call(signUpSeller, seller, { ip: freshIp() })
  const asSeller = (await as().call(logInSeller, { email: form.email, password })).body
  await updatePerson(parts.db, form.id, { status: 'blocked' })
  const right = await as().call(logInBuyer, { email: form.email, password }, { ip: freshIp() })
  expect([right.status, right.refusal.message]).toEqual([
    403,
    'Your account has been blocked. Please contact support.',
  ])
  const wrong = await as().call(
    logInBuyer,
    { email: form.email, password: 'something else' },
    { ip: freshIp() },
  )
  expect([wrong.status, wrong.refusal.message]).toEqual([401, 'Invalid email or password.'])
  const switched = await as(asSeller).call(switchRole, {})
  expect([switched.status, switched.refusal.code]).toEqual([403, 'blocked'])
})

test('an admin logs in where admins do, and nowhere else', async () => {
  const { parts } = await testApp()
  const admin = { email: email(), password }
  await ensureAdmin(parts.db, admin)
  await ensureAdmin(parts.db, { ...admin, password: 'another one, later' })
  const login = await as().call(logInAdmin, admin, { ip: freshIp() })
  expect([login.status, login.body.role]).toEqual([200, 'admin'])
  for (const point of [logInBuyer, logInSeller])
    expect((await as().call(point, admin, { ip: freshIp() })).status).toBe(401)
  expect(
    (await as().call(logInAdmin, { email: (await signUp()).email, password }, { ip: freshIp() }))
      .status,
  ).toBe(401)
})

test('thirty failures in an hour close an address for every account', async () => {
  const ip = freshIp()
  const form = await signUp()
  const guess = () => as().call(logInBuyer, { email: email(), password: 'a guess' }, { ip })
  for (let n = 0; n < 30; n++) expect((await guess()).status).toBe(401)
  expect((await guess()).status).toBe(429)
  const right = await as().call(logInBuyer, { email: form.email, password }, { ip })
  expect([right.status, right.refusal.code]).toEqual([429, 'too_many_attempts'])
  expect(Number(right.headers['retry-after'])).toBeGreaterThan(3500)
})

test('twenty accounts an hour are opened from an address, and as many as one likes without limits', async () => {
  const ip = freshIp()
  const open = (more = {}) => as().call(signUpBuyer, buyer(), { ip, ...more })
  for (let n = 0; n < 20; n++) expect((await open()).status).toBe(201)
  expect((await Promise.all([open(), open(), open()])).map(({ status }) => status)).toEqual([
    429, 429, 429,
  ])
  const crowd = freshIp()
  const atOnce = await Promise.all(Array.from({ length: 24 }, () => open({ ip: crowd })))
  expect(atOnce.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(20)
  const seller = { name: 'Ravi', email: email(), password, sellerType: 'student' as const }
  const refused = await as().call(signUpSeller, seller, { ip })
  expect([refused.status, refused.refusal.code]).toEqual([429, 'too_many_signups'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500)
  expect((await as().call(signUpSeller, seller, { ip: freshIp() })).status).toBe(201)
  expect((await open({ app: (await otherApp({ config: { rateLimit: false } })).app })).status).toBe(
    201,
  )
  const inAnHour = await otherApp({ now: () => new Date(Date.now() + 3_601_000) })
  expect((await open({ app: inAnHour.app })).status).toBe(201)
})

test.each([1, 0])(
  'behind %i proxies, an address that the visitor writes themselves gets around no limit',
  async (trustProxy) => {
    const { app } = await otherApp({ config: { trustProxy } })
    const [{ email }, ip, visitor] = [await signUp(), freshIp(), freshIp()]
    const call = (forged: string, guess: string) =>
      as().call(
        logInBuyer,
        { email, password: guess },
        { app, ip, headers: { 'x-forwarded-for': `${forged}, ${visitor}` } },
      )
    for (let n = 0; n < 5; n++) expect((await call(`1.2.3.${n}`, 'a guess')).status).toBe(401)
    expect((await call('1.2.3.99', password)).status).toBe(429)
  },
)

test('visitors behind one proxy are counted one by one', async () => {
  const { app } = await otherApp({ config: { trustProxy: 1 } })
  const [{ email }, ip] = [await signUp(), freshIp()]
  const call = (visitor: string, guess: string) =>
    as().call(
      logInBuyer,
      { email, password: guess },
      { app, ip, headers: { 'x-forwarded-for': visitor } },
    )
  for (let n = 0; n < 6; n++) await call('192.0.2.1', 'a guess')
  expect((await call('192.0.2.1', password)).status).toBe(429)
  expect((await call('192.0.2.2', password)).status).toBe(200)
})

test('neither the addresses below one IPv6 network nor ports make another visitor', async () => {
  const { app } = await otherApp({ config: { trustProxy: 1 } })
  const call = (email: string, visitor: string) =>
    as().call(
      logInBuyer,
      { email, password: 'a guess' },
      { app, ip: freshIp(), headers: { 'x-forwarded-for': visitor } },
    )
  for (const visitor of [
    (n: number) => `2001:db8:7:7::${n.toString(16)}`,
    (n: number) => `198.51.100.7:${4000 + n}`,
  ]) {
    const { email } = await signUp()
    const answers: number[] = []
    for (let n = 0; n < 7; n++) answers.push((await call(email, visitor(n))).status)
    expect(answers).toEqual([401, 401, 401, 401, 401, 429, 429])
  }
  const { email } = await signUp()
  expect((await call(email, '2001:db8:7:8::1')).status).toBe(401)
})

test('a buyer’s and a seller’s account of one email that are opened at once belong to one human', async () => {
  for (let round = 0; round < 5; round++) {
    const form = buyer()
    const { name, email, password } = form
    const answers = await Promise.all([
      as().call(signUpBuyer, form),
      as().call(signUpSeller, { name, email, password, sellerType: 'student' }),
      as().call(signUpBuyer, { ...form, email: email.toUpperCase() }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409])
    const login = await as().call(logInBuyer, { email, password })
    expect((await as(login.body).call(switchRole, {})).body).toMatchObject({ role: 'seller' })
  }
})

const hourMs = 3_600_000
const dayMs = 24 * hourMs

test('a session lives thirty days after its last use', async () => {
  let now = new Date()
  const { app } = await otherApp({ now: () => now })
  const form = await signUp()
  const { body } = await as().call(logInBuyer, { email: form.email, password }, { app })
  const isLive = async () =>
    (await as(body).call(switchRole, {}, { app })).refusal.code === 'no_account_there'
  const pass = (ms: number) => {
    now = new Date(now.getTime() + ms)
  }
  for (let month = 0; month < 3; month++) {
    pass(sessionDays * dayMs - hourMs)
    expect(await isLive()).toBe(true)
  }
  pass(sessionDays * dayMs)
  expect(await isLive()).toBe(false)
})

// Two tokens -----------------------------------------------------------------------------------------------------

test('an admin who also has an account of their own is, where both may call, that person', async () => {
  const [admin, person] = [await makePerson('admin'), await makePerson('buyer')]
  const both = { 'auth-token': person.token }
  const book = { id: await makeBook(await makePerson('seller')) }
  expect((await as(admin).call(readBook, book)).body.can).toEqual([])
  expect((await as(admin).call(readBook, book, { headers: both })).body.can).toEqual(['chat'])
  expect(
    (await as(person).call(readBook, book, { headers: { 'auth-token': admin.token } })).body.can,
  ).toEqual(['chat'])
})

test('with two tokens one’s own orders are listed as one’s own, and anybody’s as an admin', async () => {
  const { seller, orderId } = await makeOrder()
  const other = await makeOrder()
  const headers = { 'auth-token': seller.token }
  const admin = await makePerson('admin')
  const list = (userId: string) => as(admin).call(listSellerOrders, { userId }, { headers })
  expect((await list(seller.id)).body).toMatchObject([{ _id: orderId, can: ['set-status'] }])
  expect((await list(other.seller.id)).body).toMatchObject([{ _id: other.orderId, can: [] }])
  expect((await as(seller).call(listSellerOrders, { userId: other.seller.id })).refusal.code).toBe(
    'not_yours',
  )
})

test('with two tokens the logout ends the session it names, else the person’s own', async () => {
  const [admin, person] = [await makePerson('admin'), await makePerson('seller')]
  const logout = (ask: { role?: Role }) =>
    as(admin).call(logOut, ask, { headers: { 'auth-token': person.token } })
  const live = async () =>
    (
      await Promise.all(
        [admin, person].map((one) => as(one).call(listSellerOrders, { userId: one.id })),
      )
    ).map(({ status }) => status)
  expect((await logout({ role: 'buyer' })).refusal.code).toBe('session_ended')
  expect(await live()).toEqual([200, 200])
  expect((await logout({ role: 'admin' })).status).toBe(200)
  expect(await live()).toEqual([401, 200])
  const [again, one] = [await makePerson('admin'), await makePerson('seller')]
  expect((await as(again).call(logOut, {}, { headers: { 'auth-token': one.token } })).status).toBe(
    200,
  )
  expect((await as(one).call(listSellerOrders, { userId: one.id })).status).toBe(401)
  expect((await as(again).call(listSellerOrders, { userId: again.id })).status).toBe(200)
})
