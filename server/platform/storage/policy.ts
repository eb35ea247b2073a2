// Sizes, lifetimes and retries of the picture storage.

/** Files up to this size are read whole: that takes less time than a stream and no more memory. */
export const wholeFileBytes = 64 * 1024
/** Drafts older than this were left by a process that was killed. */
export const draftMaxAgeMs = 3_600_000
/** Left free on the disk, because the database can't work without. */
export const reservedDiskBytes = 100 * 1024 * 1024

/** How long, and how many, missing names are remembered. */
export const missingMs = 5000
export const maxMissingNames = 10_000

export type RetryOptions = {
  maxAttempts: number
  /** The longest wait for a response, and for each further part of its body. */
  timeoutMs: number
  /** The wait before the second attempt; it doubles with each one. */
  retryDelayMs: number
}
export const s3RetryOptions: RetryOptions = {
  maxAttempts: 4,
  timeoutMs: 15_000,
  retryDelayMs: 200,
}
