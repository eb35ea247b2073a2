import { expect, test } from 'vitest'
import { changeBuyerPassword } from '#contract/accounts/accounts.ts'
import { logInAdmin, logInBuyer, logInSeller, resetPassword } from '#contract/accounts/auth.ts'
import { saveResetRequest } from '#server/accounts/auth/passwords/reset-links.ts'
import { makeMember, password } from '#server/accounts/testing-members.ts'
import { newId } from '#server/platform/database/ids.ts'
import { hashToken, newToken } from '#server/platform/http/viewer.ts'
import { as, otherApp, testApp } from '#server/testing.ts'

let count = 0
const freshIp = () => `10.5.${Math.floor(++count / 250)}.${count % 250}`

/**
 * Creates a server whose clock only the test moves, so that slow password checks don't change the
 * waits.
 */
async function appWithClock() {
  const clock = { offsetMs: 0 }
  const startedMs = Date.now()
  const { app } = await otherApp({ now: () => new Date(startedMs + clock.offsetMs) })
  return { app, clock }
}

type LoginOptions = Parameters<Awaited<ReturnType<typeof makeMember>>['logIn']>[1]
const logIn = (email: string, options?: LoginOptions, given = password) =>
  as().call(logInBuyer, { email, password: given }, options)
const guess = (email: string, options?: LoginOptions) => logIn(email, options, 'a wrong guess')
const signUp = async () => (await makeMember()).email

test('guesses from many addresses wait longer each time, for both accounts', async () => {
  const email = await signUp()
  const { app, clock } = await appWithClock()
  for (let n = 0; n < 20; n++) expect((await guess(email, { app })).status, String(n)).toBe(401)
  const rejected = await logIn(email, { app })
  expect([rejected.status, rejected.error.code]).toEqual([429, 'too_many_attempts'])
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(10)
  const asSeller = await as().call(logInSeller, { email, password: 'a wrong guess' }, { app })
  expect(asSeller.status).toBe(429)
  // Each failure doubles the wait, up to 15 minutes.
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
  const link = { accountId: id, tokenHash: hashToken(token), now: new Date() }
  await saveResetRequest(context.db, link)
  expect(
    (await as().call(resetPassword, { token, newPassword: 'a quite different one' })).status,
  ).toBe(200)
  expect((await logIn(email, {}, 'a quite different one')).status).toBe(200)
})

test('changing the password has the same limits for guessing', async () => {
  const email = await signUp()
  const ip = freshIp()
  const login = await logIn(email, { ip })
  for (let n = 0; n < 5; n++) await guess(email, { ip })
  const change = (options: object) =>
    as(login.body).call(
      changeBuyerPassword,
      { password, newPassword: 'a quite different one' },
      { ip, ...options },
    )
  expect((await change({ ip })).status).toBe(429)
  expect((await change({ ip: freshIp() })).status).toBe(200)
})

test('guessing an admin’s password has the same limits', async () => {
  const email = `${newId()}@example.com`
  for (let n = 0; n < 20; n++)
    expect((await as().call(logInAdmin, { email, password: 'a wrong guess' })).status).toBe(401)
  expect((await as().call(logInAdmin, { email, password: 'a wrong guess' })).status).toBe(429)
})

test('attempts that are rejected before the check make nobody wait longer', async () => {
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
