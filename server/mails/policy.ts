import type { Quota } from '#server/platform/limits/quotas.ts'

/** How long something waits, and somebody must be away, before a mail tells of it. */
export const awayMinutes = 15
export const pauseMinutes = 60
export const jobIntervalSeconds = 60
export const maxMailsPerRun = 50
export const maxNamedChats = 10

export const codeMinutes = 15
export const maxCodeTries = 5
export const codeQuota = { max: 5, seconds: 3600, code: 'too_many_codes' } as const satisfies Quota
