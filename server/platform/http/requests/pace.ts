/** Waits, after so many bytes, until the next may be taken. */
export type Pace = (bytes: number) => Promise<void>

/**
 * All who share a pace take no more than `bytesPerSecond` together, one chunk after another, so
 * that they leave time to answer others' requests.
 */
export function createPace(bytesPerSecond: number): Pace {
  /** In milliseconds of `performance.now()`. */
  let paidUntil = 0
  return async (bytes) => {
    const now = performance.now()
    paidUntil = Math.max(now, paidUntil) + (bytes / bytesPerSecond) * 1000
    if (paidUntil - now >= 1) await new Promise((resolve) => setTimeout(resolve, paidUntil - now))
  }
}
