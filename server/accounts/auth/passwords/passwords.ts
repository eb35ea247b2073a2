import { hash, verify } from '@node-rs/argon2'
import { argon2Cost, maxPasswordChecks } from '#server/accounts/policy.ts'
import type { Db } from '#server/platform/database/database.ts'

/** How often a password was hashed and checked since the start, which takes most of a login. */
export const passwordWork = { hashed: 0, checked: 0 }

export function hashPassword(password: string): Promise<string> {
  passwordWork.hashed++
  return hash(password, argon2Cost)
}

const dummyHash = hashPassword('no account has this password')

/**
 * Whether the password is the account's; takes as long without an account, not to give that away.
 */
export async function checkPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  passwordWork.checked++
  const isMatch = await verify(passwordHash ?? (await dummyHash), password).catch(() => false)
  return isMatch && passwordHash !== null && passwordHash !== undefined
}

const { memoryCost, timeCost, parallelism } = argon2Cost
const presentCost = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`

/** Stores a right password at the present cost, unless it has been changed meanwhile. */
export async function renewHash(
  db: Db,
  { id, password_hash }: { id: string; password_hash: string | null },
  password: string,
): Promise<void> {
  if (password_hash === null || password_hash.startsWith(presentCost)) return
  await db
    .updateTable('accounts')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .execute()
}

/** What a password was checked against was replaced: by another one, or by its own new hash. */
export class HashReplaced extends Error {}

/** Repeats `work` if the password hash was replaced between checking and using it. */
export async function withCheckedPassword<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof HashReplaced) || attempt === maxPasswordChecks) throw error
    }
  }
}
