import type { Role } from '#contract/common/endpoint.ts'
import type { Quota } from '#server/platform/limits/quotas.ts'

/** Counted by network address; wrong passwords also for one `account`. */
export const quotas = {
  account: { max: 5, seconds: 15 * 60, code: 'too_many_attempts' },
  address: { max: 30, seconds: 3600, code: 'too_many_attempts' },
  // A hostel shares one address.
  signups: { max: 300, seconds: 3600, code: 'too_many_signups' },
  takenSignups: { max: 10, seconds: 3600, code: 'too_many_signups' },
  resets: { max: 5, seconds: 3600, code: 'too_many_resets' },
  // Codes of a second factor, of one account: from one address, and from all.
  codesFromAddress: { max: 5, seconds: 15 * 60, code: 'too_many_attempts' },
  codes: { max: 20, seconds: 3600, code: 'too_many_attempts' },
} as const satisfies Record<string, Quota>

export const loginDelay = {
  after: 20,
  seconds: 3600,
  minWaitSeconds: 15,
  maxWaitSeconds: 15 * 60,
} as const

/** What authenticator apps expect; `window`: so many periods before and after the present one. */
export const secondFactor = {
  secretBytes: 20,
  digits: 6,
  periodSeconds: 30,
  window: 1,
} as const

/** Days after the last use, and days after the login however much it is used. */
export const sessionDays = 30
export const maxSessionDays: Record<Role, number> = { buyer: 90, seller: 90, admin: 0.5 }
export const maxSessions = 20
/** After a login this recent, a phone number or UPI ID can be changed without the password. */
export const freshLoginMs = 10 * 60_000

/**
 * The last use of a session is saved at most this often, so that most requests only read. Its end
 * is moved in longer steps, because each change of it also grows an index.
 */
export const sessionUsedIntervalMs = 60_000
export const sessionExpiryStepMs = 3_600_000

export const resetLinkMinutes = 10
export const resetMailIntervalMs = 60_000
/** Links of one request that work at the same time; by mail alone there can't be more. */
export const maxResetLinks = resetLinkMinutes
export const resetRequestDays = 7

/**
 * OWASP's minimum for Argon2id: 19 MiB, two passes. The library's default algorithm is Argon2id.
 */
export const argon2Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export const cleanupIntervalSeconds = 600

/** So many shops are looked up at a time, when those of an older version get places. */
export const addressBatchSize = 100

/** How often one request checks a password whose hash keeps being replaced. */
export const maxPasswordChecks = 5
