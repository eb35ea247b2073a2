// HEIC, as phones save photos: HEVC, which the decoder of all other formats doesn't read.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { HeicResult } from './heic-thread.ts'
import { RefusedPhoto } from './refused-photo.ts'

/**
 * Decodes a photo (a path, or the bytes) with about 13 bytes of memory a pixel, in a thread, so
 * that the process can still be told to end. Returns red, green, blue and alpha of each pixel,
 * upright; throws RefusedPhoto.
 */
export async function decodeHeic(
  source: string | Buffer,
): Promise<Exclude<HeicResult, 'unreadable'>> {
  const thread = new Worker(new URL('./heic-thread.ts', import.meta.url), { workerData: source })
  const [result] = (await Promise.race([
    once(thread, 'message'),
    // A thread that runs out of memory ends without a word.
    once(thread, 'exit').then(() => ['unreadable']),
  ])) as [HeicResult]
  if (result === 'unreadable') throw new RefusedPhoto('unreadable')
  return result
}
