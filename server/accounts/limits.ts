import type { Quota } from '#server/platform/limits/quotas.ts'

/** Limits by network address. `account` limits wrong passwords by address and email. */
export const quotas = {
  account: { max: 5, seconds: 15 * 60, code: 'too_many_attempts' },
  address: { max: 30, seconds: 3600, code: 'too_many_attempts' },
  // High, because a whole hostel may share one address.
  signups: { max: 300, seconds: 3600, code: 'too_many_signups' },
  takenSignups: { max: 10, seconds: 3600, code: 'too_many_signups' },
  resets: { max: 5, seconds: 3600, code: 'too_many_resets' },
  // Wrong codes of a second factor: per account and address, and per account.
  codesFromAddress: { max: 5, seconds: 15 * 60, code: 'too_many_attempts' },
  codes: { max: 20, seconds: 3600, code: 'too_many_attempts' },
} as const satisfies Record<string, Quota>
export const loginDelay = {
  after: 20,
  seconds: 3600,
  minWaitSeconds: 15,
  maxWaitSeconds: 15 * 60,
} as const
export const resetLinkMinutes = 10
