import { hash, verify } from '@node-rs/argon2'
import type { Db } from '#server/platform/database/database.ts'

/**
 * OWASP's minimum for Argon2id: 19 MiB, two passes. Argon2id is the library's default algorithm.
 */
export const argon2Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Maximum checks of one request's password, if its hash is replaced each time. */
const maxPasswordChecks = 5

/** Counts since the start. Hashing takes most of a login's time. */
export const passwordWork = { hashed: 0, checked: 0 }

export function hashPassword(password: string): Promise<string> {
  passwordWork.hashed++
  return hash(password, argon2Cost)
}

const dummyHash = hashPassword('no account has this password')

/**
 * Whether the password is the account's. Takes as long without an account, so the time doesn't
 * reveal whether it exists.
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

/** Rehashes a correct password at the present cost, unless the password has changed. */
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

/** Thrown if a password's hash was replaced after the check, by a new password or a rehash. */
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
