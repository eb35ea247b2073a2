// Guessing passwords: one account from many addresses, and the owner's own browser in the middle of it.
import { expect, test } from 'vitest'
import { changeBuyerPassword, deleteBuyerAccount, logOutOtherSessions } from '#contract/accounts.ts'
import {
  logInAdmin,
  logInBuyer,
  logInSeller,
  resetPassword,
  signUpBuyer,
  signUpSeller,
} from '#contract/auth.ts'
import { newId } from '#server/platform/database/ids.ts'
import { hashToken, newToken } from '#server/platform/http/viewer.ts'
import { as, otherApp, testApp } from '#server/testing.ts'
import { deleteExpired, openReset } from './store.ts'

const password = 'monsoon-library-42'
let count = 0
const freshIp = () => `10.5.${Math.floor(++count / 250)}.${count % 250}`

/** A server whose clock can be put on. */
async function clockedApp() {
  const clock = { aheadMs: 0 }
  // It stands still by itself: however long a password takes to be checked, the waits are those of the rule.
  const startedMs = Date.now()
  const { app } = await otherApp({ now: () => new Date(startedMs + clock.aheadMs) })
  return { app, clock }
}

async function signUp() {
  const email = `${newId()}@example.com`
  await as().call(signUpBuyer, { name: 'Asha', address: '12 Lake Road, Pune', email, password })
  return email
}

type Login = {
  word?: string
  ip?: string
  device?: string | undefined
  app?: Awaited<ReturnType<typeof clockedApp>>['app']
}
const logIn = (email: string, { word = password, ip, device, app }: Login = {}) =>
  as().call(
    logInBuyer,
    { email, password: word },
    {
      ...(ip !== undefined && { ip }),
      ...(device !== undefined && { headers: { cookie: device } }),
      ...(app && { app }),
    },
  )
/** The cookie that an answer sets, as a browser sends it back. */
const deviceOf = ({ headers }: { headers: Record<string, unknown> }): string =>
  String([headers['set-cookie']].flat()[0] ?? '').split(';')[0] ?? ''
const guess = (email: string, more: Login = {}) => logIn(email, { word: 'a wrong guess', ...more })

