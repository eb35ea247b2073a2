import { onTestFinished, vi } from 'vitest'

/**
 * Stops the clock until the test ends: a busy machine may take longer than a minute for as many
 * requests as a minute allows.
 */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
}
