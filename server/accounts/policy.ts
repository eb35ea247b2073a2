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
 * The values that authenticator apps expect. Codes of `window` periods before and after also count.
 */
export const secondFactor = {
  secretBytes: 20,
  digits: 6,
  periodSeconds: 30,
  window: 1,
} as const

/**
 * A session ends `sessionDays` after its last use, and `maxSessionDays` after its login at the
 * latest.
 */
export const sessionDays = 30
export const maxSessionDays: Record<Role, number> = { buyer: 90, seller: 90, admin: 0.5 }
export const maxSessions = 20
/** After a login this recent, a phone number or UPI ID can be changed without the password. */
export const freshLoginMs = 10 * 60_000

/**
 * The last use of a session is saved at most this often, so that most requests only read. Its
 * expiry moves in longer steps, because each change of it also grows an index.
 */
export const sessionUsedIntervalMs = 60_000
export const sessionExpiryStepMs = 3_600_000

export const resetLinkMinutes = 10
export const resetMailIntervalMs = 60_000
/**
 * How many links of a request work at the same time. With one email a minute there can't be more.
 */
export const maxResetLinks = resetLinkMinutes
export const resetRequestDays = 7

/**
 * The minimum for Argon2id that OWASP recommends: 19 MiB, two passes. The library's default
 * algorithm is Argon2id.
 */
export const argon2Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export const cleanupIntervalSeconds = 600

/** The number of shops of an older version that are looked up at a time to get places. */
export const addressBatchSize = 100

/** How often one request checks a password if its hash is replaced each time. */
export const maxPasswordChecks = 5
