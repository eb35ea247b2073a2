// Limits for guessing passwords, and how the owner's own browser gets around them.
import { expect, test } from 'vitest'
import {
  changeBuyerPassword,
  deleteBuyerAccount,
  logOutOtherSessions,
} from '#contract/accounts/accounts.ts'
import {
  logInAdmin,
  logInBuyer,
  logInSeller,
  resetPassword,
  signUpBuyer,
  signUpSeller,
} from '#contract/accounts/auth.ts'
import { saveResetRequest } from '#server/accounts/auth/passwords/password-resets.ts'
import { newId } from '#server/platform/database/ids.ts'
import { hashToken, newToken } from '#server/platform/http/viewer.ts'
import { as, otherApp, testApp } from '#server/testing.ts'
import { deleteExpired } from './end-access.ts'

const password = 'monsoon-library-42'
let count = 0
const freshIp = () => `10.5.${Math.floor(++count / 250)}.${count % 250}`

/** A server with a clock that only the test moves, so that slow checks don't change the waits. */
async function appWithClock() {
  const clock = { offsetMs: 0 }
  const startedMs = Date.now()
  const { app } = await otherApp({ now: () => new Date(startedMs + clock.offsetMs) })
  return { app, clock }
}

async function signUp() {
  const email = `${newId()}@example.com`
  await as().call(signUpBuyer, { name: 'Asha', address: '12 Lake Road, Pune', email, password })
  return email
}

type LoginOptions = {
  password?: string
  ip?: string
  device?: string | undefined
  app?: Awaited<ReturnType<typeof appWithClock>>['app']
}
const logIn = (email: string, { password: given = password, ip, device, app }: LoginOptions = {}) =>
  as().call(
    logInBuyer,
    { email, password: given },
    {
      ...(ip !== undefined && { ip }),
      ...(device !== undefined && { headers: { cookie: device } }),
      ...(app && { app }),
    },
  )
/** The cookie that a response sets, as a browser sends it back. */
const deviceCookieOf = ({ headers }: { headers: Record<string, unknown> }): string =>
  String([headers['set-cookie']].flat()[0] ?? '').split(';')[0] ?? ''
const guess = (email: string, options: LoginOptions = {}) =>
  logIn(email, { password: 'a wrong guess', ...options })

test('guesses from many addresses have to wait longer and longer, for both accounts of an email', async () => {
  const email = await signUp()
  const { app, clock } = await appWithClock()
  for (let n = 0; n < 20; n++) expect((await guess(email, { app })).status, String(n)).toBe(401)
  const rejected = await logIn(email, { app })
  expect([rejected.status, rejected.error.code]).toEqual([429, 'too_many_attempts'])
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(10)
  const asSeller = await as().call(logInSeller, { email, password: 'a wrong guess' }, { app })
  expect(asSeller.status).toBe(429)
  // Each failure doubles the wait, up to a quarter of an hour.
  const waits: number[] = []
  for (let n = 0; n < 8; n++) {
    clock.offsetMs += 1000 * Number((await guess(email, { app })).headers['retry-after'])
    expect((await guess(email, { app })).status).toBe(401)
    waits.push(Number((await guess(email, { app })).headers['retry-after']))
  }
  expect(waits.slice(0, 3)).toEqual([30, 60, 120])
  expect(waits.at(-1)).toBe(900)
  // Other accounts are not affected, and this one can log in after the wait.
  expect((await logIn(await signUp(), { app })).status).toBe(200)
  clock.offsetMs += 900_000
  expect((await logIn(email, { app })).status).toBe(200)
})

test('the right password from a known browser works although the address and the account are blocked', async () => {
  const email = await signUp()
  const ip = freshIp()
  const device = deviceCookieOf(await logIn(email, { ip }))
  for (let n = 0; n < 5; n++) await guess(email, { ip })
  for (let n = 0; n < 25; n++) await guess(`${newId()}@example.com`, { ip })
  for (let n = 0; n < 15; n++) await guess(email)
  expect((await logIn(email, { ip })).status).toBe(429)
  expect((await logIn(email)).status).toBe(429)
  const login = await logIn(email, { ip, device })
  expect(login.status).toBe(200)
  // Each login gives the browser a new token; the old one stops working.
  expect((await logIn(email, { ip, device })).status).toBe(429)
  expect((await logIn(email, { ip, device: deviceCookieOf(login) })).status).toBe(200)
})

