import { expect, test } from 'vitest'
import { logInAdmin } from '#contract/accounts/auth.ts'
import { readAdminProfile, readAdminStats } from '#contract/admin/admin.ts'
import { listAuditLog } from '#contract/admin/audit-log.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
} from '#contract/admin/second-factor.ts'
import type { Endpoint, EndpointInput } from '#contract/common/endpoint.ts'
import { removeAdmin } from '#server/accounts/auth/admins.ts'
import { hashPassword } from '#server/accounts/auth/passwords/passwords.ts'
import { codeAt } from '#server/accounts/second-factor/codes.ts'
import { insertAccount, updateAccount } from '#server/accounts/store.ts'
import { removeFactorByCommand } from '#server/admin/actions.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { as, makeAccount, otherApp, testApp } from '#server/testing.ts'
import { connect, secondSession, waitForDisconnect } from '#server/testing-live.ts'
import { verify, verifyReport } from '#server/verify/verify.ts'

const password = 'monsoon-admin-42'
const periodMs = 30_000
let now = Date.parse('2026-11-01T09:00:00Z')
const clock = () => new Date(now)
const app = () => otherApp({ now: clock, config: { rateLimit: true } })
let addresses = 0

async function makeAdmin() {
  const server = await app()
  const id = newId()
  const email = `${id}@example.com`
  const row = { id, person_id: newId(), role: 'admin' as const, name: 'Meera', email }
  const { db } = (await testApp()).context
  await insertAccount(db, { ...row, password_hash: await hashPassword(password) })
  const ip = `10.47.0.${++addresses}`
  const callAs =
    (account?: { token: string }, from = ip) =>
    <E extends Endpoint>(endpoint: E, input: EndpointInput<E>) =>
      as(account).call(endpoint, input, { app: server.app, ip: from })
  const logIn = (code?: string, from = ip) =>
    callAs(undefined, from)(logInAdmin, { email, password, ...(code && { code }) })
  return { db, id, email, callAs, logIn, call: callAs((await logIn()).body) }
}

const secretOf = async ({ db, id }: { db: Db; id: string }) =>
  (
    await db
      .selectFrom('second_factors')
      .select('secret')
      .where('account_id', '=', id)
      .executeTakeFirstOrThrow()
  ).secret

async function setUp() {
  const admin = await makeAdmin()
  await admin.call(beginSecondFactor, { password })
  const secret = await secretOf(admin)
  await admin.call(confirmSecondFactor, { code: codeAt(secret, clock()) })
  return { ...admin, secret }
}
type Admin = Awaited<ReturnType<typeof setUp>>
const auditOf = async ({ call, id }: Pick<Admin, 'call' | 'id'>) =>
  (await call(listAuditLog, {})).body
    .filter(({ target }) => target._id === id)
    .map(({ what, admin, target }) => [what, admin._id, target.kind])

test('set up by password and first code; other sessions end, and the login asks for a code', async () => {
  const admin = await makeAdmin()
  const other = (await admin.logIn()).body
  expect((await admin.call(beginSecondFactor, { password: 'wrong' })).error.code).toBe(
    'wrong_password',
  )
  const { body: secret } = await admin.call(beginSecondFactor, { password })
  expect(secret.link).toMatch(/^otpauth:\/\/totp\/Dobara:.*secret=/)
  expect(secret.link).toContain(secret.key)
  // Logins need no code until the factor is confirmed.
  expect((await admin.logIn()).status).toBe(200)
  const wrong = await admin.call(confirmSecondFactor, { code: '12345' })
  expect([wrong.status, wrong.error.code]).toEqual([400, 'wrong_second_factor'])
  const code = codeAt(await secretOf(admin), clock())
  expect((await admin.call(confirmSecondFactor, { code })).status).toBe(200)
  expect((await admin.call(readAdminProfile, {})).body.secondFactorSince).toBe(
    clock().toISOString(),
  )
  expect((await admin.callAs(other)(readAdminStats, {})).status).toBe(401)
  const needed = await admin.logIn()
  expect([needed.status, needed.error.code]).toEqual([401, 'second_factor_needed'])
  expect(needed.error).not.toHaveProperty('token')
  // The response to a wrong password doesn't reveal that a code is required.
  const guess = { email: admin.email, password: 'a wrong guess', code: '000000' }
  expect((await admin.callAs()(logInAdmin, guess)).error.code).toBe('wrong_credentials')
  // The code that confirmed the factor can't be used again.
  expect((await admin.logIn(code)).error.code).toBe('wrong_second_factor')
  now += periodMs
  const login = await admin.logIn(codeAt(await secretOf(admin), clock()))
  expect(login.status).toBe(200)
  expect((await admin.callAs(login.body)(readAdminProfile, {})).status).toBe(200)
  expect((await admin.call(beginSecondFactor, { password })).error.code).toBe('second_factor_on')
  expect(await auditOf(admin)).toEqual([['second-factor-on', admin.id, 'admin']])
})

