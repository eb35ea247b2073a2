import { ringAnswerHours } from '#contract/common/policy.ts'
import type { Quota } from '#server/platform/limits/quotas.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

export const maxListedExchanges = 100
/** A book that hasn't come this long after the first hand-over is a case for the admins. */
export const missingAfterMs = 7 * dayMs
export const casesIntervalSeconds = 60
export const casesBatchSize = 100

export const answerMs = ringAnswerHours * hourMs
/** This long before the end of that, members who haven't answered are reminded. */
export const remindBeforeMs = 4 * hourMs
/** For this long nobody is proposed a copy again that they declined, ignored or cancelled. */
export const coolDownMs = 30 * dayMs
/** Up to this distance people meet; farther apart, books go by post. */
export const meetKm = 25
/** A copy that its seller hands over in person only goes to nobody farther away. */
export const maxMeetKm = 50

export const lookSeconds = 5
/** How often the whole market is searched, and how often the answers to rings are checked. */
export const wholeSeconds = 1800
export const answersSeconds = 60
/** Arrivals that are looked at together. */
export const maxArrivals = 500
/** Looks in one run, and attempts for one arrival before it is dropped. */
export const maxLooks = 20
export const maxAttempts = 5
export const maxFits = 50_000

export const maxMessages = 200
/** What one person writes to their rings in a minute. */
export const messageQuota: Quota = { max: 20, seconds: 60, code: 'too_many_messages' }