test('the device cookie is HttpOnly, and Secure where the public address is https', async () => {
  const email = await signUp()
  const [cookie] = [(await logIn(email)).headers['set-cookie']].flat()
  expect(cookie).toMatch(/^device=[\w-]{43}; Max-Age=\d+; Path=\/api; HttpOnly; SameSite=Strict$/)
  const { app } = await otherApp({ config: { publicUrl: 'https://books.example.org' } })
  expect(String([(await logIn(email, { app })).headers['set-cookie']].flat()[0])).toMatch(
    /; Secure/,
  )
  const { context } = await testApp()
  const rows = await context.db.selectFrom('known_devices').select('token_hash').execute()
  expect(rows.length).toBeGreaterThan(0)
  const token = String(cookie).slice('device='.length, 'device='.length + 43)
  expect(rows.map((row) => Buffer.from(row.token_hash).toString('base64url'))).not.toContain(token)
  expect((await guess(email)).headers).not.toHaveProperty('set-cookie')
})

test('a known browser has five attempts of its own, which block nobody else', async () => {
  const email = await signUp()
  const ip = freshIp()
  const device = deviceCookieOf(await logIn(email, { ip }))
  for (let n = 0; n < 5; n++) expect((await guess(email, { ip, device })).status).toBe(401)
  const sixth = await logIn(email, { ip, device })
  expect([sixth.status, sixth.error.code]).toEqual([429, 'too_many_attempts'])
  expect((await logIn(email, { ip })).status).toBe(200)
})

test('a browser is known only to the account that logged in from it last', async () => {
  const [first, second] = [await signUp(), await signUp()]
  const ip = freshIp()
  const firstDevice = deviceCookieOf(await logIn(first))
  const shared = deviceCookieOf(await logIn(second, { device: firstDevice }))
  const stranger = await signUp()
  for (const email of [first, second, stranger])
    for (let n = 0; n < 5; n++) await guess(email, { ip })
  expect((await logIn(second, { ip, device: shared })).status).toBe(200)
  expect((await logIn(first, { ip, device: shared })).status).toBe(429)
  expect((await logIn(stranger, { ip, device: shared })).status).toBe(429)
  for (const device of [
    'device=',
    'device=x',
    `device=${newToken()}`,
    `device=${'y'.repeat(4000)}`,
  ])
    expect((await logIn(second, { ip, device })).status).toBe(429)
})

test('a browser that one account knows is known to the linked account', async () => {
  const email = await signUp()
  await as().call(signUpSeller, { name: 'Asha', sellerType: 'student', email, password })
  const ip = freshIp()
  const headers = { cookie: deviceCookieOf(await logIn(email, { ip })) }
  for (let n = 0; n < 5; n++)
    await as().call(logInSeller, { email, password: 'a wrong guess' }, { ip })
  expect((await as().call(logInSeller, { email, password }, { ip })).status).toBe(429)
  expect((await as().call(logInSeller, { email, password }, { ip, headers })).status).toBe(200)
})

test('an account knows its ten latest browsers, each for half a year', async () => {
  const { context } = await testApp()
  const email = await signUp()
  const ip = freshIp()
  const devices: string[] = []
  for (let n = 0; n < 11; n++) devices.push(deviceCookieOf(await logIn(email)))
  for (let n = 0; n < 5; n++) await guess(email, { ip })
  expect((await logIn(email, { ip, device: devices[0] })).status).toBe(429)
  expect((await logIn(email, { ip, device: devices[1] })).status).toBe(200)
  await deleteExpired(context, new Date(Date.now() + 181 * 86_400_000))
  const { id } = await context.db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  expect(
    await context.db
      .selectFrom('known_devices')
      .select('account_id')
      .where('account_id', '=', id)
      .execute(),
  ).toEqual([])
})

test('a new password removes the other known browsers; the one that set it stays or becomes known', async () => {
  const { context } = await testApp()
  const newPassword = 'a quite different one'
  const email = await signUp()
  const [login, otherLogin] = [await logIn(email), await logIn(email)]
  const headers = { cookie: deviceCookieOf(login) }
  expect(
    (await as(login.body).call(changeBuyerPassword, { password, newPassword }, { headers })).status,
  ).toBe(200)
  const ip = freshIp()
  for (let n = 0; n < 5; n++) await guess(email, { ip })
  expect(
    (await logIn(email, { ip, password: newPassword, device: deviceCookieOf(otherLogin) })).status,
  ).toBe(429)
  const again = await logIn(email, { ip, password: newPassword, device: deviceCookieOf(login) })
  expect(again.status).toBe(200)

  const token = newToken()
  await saveResetRequest(context.db, {
    accountId: login.body.userId,
    tokenHash: hashToken(token),
    now: new Date(),
  })
  const reset = await as().call(resetPassword, { token, newPassword: password })
  for (let n = 0; n < 5; n++) await guess(email, { ip })
  expect((await logIn(email, { ip, device: deviceCookieOf(again) })).status).toBe(429)
  expect((await logIn(email, { ip, device: deviceCookieOf(reset) })).status).toBe(200)
})