test('one code is accepted only once; the codes just before and after the current one count, too', async () => {
  const admin = await setUp()
  now += 2 * periodMs
  const code = codeAt(admin.secret, clock())
  const logins = await Promise.all([1, 2, 3, 4].map((n) => admin.logIn(code, `10.47.1.${n}`)))
  expect(logins.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
  const next = codeAt(admin.secret, new Date(now + periodMs))
  expect((await admin.logIn(next)).status).toBe(200)
  // Codes older than the last used one are rejected, and so are codes from two periods ago.
  expect((await admin.logIn(code)).error.code).toBe('wrong_second_factor')
  now += 10 * periodMs
  const old = codeAt(admin.secret, new Date(now - 2 * periodMs))
  expect((await admin.logIn(old)).error.code).toBe('wrong_second_factor')
})

test('guessing codes is slowed down, by address and altogether, and a right password doesn’t help', async () => {
  const admin = await setUp()
  now += 4 * periodMs
  const right = () => codeAt(admin.secret, clock())
  const wrong = () => (right() === '123456' ? '654321' : '123456')
  for (let n = 0; n < 5; n++) expect((await admin.logIn(wrong())).status).toBe(400)
  const limited = await admin.logIn(right())
  expect([limited.status, limited.error.code]).toEqual([429, 'too_many_attempts'])
  for (let n = 0; n < 15; n++)
    expect((await admin.logIn(wrong(), `10.47.2.${n}`)).error.code).toBe('wrong_second_factor')
  expect((await admin.logIn(right(), '10.47.3.1')).status).toBe(429)
  now += 3600_000 + 1
  expect((await admin.logIn(right())).status).toBe(200)
})

test('removed by password and code; by the operator’s command; and with its admin', async () => {
  const admin = await setUp()
  now += 2 * periodMs
  const code = codeAt(admin.secret, clock())
  const remove = (input: { password: string; code: string }) =>
    admin.call(removeSecondFactor, input)
  expect((await remove({ password: 'wrong', code })).error.code).toBe('wrong_password')
  expect((await remove({ password, code: 'abcd' })).error.code).toBe('wrong_second_factor')
  expect((await remove({ password, code })).status).toBe(200)
  expect((await remove({ password, code })).error.code).toBe('second_factor_off')
  expect((await admin.logIn()).status).toBe(200)
  expect((await auditOf(admin)).map(([what]) => what)).toEqual([
    'second-factor-off',
    'second-factor-on',
  ])

  const lost = await setUp()
  expect(await removeFactorByCommand(lost.db, lost.email, clock())).toBe('removed')
  expect((await lost.call(readAdminProfile, {})).status).toBe(401)
  expect((await lost.logIn()).status).toBe(200)
  expect(await removeFactorByCommand(lost.db, lost.email, clock())).toBe('none')
  expect(await removeFactorByCommand(lost.db, 'nobody@example.com', clock())).toBe('unknown')

  const leaving = await setUp()
  const done = await removeAdmin(leaving.db, leaving.email, { evenLast: true, now: clock() })
  expect(done).toBe('removed')
  const factors = leaving.db.selectFrom('second_factors').selectAll()
  expect(await factors.where('account_id', '=', leaving.id).execute()).toEqual([])
  const result = await verify(leaving.db, undefined)
  expect(verifyReport(result)).toBe(`All ${result.rules} rules hold.`)
})

test('connections made without a code are closed when the second factor is set up', async () => {
  const admin = await makeAccount('admin')
  const { db } = (await testApp()).context
  await updateAccount(db, admin.id, { password_hash: await hashPassword(password) })
  const other = await secondSession(admin)
  const closed = waitForDisconnect(await connect(other))
  await as(admin).call(beginSecondFactor, { password })
  const code = codeAt(await secretOf({ db, id: admin.id }), new Date())
  expect((await as(admin).call(confirmSecondFactor, { code })).status).toBe(200)
  await closed
  expect((await as(admin).call(readAdminStats, {})).status).toBe(200)
})
