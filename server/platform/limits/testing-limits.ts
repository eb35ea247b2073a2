import { onTestFinished, vi } from 'vitest'

/**
 * Stops the clock until the test ends. A busy machine may need more than a minute for the requests
 * that are allowed in a minute.
 */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
}
