import { setTimeout as sleep } from 'node:timers/promises'
import { maxUploadBytesPerSecond } from '#server/platform/http/policy.ts'

/** When the chunks taken until now are paid for, in milliseconds of `performance.now()`. */
let paidUntil = 0

/**
 * Waits until the next chunk of a large body may be taken, after one of so many bytes. All uploads
 * together are taken no faster than `maxUploadBytesPerSecond`, so that they leave time to answer
 * others' requests.
 */
export async function chunkTurn(bytes: number): Promise<void> {
  const now = performance.now()
  paidUntil = Math.max(now, paidUntil) + (bytes / maxUploadBytesPerSecond) * 1000
  if (paidUntil - now >= 1) await sleep(paidUntil - now)
}
