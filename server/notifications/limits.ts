import type { Quota } from '#server/platform/limits/quotas.ts'

export const maxPageSize = 1000
export const cleanupIntervalSeconds = 6 * 3600
export const codeQuota = { max: 5, seconds: 3600, code: 'too_many_codes' } as const satisfies Quota
/**
 * Newer notifications are left to the next run, because their transactions may not be committed
 * yet.
 */
export const settleMs = 2000
