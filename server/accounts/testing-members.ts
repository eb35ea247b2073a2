// Accounts that can log in with a password. It is hashed only once, because hashing is slow.
import type { FastifyInstance } from 'fastify'
import { logInBuyer, logInSeller } from '#contract/accounts/auth.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { as, makeAccount, type TestAccount, testApp } from '#server/testing.ts'
import { makeOtherAccount } from '#server/testing-exchanges.ts'
import { hashPassword } from './auth/passwords/passwords.ts'
import { updateAccount } from './store.ts'

export const password = 'monsoon-library-42'
export const newPassword = 'a quite different one'
let hash: Promise<string> | undefined

export async function makeMember(role: Side = 'buyer', twin?: TestAccount) {
  const account = twin ? await makeOtherAccount(twin, role) : await makeAccount(role)
  hash ??= hashPassword(password)
  await updateAccount((await testApp()).context.db, account.id, { password_hash: await hash })
  const logIn = (given = password, options: { ip?: string; app?: FastifyInstance } = {}) =>
    as().call(
      role === 'buyer' ? logInBuyer : logInSeller,
      { email: account.email, password: given },
      options,
    )
  return { ...account, logIn }
}
