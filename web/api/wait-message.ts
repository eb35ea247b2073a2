import type { AppError } from '#contract/common/error-catalog.ts'
import { lazy } from '#contract/common/lazy.ts'

const relativeTime = lazy(() => new Intl.RelativeTimeFormat('en-IN'))
const units = [
  { unit: 'second', seconds: 1, upTo: 60 },
  { unit: 'minute', seconds: 60, upTo: 90 * 60 },
  { unit: 'hour', seconds: 3600, upTo: 36 * 3600 },
  { unit: 'day', seconds: 86_400, upTo: Number.POSITIVE_INFINITY },
] as const

/** Formats a waiting time, rounded up: 'in 35 minutes'. */
export function formatWait(seconds: number): string {
  const { unit, seconds: length } = units.find(({ upTo }) => seconds <= upTo) ?? units[3]
  return relativeTime().format(Math.ceil(seconds / length), unit)
}

/** Matches the end of a message that says to wait, such as 'Please wait a moment.' */
const vagueAdvice = /Please (?:wait|try again|go on)[^.,]*\.$/

/** Returns the message of a refusal, with the waiting time if it is known. */
export const withWait = ({ status, message, retryAfter = 0 }: AppError): string =>
  status === 429 && retryAfter > 0
    ? message.replace(vagueAdvice, `Please try again ${formatWait(retryAfter)}.`)
    : message
