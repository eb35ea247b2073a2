import type { Role } from '#contract/common/endpoint.ts'
import type { Quota } from '#server/platform/limits/quotas.ts'

/** Limits by network address. `account` limits wrong passwords by address and account. */
export const quotas = {
  account: { max: 5, seconds: 15 * 60, code: 'too_many_attempts' },
  address: { max: 30, seconds: 3600, code: 'too_many_attempts' },
  // This is high because a whole hostel may share one address.
  signups: { max: 300, seconds: 3600, code: 'too_many_signups' },
  takenSignups: { max: 10, seconds: 3600, code: 'too_many_signups' },
  resets: { max: 5, seconds: 3600, code: 'too_many_resets' },
  // Wrong codes of an account's second factor: from one address, and from all addresses.
  codesFromAddress: { max: 5, seconds: 15 * 60, code: 'too_many_attempts' },
  codes: { max: 20, seconds: 3600, code: 'too_many_attempts' },
} as const satisfies Record<string, Quota>
export const loginDelay = {
  after: 20,
  seconds: 3600,
  minWaitSeconds: 15,
  maxWaitSeconds: 15 * 60,
} as const
/**
 * A session ends `sessionDays` after its last use, and `maxSessionDays` after its login at the
 * latest.
 */
export const sessionDays = 30
export const maxSessionDays: Record<Role, number> = { buyer: 90, seller: 90, admin: 0.5 }
export const resetLinkMinutes = 10
/**
 * How many links of a request work at the same time. With one email a minute there can't be more.
 */
export const maxResetLinks = resetLinkMinutes
/**
 * The minimum for Argon2id that OWASP recommends: 19 MiB, two passes. The library's default
 * algorithm is Argon2id.
 */
export const argon2Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
export const cleanupIntervalSeconds = 600
