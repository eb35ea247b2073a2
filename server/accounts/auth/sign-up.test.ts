// Opening an account: what proves that an email is one's own, and what a refusal gives away.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changeBuyerPassword } from '#contract/accounts.ts'
import { logInBuyer, logInSeller, signUpBuyer, signUpSeller, switchRole } from '#contract/auth.ts'
import { openBuyerAccount, openSellerAccount } from '#contract/second-account.ts'
import { lockPerson, updatePerson } from '#server/accounts/store.ts'
import { transact } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { as, otherApp, testApp } from '#server/testing.ts'
import { hashPassword } from './passwords.ts'
import { deleteSessionsOf } from './store.ts'

const password = 'monsoon-library-42'
const intruders = 'the intruder chose this'
const taken = 'An account with this email already exists.'
let count = 0
const freshIp = () => `10.6.${Math.floor(++count / 250)}.${count % 250}`

async function signUp() {
  const email = `${newId()}@example.com`
  await as().call(signUpBuyer, { name: 'Asha', address: '12 Lake Road, Pune', email, password })
  return { ...(await as().call(logInBuyer, { email, password })).body, email }
}
const sellerForm = (email: string, word = password) => ({
  name: 'Asha',
  sellerType: 'student' as const,
  email,
  password: word,
})
const sellerLogin = (email: string, word: string) =>
  as().call(logInSeller, { email, password: word })

test('the second account takes no other password, neither with a session of the first one nor without', async () => {
  const buyer = await signUp()
  for (const caller of [as(buyer), as()]) {
    const refused = await caller.call(signUpSeller, sellerForm(buyer.email, intruders))
    expect([refused.status, refused.refusal.code, refused.refusal.message]).toEqual([
      409,
      'email_taken',
      taken,
    ])
    expect(refused.refusal.fields?.password).toMatch(/password/)
    expect((await sellerLogin(buyer.email, intruders)).status).toBe(401)
  }
  expect((await as().call(signUpSeller, sellerForm(buyer.email))).status).toBe(201)
  const seller = await sellerLogin(buyer.email, password)
  expect((await as(seller.body).call(switchRole, {})).body).toMatchObject({ role: 'buyer' })
  expect((await as(buyer).call(switchRole, {})).body).toMatchObject({ role: 'seller' })
})

test('an email that is taken is refused in the same words, whichever role has it', async () => {
  const { email } = await signUp()
  const same = await as().call(signUpBuyer, {
    name: 'Ravi',
    address: 'Nashik',
    email,
    password: intruders,
  })
  const other = await as().call(signUpSeller, sellerForm(email, intruders))
  expect([same.status, same.refusal]).toEqual([other.status, other.refusal])
})

test('a blocked account opens no other one, and says so to its password only', async () => {
  const { parts } = await testApp()
  const buyer = await signUp()
  await updatePerson(parts.db, buyer.userId, { status: 'blocked' })
  const right = await as().call(signUpSeller, sellerForm(buyer.email))
  expect([right.status, right.refusal.code]).toEqual([403, 'blocked'])
  expect((await as().call(signUpSeller, sellerForm(buyer.email, intruders))).refusal.message).toBe(
    taken,
  )
})

test('a sign-up under a taken email is a guess at its password, and counts as one', async () => {
  const { email } = await signUp()
  const ip = freshIp()
  const guess = (word: string) => as().call(signUpSeller, sellerForm(email, word), { ip })
  for (let n = 0; n < 5; n++) expect((await guess(`guess number ${n}`)).status).toBe(409)
  const right = await guess(password)
  expect([right.status, right.refusal.code]).toEqual([429, 'too_many_attempts'])
})

test('ten taken emails an hour close an address to sign-ups, honest ones do not', async () => {
  const ip = freshIp()
  const emails = await Promise.all(Array.from({ length: 10 }, async () => (await signUp()).email))
  const open = (email: string) =>
    as().call(signUpBuyer, { name: 'Ravi', address: 'Nashik', email, password }, { ip })
  for (const email of emails) expect((await open(email)).status).toBe(409)
  const late = await open(`${newId()}@example.com`)
  expect([late.status, late.refusal.code]).toEqual([429, 'too_many_signups'])
  const { app } = await otherApp({ config: { rateLimit: false } })
  const unlimited = await as().call(
    signUpBuyer,
    { name: 'Ravi', address: 'Nashik', email: emails[0] ?? '', password },
    { ip, app },
  )
  expect(unlimited.status).toBe(409)
})