test('one account is guessed from many addresses ever more slowly, and its buyer and seller login alike', async () => {
  const email = await signUp()
  const { app, clock } = await clockedApp()
  for (let n = 0; n < 20; n++) expect((await guess(email, { app })).status, String(n)).toBe(401)
  const refused = await logIn(email, { app })
  expect([refused.status, refused.refusal.code]).toEqual([429, 'too_many_attempts'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(10)
  const asSeller = await as().call(logInSeller, { email, password: 'a wrong guess' }, { app })
  expect(asSeller.status).toBe(429)
  // Each failure doubles the wait, up to a quarter of an hour.
  const waits: number[] = []
  for (let n = 0; n < 8; n++) {
    clock.aheadMs += 1000 * Number((await guess(email, { app })).headers['retry-after'])
    expect((await guess(email, { app })).status).toBe(401)
    waits.push(Number((await guess(email, { app })).headers['retry-after']))
  }
  expect(waits.slice(0, 3)).toEqual([30, 60, 120])
  expect(waits.at(-1)).toBe(900)
  // Other accounts are open as before, and this one is after the wait.
  expect((await logIn(await signUp(), { app })).status).toBe(200)
  clock.aheadMs += 900_000
  expect((await logIn(email, { app })).status).toBe(200)
})

test('a right password from a browser that is known gets in behind a crowded address and a guessed account', async () => {
  const email = await signUp()
  const ip = freshIp()
  const device = deviceOf(await logIn(email, { ip }))
  for (let n = 0; n < 5; n++) await guess(email, { ip })
  for (let n = 0; n < 25; n++) await guess(`${newId()}@example.com`, { ip })
  for (let n = 0; n < 15; n++) await guess(email)
  expect((await logIn(email, { ip })).status).toBe(429)
  expect((await logIn(email)).status).toBe(429)
  const right = await logIn(email, { ip, device })
  expect(right.status).toBe(200)
  // Each login gives the browser a new token; the one before is worth nothing.
  expect((await logIn(email, { ip, device })).status).toBe(429)
  expect((await logIn(email, { ip, device: deviceOf(right) })).status).toBe(200)
})

test('the cookie is for the server alone, and encrypted lines alone where there are some', async () => {
  const email = await signUp()
  const [cookie] = [(await logIn(email)).headers['set-cookie']].flat()
  expect(cookie).toMatch(/^device=[\w-]{43}; Max-Age=\d+; Path=\/api; HttpOnly; SameSite=Strict$/)
  const { app } = await otherApp({ config: { publicUrl: 'https://books.example.org' } })
  expect(String([(await logIn(email, { app })).headers['set-cookie']].flat()[0])).toMatch(
    /; Secure/,
  )
  const { parts } = await testApp()
  const rows = await parts.db.selectFrom('known_devices').select('token_hash').execute()
  expect(rows.length).toBeGreaterThan(0)
  const token = String(cookie).slice('device='.length, 'device='.length + 43)
  expect(rows.map((row) => Buffer.from(row.token_hash).toString('base64url'))).not.toContain(token)
  expect((await guess(email)).headers).not.toHaveProperty('set-cookie')
})

test('a known browser has five guesses of its own, which close nothing to anybody else', async () => {
  const email = await signUp()
  const ip = freshIp()
  const device = deviceOf(await logIn(email, { ip }))
  for (let n = 0; n < 5; n++) expect((await guess(email, { ip, device })).status).toBe(401)
  const sixth = await logIn(email, { ip, device })
  expect([sixth.status, sixth.refusal.code]).toEqual([429, 'too_many_attempts'])
  expect((await logIn(email, { ip })).status).toBe(200)
})

test('a browser is known to whoever logged in from it last, and to no others', async () => {
  const [mine, hers] = [await signUp(), await signUp()]
  const ip = freshIp()
  const first = deviceOf(await logIn(mine))
  const shared = deviceOf(await logIn(hers, { device: first }))
  const stranger = await signUp()
  for (const email of [mine, hers, stranger]) for (let n = 0; n < 5; n++) await guess(email, { ip })
  expect((await logIn(hers, { ip, device: shared })).status).toBe(200)
  expect((await logIn(mine, { ip, device: shared })).status).toBe(429)
  expect((await logIn(stranger, { ip, device: shared })).status).toBe(429)
  for (const device of [
    'device=',
    'device=x',
    `device=${newToken()}`,
    `device=${'y'.repeat(4000)}`,
  ])
    expect((await logIn(hers, { ip, device })).status).toBe(429)
})

test('a browser that is known to one account of a human is known to the other', async () => {
  const email = await signUp()
  await as().call(signUpSeller, { name: 'Asha', sellerType: 'student', email, password })
  const ip = freshIp()
  const headers = { cookie: deviceOf(await logIn(email, { ip })) }
  for (let n = 0; n < 5; n++)
    await as().call(logInSeller, { email, password: 'a wrong guess' }, { ip })
  expect((await as().call(logInSeller, { email, password }, { ip })).status).toBe(429)
  expect((await as().call(logInSeller, { email, password }, { ip, headers })).status).toBe(200)
})

test('an account knows its ten last browsers, each for half a year', async () => {
  const { parts } = await testApp()
  const email = await signUp()
  const ip = freshIp()
  const devices: string[] = []
  for (let n = 0; n < 11; n++) devices.push(deviceOf(await logIn(email)))
  for (let n = 0; n < 5; n++) await guess(email, { ip })
  expect((await logIn(email, { ip, device: devices[0] })).status).toBe(429)
  expect((await logIn(email, { ip, device: devices[1] })).status).toBe(200)
  await deleteExpired(parts, new Date(Date.now() + 181 * 86_400_000))
  const { id } = await parts.db
    .selectFrom('people')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  expect(
    await parts.db
      .selectFrom('known_devices')
      .select('person_id')
      .where('person_id', '=', id)
      .execute(),
  ).toEqual([])
})

test('a new password forgets the other browsers; the one that chose it stays known, or becomes so', async () => {
  const { parts } = await testApp()
  const newPassword = 'a quite different one'
  const email = await signUp()
  const [one, other] = [await logIn(email), await logIn(email)]
  const headers = { cookie: deviceOf(one) }
  expect(
    (await as(one.body).call(changeBuyerPassword, { password, newPassword }, { headers })).status,
  ).toBe(200)
  const ip = freshIp()
  for (let n = 0; n < 5; n++) await guess(email, { ip })
  expect((await logIn(email, { ip, word: newPassword, device: deviceOf(other) })).status).toBe(429)
  const again = await logIn(email, { ip, word: newPassword, device: deviceOf(one) })
  expect(again.status).toBe(200)

  const token = newToken()
  await openReset(parts.db, {
    personId: one.body.userId,
    tokenHash: hashToken(token),
    now: new Date(),
  })
  const reset = await as().call(resetPassword, { token, newPassword: password })
  for (let n = 0; n < 5; n++) await guess(email, { ip })
  expect((await logIn(email, { ip, device: deviceOf(again) })).status).toBe(429)
  expect((await logIn(email, { ip, device: deviceOf(reset) })).status).toBe(200)
})

test('logging out everywhere else takes no browser from its owner, because no password is asked for it; leaving takes all', async () => {
  const { parts } = await testApp()
  const email = await signUp()
  const [own, thief] = [await logIn(email), await logIn(email)]
  await as(thief.body).call(logOutOtherSessions, {}, { headers: { cookie: deviceOf(thief) } })
  for (let n = 0; n < 21; n++) await guess(email)
  expect((await logIn(email)).status).toBe(429)
  const again = await logIn(email, { device: deviceOf(own) })
  expect(again.status).toBe(200)
  await as(again.body).call(deleteBuyerAccount, {})
  const known = parts.db
    .selectFrom('known_devices')
    .select('token_hash')
    .where('person_id', '=', own.body.userId)
  expect(await known.execute()).toEqual([])
})

test('a link to a new password lets an owner in whose account is being guessed', async () => {
  const { parts } = await testApp()
  const email = await signUp()
  for (let n = 0; n < 20; n++) await guess(email)
  expect((await logIn(email)).status).toBe(429)
  const { id } = await parts.db
    .selectFrom('people')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const token = newToken()
  await openReset(parts.db, { personId: id, tokenHash: hashToken(token), now: new Date() })
  expect(
    (await as().call(resetPassword, { token, newPassword: 'a quite different one' })).status,
  ).toBe(200)
  expect((await logIn(email, { word: 'a quite different one' })).status).toBe(200)
})

test('the password is asked for under the same limits where it is changed', async () => {
  const email = await signUp()
  const ip = freshIp()
  const login = await logIn(email, { ip })
  const headers = { cookie: deviceOf(login) }
  for (let n = 0; n < 5; n++) await guess(email, { ip })
  const change = (more: object) =>
    as(login.body).call(
      changeBuyerPassword,
      { password, newPassword: 'a quite different one' },
      { ip, ...more },
    )
  expect((await change({})).status).toBe(429)
  expect((await change({ headers })).status).toBe(200)
})

test('admins are guessed as slowly as everybody', async () => {
  const email = `${newId()}@example.com`
  for (let n = 0; n < 20; n++)
    expect((await as().call(logInAdmin, { email, password: 'a wrong guess' })).status).toBe(401)
  expect((await as().call(logInAdmin, { email, password: 'a wrong guess' })).status).toBe(429)
})

test('in a browser that several people use, one’s own login opens no new guesses at another’s password', async () => {
  const [victim, attacker] = [await signUp(), await signUp()]
  const ip = '198.51.100.77'
  let device = deviceOf(await logIn(victim, { ip }))
  const answers: number[] = []
  for (let round = 0; round < 5; round++) {
    for (let n = 0; n < 4; n++) answers.push((await guess(victim, { ip, device })).status)
    const own = await logIn(attacker, { ip, device })
    if (own.status === 200) device = deviceOf(own)
  }
  // Four as a known browser, five as a stranger; then no more.
  expect(answers.filter((status) => status === 401).length).toBeLessThanOrEqual(9)
  expect(answers.at(-1)).toBe(429)
})

test('tries that are refused unchecked make nobody wait longer', async () => {
  const email = await signUp()
  const { app, clock } = await clockedApp()
  for (let n = 0; n < 20; n++) await guess(email, { app })
  const flood = '198.51.100.78'
  for (let n = 0; n < 30; n++) await guess(await signUp(), { app, ip: flood })
  const waitSeconds = Number((await logIn(email, { app })).headers['retry-after'])
  const refused = Promise.all(Array.from({ length: 40 }, () => guess(email, { app, ip: flood })))
  expect(Number((await logIn(email, { app })).headers['retry-after'])).toBe(waitSeconds)
  expect(new Set((await refused).map(({ status }) => status))).toEqual(new Set([429]))
  clock.aheadMs += 1000 * waitSeconds
  const again = Promise.all(Array.from({ length: 40 }, () => guess(email, { app, ip: flood })))
  expect((await logIn(email, { app })).status).toBe(200)
  await again
})
