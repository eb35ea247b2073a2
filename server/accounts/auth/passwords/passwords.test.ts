import { hash } from '@node-rs/argon2'
import type { Transaction } from 'kysely'
import { expect, test } from 'vitest'
import { changeBuyerPassword, readBuyerProfile } from '#contract/accounts/accounts.ts'
import { logInBuyer, signUpBuyer } from '#contract/accounts/auth.ts'
import type { Tables } from '#db/tables.ts'
import { logIn } from '#server/accounts/auth/log-in.ts'
import { argon2Cost } from '#server/accounts/auth/passwords/passwords.ts'
import { findAccount, updateAccount } from '#server/accounts/store.ts'
import { makeMember, newPassword, password } from '#server/accounts/testing-members.ts'
import { transact } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { as, testApp } from '#server/testing.ts'

async function signUp() {
  const member = await makeMember()
  const { db } = (await testApp()).context
  const stored = async () => (await findAccount(db, member.id))?.password_hash ?? ''
  const hashCheaply = async () => {
    const cost = { memoryCost: 8192, timeCost: 1, parallelism: 1 }
    await updateAccount(db, member.id, { password_hash: await hash(password, cost) })
    return stored()
  }
  return { ...member, stored, hashCheaply }
}

test('stores a password as Argon2id with at least the cost that OWASP recommends', async () => {
  const email = `${newId()}@example.com`
  await as().call(signUpBuyer, { name: 'Asha', address: 'Pune', email, password })
  const { id } = { id: (await as().call(logInBuyer, { email, password })).body.userId }
  const stored = (await findAccount((await testApp()).context.db, id))?.password_hash
  const { memoryCost, timeCost, parallelism } = argon2Cost
  expect(memoryCost).toBeGreaterThanOrEqual(19 * 1024)
  expect(timeCost).toBeGreaterThanOrEqual(2)
  expect(parallelism).toBeGreaterThanOrEqual(1)
  const cost = `m=${memoryCost},t=${timeCost},p=${parallelism}`
  expect(stored).toMatch(`$argon2id$v=19$${cost}$`)
})

test('rehashes a password with an outdated cost once, at a successful login', async () => {
  const { logIn, stored, hashCheaply } = await signUp()
  const cheap = await hashCheaply()
  expect((await logIn('a wrong guess')).status).toBe(401)
  expect(await stored()).toBe(cheap)
  expect((await logIn(password)).status).toBe(200)
  const renewed = await stored()
  expect(renewed).toContain(`$m=${argon2Cost.memoryCost},`)
  expect((await logIn(password)).status).toBe(200)
  expect(await stored()).toBe(renewed)
})

test('a login succeeds if its password is rehashed while it is checked', async () => {
  const { email, stored, hashCheaply } = await signUp()
  const { context } = await testApp()
  let commits = 0
  const commit = async <T>(work: (db: Transaction<Tables>) => Promise<T>) => {
    if (++commits === 1) await hashCheaply()
    return transact(context.db, work)
  }
  const cookies = { read: () => undefined, set: () => {} }
  const request = { ip: '10.6.0.1', userAgent: '', cookies, commit }
  const { token } = await logIn(context, 'buyer', { email, password }, request)
  expect((await as({ token }).call(readBuyerProfile, {})).status).toBe(200)
  expect(commits).toBe(2)
  expect(await stored()).toContain(`$m=${argon2Cost.memoryCost},`)
})

test('a password change wins over concurrent logins that rehash the old one', async () => {
  const { token, logIn, hashCheaply } = await signUp()
  await hashCheaply()
  const [changed] = await Promise.all([
    as({ token }).call(changeBuyerPassword, { password, newPassword }),
    logIn(password),
    logIn(password),
  ])
  expect(changed.status).toBe(200)
  expect([(await logIn(password)).status, (await logIn(newPassword)).status]).toEqual([401, 200])
})
