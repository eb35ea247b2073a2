import type { Quota } from '#server/platform/limits/quotas.ts'

export const keptDays = 90
export const maxPageSize = 1000
export const cleanupIntervalSeconds = 6 * 3600

/** How long something must be unread, and its reader away, before an email is sent. */
export const awayMinutes = 15
export const mailPauseMinutes = 60
export const mailIntervalSeconds = 60
export const maxMailsPerRun = 50
export const maxLinesInMail = 10

export const codeMinutes = 15
export const maxCodeTries = 5
export const codeQuota = { max: 5, seconds: 3600, code: 'too_many_codes' } as const satisfies Quota

export const pushIntervalSeconds = 5
/**
 * Newer notifications are left to the next run, because their transactions may not be committed
 * yet.
 */
export const settleMs = 2000
export const maxSubscriptionsPerRun = 200
export const maxPushesPerRun = 5
export const pushesAtOnce = 10
export const pushTimeoutMs = 10_000
/** How long a push service stores a message that it can't deliver. */
export const pushLifetimeSeconds = 24 * 3600
