import { onTestFinished, vi } from 'vitest'
import { type RateLimits, usesPerMinute } from './rate-limits.ts'

/**
 * Stops the clock until the test ends, because a busy machine may need more than a minute for the
 * requests allowed in one minute.
 */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
}

/** Uses up an address's limit except for the last `left` uses, without sending requests. */
export function useUp(
  limits: RateLimits,
  kind: Parameters<RateLimits['count']>[0],
  ip: string,
  left = 0,
) {
  for (let n = left; n < usesPerMinute[kind]; n++) limits.count(kind, { ip })
}
