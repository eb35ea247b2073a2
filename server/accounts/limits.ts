import type { Quota } from '#server/platform/limits/quotas.ts'

/** Limits by network address. `account` limits wrong passwords for each email from an address. */
export const quotas = {
  account: { max: 5, seconds: 15 * 60, code: 'too_many_attempts' },
  address: { max: 30, seconds: 3600, code: 'too_many_attempts' },
  // The limit is high, because a whole hostel may share one address.
  signups: { max: 300, seconds: 3600, code: 'too_many_signups' },
  takenSignups: { max: 10, seconds: 3600, code: 'too_many_signups' },
  resets: { max: 5, seconds: 3600, code: 'too_many_resets' },
  // Limits of wrong codes of a second factor. The first is for an account from one address, the
  // second for an account from all addresses.
  codesFromAddress: { max: 5, seconds: 15 * 60, code: 'too_many_attempts' },
  codes: { max: 20, seconds: 3600, code: 'too_many_attempts' },
} as const satisfies Record<string, Quota>
export const loginDelay = {
  after: 20,
  seconds: 3600,
  minWaitSeconds: 15,
  maxWaitSeconds: 15 * 60,
} as const
