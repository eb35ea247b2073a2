// How many sessions a person has, and how long one lasts whatever is done with it.
import { expect, test } from 'vitest'
import { listSessions } from '#contract/accounts.ts'
import { changeAdminPassword, readAdminProfile } from '#contract/admin.ts'
import { logInAdmin, logInBuyer, signUpBuyer, signUpSeller, switchRole } from '#contract/auth.ts'
import { newId } from '#server/platform/database/ids.ts'
import { as, otherApp } from '#server/testing.ts'
import { connect, ended, next } from '#server/testing-live.ts'
import { ensureAdmin } from './first-admin.ts'
import { deleteExpired } from './store.ts'

const password = 'monsoon-library-42'
const hourMs = 3_600_000
const dayMs = 24 * hourMs

async function clockedApp() {
  const clock = { aheadMs: 0 }
  const { app, parts } = await otherApp({ now: () => new Date(Date.now() + clock.aheadMs) })
  return { app, parts, clock }
}

async function signUp() {
  const email = `${newId()}@example.com`
  await as().call(signUpBuyer, { name: 'Asha', address: '12 Lake Road, Pune', email, password })
  return email
}

test('the twenty-first session ends the one that was used least lately, its live connection too', async () => {
  const { app, clock } = await clockedApp()
  const email = await signUp()
  const logIn = async () => {
    clock.aheadMs += 60_000
    return (await as().call(logInBuyer, { email, password }, { app })).body
  }
  const sessions: { token: string }[] = []
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  sessions.push(await logIn(), await logIn())
  const device = await connect(sessions[1] as { token: string }, address)
  while (sessions.length < 20) sessions.push(await logIn())
  const isLive = async (at: number) =>
    (await as(sessions[at]).call(listSessions, {}, { app })).status === 200
  clock.aheadMs += 10 * 60_000
  // The oldest one is in use, so that the second oldest has to go.
  expect(await isLive(0)).toBe(true)
  const [heard, closed] = [next(device, 'session_ended'), ended(device)]
  const newest = await logIn()
  expect(await heard).toEqual({
    message: 'You were logged out here because you logged in on many other devices.',
  })
  await closed
  expect(await Promise.all([0, 1, 2].map(isLive))).toEqual([true, false, true])
  expect((await as(newest).call(listSessions, {}, { app })).body).toHaveLength(20)
})

test('without limits, as load tests run, there may be more sessions', async () => {
  const { app } = await otherApp({ config: { rateLimit: false } })
  const email = await signUp()
  const first = (await as().call(logInBuyer, { email, password }, { app })).body
  for (let n = 0; n < 20; n++) await as().call(logInBuyer, { email, password }, { app })
  expect((await as(first).call(listSessions, {}, { app })).body).toHaveLength(21)
})

test('a session ends after ninety days, however much it is used, and takes its live connection along', async () => {
  const { app, parts, clock } = await clockedApp()
  const { body } = await as().call(logInBuyer, { email: await signUp(), password }, { app })
  const isLive = async () => (await as(body).call(listSessions, {}, { app })).status === 200
  for (let day = 10; day < 90; day += 10) {
    clock.aheadMs = day * dayMs
    expect(await isLive(), String(day)).toBe(true)
  }
  clock.aheadMs = 90 * dayMs - hourMs
  const device = await connect(body, await app.listen({ port: 0, host: '127.0.0.1' }))
  const closed = ended(device)
  clock.aheadMs = 90 * dayMs + 1000
  expect(await isLive()).toBe(false)
  await deleteExpired(parts, parts.now())
  await closed
})

test('an admin’s session ends after twelve hours', async () => {
  const { app, parts, clock } = await clockedApp()
  const email = `${newId()}@example.com`
  await ensureAdmin(parts.db, { email, password })
  const { body } = await as().call(logInAdmin, { email, password }, { app })
  const status = async () => (await as(body).call(readAdminProfile, {}, { app })).status
  for (const hours of [4, 8, 11.9]) {
    clock.aheadMs = hours * hourMs
    expect(await status(), String(hours)).toBe(200)
  }
  clock.aheadMs = 12 * hourMs + 1000
  expect(await status()).toBe(401)
  expect(
    (
      await as(body).call(
        changeAdminPassword,
        { currentPassword: password, newPassword: 'another one' },
        { app },
      )
    ).status,
  ).toBe(401)
})

test('switching to the other account makes no session younger', async () => {
  const { app, clock } = await clockedApp()
  const email = await signUp()
  await as().call(signUpSeller, { name: 'Asha', sellerType: 'student', email, password })
  let session = (await as().call(logInBuyer, { email, password }, { app })).body
  const since = (await as(session).call(listSessions, {}, { app })).body[0]?.createdAt
  for (let day = 20; day < 90; day += 20) {
    clock.aheadMs = day * dayMs
    session = (await as(session).call(switchRole, {}, { app })).body
    expect(
      (await as(session).call(listSessions, {}, { app })).body.find(({ current }) => current)
        ?.createdAt,
    ).toBe(since)
  }
  clock.aheadMs = 90 * dayMs + 1000
  expect((await as(session).call(switchRole, {}, { app })).status).toBe(401)
})
