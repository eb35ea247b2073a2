import { ringAnswerHours } from '#contract/common/policy.ts'
import type { Quota } from '#server/platform/limits/quotas.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

export const answerMs = ringAnswerHours * hourMs
/** So long before the end of that, whoever has said nothing is reminded. */
export const remindBeforeMs = 4 * hourMs
/** So long nobody is asked again for a copy that they declined, or said nothing about. */
export const refusalMs = 30 * dayMs
/** So long whoever has just declined is in no other ring: the rest is looked for without them. */
export const restMs = hourMs

/** Up to here people meet; farther apart, books go by post. */
export const meetKm = 25
/** A copy that its seller hands over in person only goes to nobody farther away. */
export const maxMeetKm = 50

/** Copies and wants that are looked at in one go; with more people than that, all together. */
export const maxArrivals = 500
export const maxFirstRings = 20
/** Looks in one run, and attempts for one arrival before it is dropped. */
export const maxLooks = 20
export const maxAttempts = 5
export const lookSeconds = 5
/** Copies that fit wants, as many as a look takes; one of each kind a seller counts. */
export const maxFits = 50_000
/** What is left of the market is looked at as a whole from time to time. */
export const wholeSeconds = 1800
export const answersSeconds = 60
export const maxMessages = 200
/** What one person writes to their rings in a minute. */
export const messageQuota: Quota = { max: 20, seconds: 60, code: 'too_many_messages' }
