import { expect, test } from 'vitest'
import { listSessions } from '#contract/accounts/accounts.ts'
import { logInAdmin, switchRole } from '#contract/accounts/auth.ts'
import { changeAdminPassword, readAdminProfile } from '#contract/admin/admin.ts'
import { makeMember, password } from '#server/accounts/testing-members.ts'
import { newId } from '#server/platform/database/ids.ts'
import { as, otherApp } from '#server/testing.ts'
import { connect, waitForDisconnect } from '#server/testing-live.ts'
import { deleteExpired } from './end-sessions.ts'
import { ensureAdmin } from './first-admin.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

async function appWithClock() {
  const clock = { offsetMs: 0 }
  const { app, context } = await otherApp({ now: () => new Date(Date.now() + clock.offsetMs) })
  return { app, context, clock }
}

test('a session and its live connection end after ninety days of use', async () => {
  const { app, context, clock } = await appWithClock()
  const { body } = await (await makeMember()).logIn(password, { app })
  const isLive = async () => (await as(body).call(listSessions, {}, { app })).status === 200
  for (let day = 10; day < 90; day += 10) {
    clock.offsetMs = day * dayMs
    expect(await isLive(), String(day)).toBe(true)
  }
  clock.offsetMs = 90 * dayMs - hourMs
  const device = await connect(body, await app.listen({ port: 0, host: '127.0.0.1' }))
  const closed = waitForDisconnect(device)
  clock.offsetMs = 90 * dayMs + 1000
  expect(await isLive()).toBe(false)
  await deleteExpired(context, context.now())
  await closed
})

test('an admin’s session ends after twelve hours', async () => {
  const { app, context, clock } = await appWithClock()
  const email = `${newId()}@example.com`
  await ensureAdmin(context.db, { email, password })
  const { body } = await as().call(logInAdmin, { email, password }, { app })
  const status = async () => (await as(body).call(readAdminProfile, {}, { app })).status
  for (const hours of [4, 8, 11.9]) {
    clock.offsetMs = hours * hourMs
    expect(await status(), String(hours)).toBe(200)
  }
  clock.offsetMs = 12 * hourMs + 1000
  expect(await status()).toBe(401)
  const change = { currentPassword: password, newPassword: 'another one' }
  expect((await as(body).call(changeAdminPassword, change, { app })).status).toBe(401)
})

test('switching to the other account doesn’t extend the session', async () => {
  const { app, clock } = await appWithClock()
  const member = await makeMember()
  await makeMember('seller', member)
  let session = (await member.logIn(password, { app })).body
  const loggedInAt = (await as(session).call(listSessions, {}, { app })).body[0]?.createdAt
  for (let day = 20; day < 90; day += 20) {
    clock.offsetMs = day * dayMs
    session = (await as(session).call(switchRole, {}, { app })).body
    expect(
      (await as(session).call(listSessions, {}, { app })).body.find(({ current }) => current)
        ?.createdAt,
    ).toBe(loggedInAt)
  }
  clock.offsetMs = 90 * dayMs + 1000
  expect((await as(session).call(switchRole, {}, { app })).status).toBe(401)
})
