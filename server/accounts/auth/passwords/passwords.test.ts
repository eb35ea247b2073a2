import type { Transaction } from 'kysely'
import { expect, test } from 'vitest'
import { logInBuyer, signUpBuyer } from '#contract/accounts/auth.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import type { Tables } from '#db/tables.ts'
import { logIn } from '#server/accounts/auth/log-in.ts'
import { argon2Cost, hashPassword } from '#server/accounts/auth/passwords/passwords.ts'
import { findAccount, updateAccount } from '#server/accounts/store.ts'
import { makeMember, newPassword, password } from '#server/accounts/testing-members.ts'
import { transact } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { as, testApp } from '#server/testing.ts'

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

test('a login fails if the password is changed while it is checked', async () => {
  const member = await makeMember()
  const { context } = await testApp()
  const password_hash = await hashPassword(newPassword)
  const commit = async <T>(work: (db: Transaction<Tables>) => Promise<T>) => {
    await updateAccount(context.db, member.id, { password_hash })
    return transact(context.db, work)
  }
  const request = { ip: '10.6.0.1', userAgent: '', commit }
  const login = logIn(context, 'buyer', { email: member.email, password }, request)
  await expect(login).rejects.toThrow(new AppError('wrong_credentials'))
  expect((await member.logIn(newPassword)).status).toBe(200)
})