// PGlite carries transactions out one after the other, so there nothing can wait for another.
test.skipIf(!process.env.TEST_DATABASE_URL)(
  'a sign-up waits for a change of the password that is under way, and then looks again',
  async () => {
    const { parts } = await testApp()
    const buyer = await signUp()
    const password_hash = await hashPassword('a new one meanwhile')
    const { opening } = await transact(parts.db, async (db) => {
      await lockPerson(db, buyer.userId)
      const opening = as().call(signUpSeller, sellerForm(buyer.email))
      // The old password is checked, and found right, before the sign-up comes to this lock.
      await someoneWaits()
      await updatePerson(db, buyer.userId, { password_hash })
      return { opening }
    })
    expect((await opening).status).toBe(409)
    expect((await sellerLogin(buyer.email, password)).status).toBe(401)
  },
)

/** Resolves once a statement of the file's database waits for a lock. */
async function someoneWaits(): Promise<void> {
  const { db } = (await testApp()).parts
  for (;;) {
    const waiting =
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db,
      )
    if (waiting.rows.length > 0) return
  }
}

test('changing the password changes it for both accounts, also where an old one had another, and ends what opened them', async () => {
  const { parts } = await testApp()
  const buyer = await signUp()
  await as().call(signUpSeller, sellerForm(buyer.email))
  const intruder = (await sellerLogin(buyer.email, password)).body
  await updatePerson(parts.db, intruder.userId, { password_hash: await hashPassword(intruders) })
  const changed = await as(buyer).call(changeBuyerPassword, {
    password,
    newPassword: 'a quite different one',
  })
  expect(changed.status).toBe(200)
  expect((await sellerLogin(buyer.email, intruders)).status).toBe(401)
  expect((await sellerLogin(buyer.email, 'a quite different one')).status).toBe(200)
  expect((await as(intruder).call(switchRole, {})).refusal.code).toBe('session_ended')
})

test('from a session the other account is opened without a password, and opens by the one that there is', async () => {
  const buyer = await signUp()
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
  expect([again.status, again.refusal.message]).toEqual([409, taken])
  expect(
    (await as(seller.body).call(openBuyerAccount, { name: 'Asha', address: 'Pune' })).refusal.code,
  ).toBe('email_taken')
  expect((await as().call(openSellerAccount, { name: 'Asha', sellerType: 'student' })).status).toBe(
    401,
  )
  expect(
    (await as(seller.body).call(openSellerAccount, { name: 'Asha', sellerType: 'student' })).status,
  ).toBe(403)
  const shop = await as(await signUp()).call(openSellerAccount, {
    name: 'Asha',
    sellerType: 'shop owner',
  })
  expect(Object.keys(shop.refusal.fields ?? {})).toEqual(['shopName', 'shopAddress'])
})

test('a session opens the other account once, however often it asks', async () => {
  const buyer = await signUp()
  const open = () => as(buyer).call(openSellerAccount, { name: 'Asha', sellerType: 'student' })
  const opened = await Promise.all([open(), open(), open()])
  expect(opened.map(({ status }) => status).sort()).toEqual([201, 409, 409])
})

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'a session that ends meanwhile opens no second account',
  async () => {
    const { parts } = await testApp()
    const buyer = await signUp()
    const { opening } = await transact(parts.db, async (db) => {
      await lockPerson(db, buyer.userId)
      const opening = as(buyer).call(openSellerAccount, { name: 'Asha', sellerType: 'student' })
      // It was let in with its session, and has come to the lock.
      await someoneWaits()
      await deleteSessionsOf(db, buyer.userId)
      return { opening }
    })
    const refused = await opening
    expect([refused.status, refused.refusal.code]).toEqual([401, 'session_ended'])
    expect((await sellerLogin(buyer.email, password)).status).toBe(401)
  },
)
