// Makes uploaded photos safe to show, by decoding them and encoding their pixels again.
import { open } from 'node:fs/promises'
import os from 'node:os'
import { AppError } from '#contract/common/error-catalog.ts'
import { createQueue } from '#server/platform/limits/queue.ts'
import { UnavailableError } from '#server/platform/operations/unavailable.ts'
import type { EncodedPhoto, PhotoSource } from './encode-photo.ts'
import { runEncoder } from './encoders.ts'

/**
 * Each photo that is being decoded needs memory and a core, so others wait. In addition to these,
 * one HEIC photo may run.
 */
const maxConcurrentEncodings = os.availableParallelism() > 2 ? 2 : 1

const signatureBytes = 16

const ascii = (bytes: Buffer, start: number, end: number) => bytes.toString('latin1', start, end)

/**
 * Returns a photo's kind by its first bytes: 'photo' for JPEG, PNG, WebP and AVIF; 'HEIC' (also for
 * some AVIF files); or undefined. Checked before any decoder runs, because libvips also reads
 * formats that must not be decoded, such as SVG and PDF.
 */
function kindOf(bytes: Buffer): 'photo' | 'HEIC' | undefined {
  if (bytes.length < signatureBytes) return undefined
  if (ascii(bytes, 0, 3) === '\xff\xd8\xff' || ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n')
    return 'photo'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'photo'
  if (ascii(bytes, 4, 8) !== 'ftyp') return undefined
  const brand = ascii(bytes, 8, 12)
  if (/^avi[fs]$/.test(brand)) return 'photo'
  return /^(hei[cfmsx]|he[vi][cmsx]|mif1|msf1)$/.test(brand) ? 'HEIC' : undefined
}

async function firstBytes(source: PhotoSource): Promise<Buffer> {
  if (typeof source !== 'string') return source
  const file = await open(source)
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(signatureBytes))
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

const damaged = 'This picture is damaged. Please choose it again, or another one.'

const queues = { photo: createQueue(maxConcurrentEncodings), HEIC: createQueue(1) }

/**
 * Throws image_unreadable if the photo can't be decoded, too_large above `photoLimits.pixels`,
 * heic_too_large for HEIC above `photoLimits.heicPixels`, and UnavailableError if encoding takes too long.
 */
export async function encodePhoto(source: PhotoSource): Promise<EncodedPhoto> {
  // The file can't be read if its request has ended, because that deletes the file.
  const kind = kindOf(await firstBytes(source).catch(() => Buffer.alloc(0)))
  if (!kind) throw new AppError('image_unreadable')
  // HEIC ends the process, which would otherwise keep much of the memory that it used for decoding.
  const result = await queues[kind]('', () => runEncoder(source, { isLast: kind === 'HEIC' }))
  if (typeof result === 'object') return result
  if (result === 'too slow') throw new UnavailableError('A photo took too long to encode.')
  if (result === 'too large') throw new AppError('too_large')
  if (result === 'HEIC too large') throw new AppError('heic_too_large')
  throw new AppError('image_unreadable', { message: damaged })
}
