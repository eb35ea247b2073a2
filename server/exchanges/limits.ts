import { ringAnswerHours } from '#contract/common/limits.ts'
import type { Quota } from '#server/platform/limits/quotas.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** A book that hasn't come this long after the first hand-over is a case for the admins. */
export const missingAfterMs = 7 * dayMs
export const answerMs = ringAnswerHours * hourMs
/** This long before the end of that, members who haven't answered are reminded. */
export const remindBeforeMs = 4 * hourMs
/** For this long nobody is proposed a copy again that they declined, ignored or cancelled. */
export const coolDownMs = 30 * dayMs
/** What one person writes to their rings in a minute. */
export const messageQuota: Quota = { max: 20, seconds: 60, code: 'too_many_messages' }
