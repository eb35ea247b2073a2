// HEIC, as phones save photos: HEVC, which the decoder of all other formats doesn't read.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { AppError } from '#contract/common/errors.ts'
import { maxHeicPixels, maxHeicSeconds } from '#server/photos/policy.ts'
import type { HeicResult, HeicTask } from './heic-worker.ts'

/** Red, green, blue and alpha of each pixel, upright. */
export type HeicPixels = Exclude<HeicResult, string>

/**
 * Decodes a photo (a path, or the bytes) in a thread of its own; call it for one at a time, as each
 * takes about 13 bytes of memory a pixel. Throws image_unreadable and heic_too_large.
 */
export async function decodeHeic(source: string | Buffer): Promise<HeicPixels> {
  const workerData: HeicTask = { source, maxPixels: maxHeicPixels }
  const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), {
    workerData,
    // The decoder writes there what it thinks of a broken file.
    stdout: true,
    stderr: true,
  })
  const signal = AbortSignal.timeout(maxHeicSeconds * 1000)
  try {
    const [result] = (await Promise.race([
      once(worker, 'message', { signal }),
      // A thread that runs out of memory ends without a word.
      once(worker, 'exit', { signal }).then(() => ['unreadable']),
    ])) as [HeicResult]
    if (result === 'too large') throw new AppError('heic_too_large')
    if (result === 'unreadable') throw new AppError('image_unreadable')
    return result
  } finally {
    await worker.terminate()
  }
}
