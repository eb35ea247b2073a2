/** Files up to this size are read whole: that takes less time than a stream and no more memory. */
export const wholeFileBytes = 64 * 1024
export const draftMaxAgeMs = 3_600_000
export const reservedDiskBytes = 100 * 1024 * 1024

export const missingMs = 5000
export const maxMissingNames = 10_000

export type RetryOptions = {
  maxAttempts: number
  /** The longest wait for a response, and for each further part of its body. */
  timeoutMs: number
  retryDelayMs: number
}
export const s3RetryOptions: RetryOptions = {
  maxAttempts: 4,
  timeoutMs: 15_000,
  retryDelayMs: 200,
}
