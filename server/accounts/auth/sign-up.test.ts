import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { logInSeller, signUpBuyer, signUpSeller, switchRole } from '#contract/accounts/auth.ts'
import { openBuyerAccount, openSellerAccount } from '#contract/accounts/other-account.ts'
import { hashPassword } from '#server/accounts/auth/passwords/passwords.ts'
import { lockAccount, updateAccount } from '#server/accounts/store.ts'
import { makeMember, password } from '#server/accounts/testing-members.ts'
import { transact } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { as, otherApp, testApp } from '#server/testing.ts'
import { deleteSessionsOf } from './sessions.ts'

const otherPassword = 'the intruder chose this'
const takenMessage = 'An account with this email already exists.'
let count = 0
const freshIp = () => `10.6.${Math.floor(++count / 250)}.${count % 250}`

const sellerForm = (email: string, formPassword = password) => ({
  name: 'Asha',
  sellerType: 'student' as const,
  email,
  password: formPassword,
})
const sellerLogin = (email: string, password: string) => as().call(logInSeller, { email, password })

test('the second account can’t have another password, even with a session', async () => {
  const buyer = await makeMember()
  for (const caller of [as(buyer), as()]) {
    const rejected = await caller.call(signUpSeller, sellerForm(buyer.email, otherPassword))
    expect([rejected.status, rejected.error.code, rejected.error.message]).toEqual([
      409,
      'email_taken',
      takenMessage,
    ])
    expect(rejected.error.fields?.password).toMatch(/password/)
    expect((await sellerLogin(buyer.email, otherPassword)).status).toBe(401)
  }
  expect((await as().call(signUpSeller, sellerForm(buyer.email))).status).toBe(201)
  const seller = await sellerLogin(buyer.email, password)
  expect((await as(seller.body).call(switchRole, {})).body).toMatchObject({ role: 'buyer' })
  expect((await as(buyer).call(switchRole, {})).body).toMatchObject({ role: 'seller' })
})

test('a blocked account can’t open a second one; only its password reveals that', async () => {
  const { context } = await testApp()
  const buyer = await makeMember()
  await updateAccount(context.db, buyer.id, { status: 'blocked' })
  const right = await as().call(signUpSeller, sellerForm(buyer.email))
  expect([right.status, right.error.code]).toEqual([403, 'blocked'])
  expect(
    (await as().call(signUpSeller, sellerForm(buyer.email, otherPassword))).error.message,
  ).toBe(takenMessage)
})

test('a sign-up with a taken email counts as an attempt at its password', async () => {
  const { email } = await makeMember()
  const ip = freshIp()
  const guess = (password: string) => as().call(signUpSeller, sellerForm(email, password), { ip })
  for (let n = 0; n < 5; n++) expect((await guess(`guess number ${n}`)).status).toBe(409)
  const right = await guess(password)
  expect([right.status, right.error.code]).toEqual([429, 'too_many_attempts'])
})

test('ten taken emails in an hour block sign-ups if rate limits are on', async () => {
  const ip = freshIp()
  const emails = await Promise.all(
    Array.from({ length: 10 }, async () => (await makeMember()).email),
  )
  const open = (email: string) =>
    as().call(signUpBuyer, { name: 'Ravi', address: 'Nashik', email, password }, { ip })
  for (const email of emails) expect((await open(email)).status).toBe(409)
  const rejected = await open(`${newId()}@example.com`)
  expect([rejected.status, rejected.error.code]).toEqual([429, 'too_many_signups'])
  const { app } = await otherApp({ config: { rateLimit: false } })
  const unlimited = await as().call(
    signUpBuyer,
    { name: 'Ravi', address: 'Nashik', email: emails[0] ?? '', password },
    { ip, app },
  )
  expect(unlimited.status).toBe(409)
})

// PGlite runs one transaction at a time, so no transaction can wait for another.
test.skipIf(!process.env.TEST_DATABASE_URL)(
  'a sign-up waits for a concurrent password change, and is then rejected',
  async () => {
    const { context } = await testApp()
    const buyer = await makeMember()
    const password_hash = await hashPassword('a new one meanwhile')
    const { opening } = await transact(context.db, async (db) => {
      await lockAccount(db, buyer.id)
      const opening = as().call(signUpSeller, sellerForm(buyer.email))
      // The sign-up has checked the old password, and waits for this lock.
      await untilLockIsAwaited()
      await updateAccount(db, buyer.id, { password_hash })
      return { opening }
    })
    expect((await opening).status).toBe(409)
    expect((await sellerLogin(buyer.email, password)).status).toBe(401)
  },
)

/** Resolves once a statement of this database waits for a lock. */
async function untilLockIsAwaited(): Promise<void> {
  const { db } = (await testApp()).context
  for (;;) {
    const waiting =
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db,
      )
    if (waiting.rows.length > 0) return
  }
}

test('a session opens the other account without asking for the password', async () => {
  const buyer = await makeMember()
  const opened = await as(buyer).call(openSellerAccount, {
    name: 'Asha Books',
    sellerType: 'student',
  })
  expect([opened.status, opened.body]).toEqual([
    201,
    { message: 'Signup successful! Please log in.' },
  ])
  const seller = await sellerLogin(buyer.email, password)
  expect(seller.body).toMatchObject({ role: 'seller', name: 'Asha Books' })
  const again = await as(buyer).call(openSellerAccount, {
    name: 'Asha Books',
    sellerType: 'student',
  })
  expect([again.status, again.error.message]).toEqual([409, takenMessage])
  expect(
    (await as(seller.body).call(openBuyerAccount, { name: 'Asha', address: 'Pune' })).error.code,
  ).toBe('email_taken')
  const shop = await as(await makeMember()).call(openSellerAccount, {
    name: 'Asha',
    sellerType: 'shop owner',
  })
  expect(Object.keys(shop.error.fields ?? {})).toEqual(['shopName', 'shopAddress'])
})

test('concurrent requests open the second account once', async () => {
  const buyer = await makeMember()
  const open = () => as(buyer).call(openSellerAccount, { name: 'Asha', sellerType: 'student' })
  const opened = await Promise.all([open(), open(), open()])
  expect(opened.map(({ status }) => status).sort()).toEqual([201, 409, 409])
})

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'a session that ends in the meantime can’t open a second account',
  async () => {
    const { context } = await testApp()
    const buyer = await makeMember()
    const { opening } = await transact(context.db, async (db) => {
      await lockAccount(db, buyer.id)
      const opening = as(buyer).call(openSellerAccount, { name: 'Asha', sellerType: 'student' })
      // The request has been authorized, and waits for this lock.
      await untilLockIsAwaited()
      await deleteSessionsOf(db, [buyer.id])
      return { opening }
    })
    const rejected = await opening
    expect([rejected.status, rejected.error.code]).toEqual([401, 'session_ended'])
    // There is no seller account to log in to, so the login opens the buyer account.
    expect((await sellerLogin(buyer.email, password)).body.role).toBe('buyer')
  },
)
