import type { Quota } from '#server/platform/limits/quotas.ts'

/** The export is limited because it is the longest of all responses. */
export const exportQuota: Quota = { max: 5, seconds: 86_400, code: 'too_many_exports' }
export const maxPageSize = 1000
