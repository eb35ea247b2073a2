import type { AccountStatus } from '#contract/accounts/auth.ts'

/** The requested status; without a request the opposite of the current one. */
export const toggledStatus = (
  current: AccountStatus,
  requested: AccountStatus | undefined,
): AccountStatus => requested ?? (current === 'active' ? 'blocked' : 'active')
