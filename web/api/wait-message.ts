import type { ErrorCode } from '#contract/common/error-catalog.ts'
import { lazy } from '#contract/common/lazy.ts'

/** Sentences that end refusals. `withWait` replaces them if the waiting time is known. */
export const vagueAdvice: Partial<Record<ErrorCode, string>> = {
  too_many_signups: 'Please try again later.',
  too_many_resets: 'Please try again later.',
  too_many_attempts: 'Please wait a few minutes and try again.',
  too_many_messages: 'Please wait a minute.',
  too_many_deals: 'Please wait a while.',
  too_many_chats: 'Please wait an hour.',
  too_many_exports: 'Please try again tomorrow.',
  too_many_listings: 'Please go on tomorrow.',
  too_many_uploads: 'Please go on tomorrow.',
  too_many_requests: 'Please wait a moment.',
}

const relativeTime = lazy(() => new Intl.RelativeTimeFormat('en-IN'))
const units = [
  { unit: 'second', seconds: 1, upTo: 60 },
  { unit: 'minute', seconds: 60, upTo: 90 * 60 },
  { unit: 'hour', seconds: 3600, upTo: 36 * 3600 },
  { unit: 'day', seconds: 86_400, upTo: Number.POSITIVE_INFINITY },
] as const

/** Formats a time as 'in 35 minutes', rounded up. */
export function formatWait(seconds: number): string {
  const { unit, seconds: length } = units.find(({ upTo }) => seconds <= upTo) ?? units[3]
  return relativeTime().format(Math.ceil(seconds / length), unit)
}

type Refusal = { code: ErrorCode | 'unknown'; message: string; retryAfter?: number | undefined }

export function withWait({ code, message, retryAfter = 0 }: Refusal): string {
  const advice = code === 'unknown' ? undefined : vagueAdvice[code]
  if (advice === undefined || retryAfter <= 0) return message
  const reason = message.endsWith(advice) ? message.slice(0, -advice.length) : `${message} `
  return `${reason}Please try again ${formatWait(retryAfter)}.`
}
