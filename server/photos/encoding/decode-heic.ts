/// <reference path="./heic-decode.d.ts" />
// HEIC, as phones save photos: HEVC, which the decoder of all other formats doesn't read.
import { readFile } from 'node:fs/promises'
import decode from 'heic-decode'
import { maxHeicPixels } from '#server/photos/policy.ts'

/** Red, green, blue and alpha of each pixel, upright. */
export type HeicPixels = { data: Uint8ClampedArray; width: number; height: number }

/**
 * Decodes a photo (a path, or the bytes) in a process that ends afterwards, as it takes about 13 bytes of memory a pixel.
 * Throws if it can't, also where the header has said a smaller size.
 */
export async function decodeHeic(source: string | Buffer): Promise<HeicPixels> {
  const bytes = typeof source === 'string' ? await readFile(source) : source
  const [image] = await decode.all({ buffer: bytes })
  if (!image || image.width * image.height > maxHeicPixels) throw new Error('Unreadable')
  return image.decode()
}
