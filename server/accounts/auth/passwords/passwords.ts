import { hash, verify } from '@node-rs/argon2'

/**
 * OWASP's minimum for Argon2id: 19 MiB, two passes. Argon2id is the library's default algorithm.
 */
export const argon2Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/**
 * The number of passwords hashed and checked since the start. This work takes most of a login's
 * time.
 */
export const passwordWork = { hashed: 0, checked: 0 }

export function hashPassword(password: string): Promise<string> {
  passwordWork.hashed++
  return hash(password, argon2Cost)
}

const dummyHash = hashPassword('no account has this password')

/**
 * Whether the password is the account's. Takes as long if there is no account, so that the time
 * doesn't reveal whether one exists.
 */
export async function checkPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  passwordWork.checked++
  const isMatch = await verify(passwordHash ?? (await dummyHash), password).catch(() => false)
  return isMatch && passwordHash !== null && passwordHash !== undefined
}
