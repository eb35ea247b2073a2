import { hash, verify } from '@node-rs/argon2'
import { argon2Cost } from '#server/accounts/policy.ts'

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