test('logging out elsewhere keeps known browsers, because it needs no password; deleting the account removes them', async () => {
  const { context } = await testApp()
  const email = await signUp()
  const [own, intruder] = [await logIn(email), await logIn(email)]
  await as(intruder.body).call(
    logOutOtherSessions,
    {},
    { headers: { cookie: deviceCookieOf(intruder) } },
  )
  for (let n = 0; n < 21; n++) await guess(email)
  expect((await logIn(email)).status).toBe(429)
  const again = await logIn(email, { device: deviceCookieOf(own) })
  expect(again.status).toBe(200)
  await as(again.body).call(deleteBuyerAccount, {})
  const known = context.db
    .selectFrom('known_devices')
    .select('token_hash')
    .where('account_id', '=', own.body.userId)
  expect(await known.execute()).toEqual([])
})

test('a reset link lets the owner in while others guess the password', async () => {
  const { context } = await testApp()
  const email = await signUp()
  for (let n = 0; n < 20; n++) await guess(email)
  expect((await logIn(email)).status).toBe(429)
  const { id } = await context.db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const token = newToken()
  await saveResetRequest(context.db, {
    accountId: id,
    tokenHash: hashToken(token),
    now: new Date(),
  })
  expect(
    (await as().call(resetPassword, { token, newPassword: 'a quite different one' })).status,
  ).toBe(200)
  expect((await logIn(email, { password: 'a quite different one' })).status).toBe(200)
})

test('changing the password has the same limits for guessing', async () => {
  const email = await signUp()
  const ip = freshIp()
  const login = await logIn(email, { ip })
  const headers = { cookie: deviceCookieOf(login) }
  for (let n = 0; n < 5; n++) await guess(email, { ip })
  const change = (options: object) =>
    as(login.body).call(
      changeBuyerPassword,
      { password, newPassword: 'a quite different one' },
      { ip, ...options },
    )
  expect((await change({})).status).toBe(429)
  expect((await change({ headers })).status).toBe(200)
})

test('guessing an admin’s password has the same limits', async () => {
  const email = `${newId()}@example.com`
  for (let n = 0; n < 20; n++)
    expect((await as().call(logInAdmin, { email, password: 'a wrong guess' })).status).toBe(401)
  expect((await as().call(logInAdmin, { email, password: 'a wrong guess' })).status).toBe(429)
})

test('in a shared browser one’s own login gives no new guesses at another’s password', async () => {
  const [victim, attacker] = [await signUp(), await signUp()]
  const ip = '198.51.100.77'
  let device = deviceCookieOf(await logIn(victim, { ip }))
  const statuses: number[] = []
  for (let round = 0; round < 5; round++) {
    for (let n = 0; n < 4; n++) statuses.push((await guess(victim, { ip, device })).status)
    const own = await logIn(attacker, { ip, device })
    if (own.status === 200) device = deviceCookieOf(own)
  }
  // Four from a known browser, five from an unknown one.
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(9)
  expect(statuses.at(-1)).toBe(429)
})

test('attempts that are rejected unchecked make nobody wait longer', async () => {
  const email = await signUp()
  const { app, clock } = await appWithClock()
  for (let n = 0; n < 20; n++) await guess(email, { app })
  const floodIp = '198.51.100.78'
  for (let n = 0; n < 30; n++) await guess(await signUp(), { app, ip: floodIp })
  const waitSeconds = Number((await logIn(email, { app })).headers['retry-after'])
  const rejected = Promise.all(Array.from({ length: 40 }, () => guess(email, { app, ip: floodIp })))
  expect(Number((await logIn(email, { app })).headers['retry-after'])).toBe(waitSeconds)
  expect(new Set((await rejected).map(({ status }) => status))).toEqual(new Set([429]))
  clock.offsetMs += 1000 * waitSeconds
  const again = Promise.all(Array.from({ length: 40 }, () => guess(email, { app, ip: floodIp })))
  expect((await logIn(email, { app })).status).toBe(200)
  await again
})
