import type { Quota } from '#server/platform/limits/quotas.ts'

/** After this time since the login, deleting an account requires the password. */
export const passwordNeededAfterMs = 86_400_000

/** The export is limited because it is the longest of all responses. */
export const exportQuota: Quota = { max: 5, seconds: 86_400, code: 'too_many_exports' }
export const exportPageSize = 100
export const maxPageSize = 1000

export const maxOrdersNamed = 10
