import { timingSafeEqual } from 'node:crypto'
import { formatMeetingTime, fromIndianTime } from '#contract/common/dates.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { AppError, errorOn, fieldError } from '#contract/common/error-catalog.ts'
import { maxMeetingDaysAhead, maxWrongCodes } from '#contract/common/limits.ts'
import type { Meeting } from '#contract/orders/meetings.ts'

const dayMs = 86_400_000

/**
 * Converts the proposed times from Indian time, earliest first. Throws malformed for a time that
 * has passed, is too far ahead or is listed twice.
 */
export function meetingTimes(local: readonly string[], now: Date): Date[] {
  const latest = now.getTime() + maxMeetingDaysAhead * dayMs
  const times = local.map((text, index) => {
    const time = fromIndianTime(text)
    if (time <= now) throw fieldError(`times.${index}`, 'This time has passed.')
    if (time.getTime() > latest)
      throw fieldError(`times.${index}`, `Choose a time in the next ${maxMeetingDaysAhead} days.`)
    if (local.indexOf(text) !== index)
      throw fieldError(`times.${index}`, `${formatMeetingTime(time)} is listed twice.`)
    return time
  })
  return times.sort((a, b) => a.getTime() - b.getTime())
}

export type Proposal = { id: string; by: Side; place: string; times: Date[] }

/**
 * Returns what one side may do with a meeting. `isOpen` means that both can still agree on one,
 * `hasCode` that the code can be entered.
 */
export function meetingActions(
  proposal: Proposal | undefined,
  side: Side,
  now: Date,
  { isOpen, hasCode }: { isOpen: boolean; hasCode: boolean },
): Meeting['can'] {
  const actions: Meeting['can'] = []
  if (isOpen) {
    if (proposal && proposal.by !== side && proposal.times.some((time) => time > now))
      actions.push('choose')
    actions.push('propose')
  }
  if (hasCode && side === 'seller') actions.push('enter-code')
  return actions
}

/** Compares in constant time. */
export function isRightCode(code: string | null, typed: string): boolean {
  if (code === null) return false
  const [expected, actual] = [Buffer.from(code), Buffer.from(typed)]
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

export function wrongCodeError(wrongCodes: number): AppError {
  const left = maxWrongCodes - wrongCodes
  if (left <= 0) return new AppError('code_ended')
  const message = `This code is wrong. ${left} ${left === 1 ? 'try is' : 'tries are'} left.`
  return errorOn('code', 'wrong_code', message)
}
