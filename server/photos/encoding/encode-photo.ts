// Makes an uploaded photo safe to show: what passes is encoded anew from its pixels.
import { open } from 'node:fs/promises'
import sharp from 'sharp'
import { AppError } from '#contract/common/errors.ts'
import { photoLimits } from '#contract/common/policy.ts'
import { maxConcurrentEncodings, maxHeicPixels, maxSidePixels } from '#server/photos/policy.ts'
import { createFairQueue } from '#server/platform/limits/fair-queue.ts'
import type { EncodedPhoto, PhotoSource } from './decode-and-encode.ts'
import { runEncoder } from './encoders.ts'

const signatureBytes = 16

// It would keep files open by their names.
sharp.cache(false)

const ascii = (bytes: Buffer, start: number, end: number) => bytes.toString('latin1', start, end)

/**
 * Whether the first bytes are those of JPEG, PNG, WebP, AVIF or HEIC. Checked before any decoder
 * reads them, because libvips also reads formats that start other programs (SVG, PDF).
 */
function hasPhotoSignature(bytes: Buffer): boolean {
  if (bytes.length < signatureBytes) return false
  if (ascii(bytes, 0, 3) === '\xff\xd8\xff' || ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n')
    return true
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return true
  return (
    ascii(bytes, 4, 8) === 'ftyp' &&
    /^(avi[fs]|hei[cfmsx]|he[vi][cmsx]|mif1|msf1)$/.test(ascii(bytes, 8, 12))
  )
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

const allowedFormats = new Set(['jpeg', 'png', 'webp', 'heif', 'avif'])

/** Whether it is HEIC, which takes another decoder. Nothing has been decoded yet. */
async function checkHeader(source: PhotoSource): Promise<{ isHeic: boolean }> {
  if (!hasPhotoSignature(await firstBytes(source))) throw new AppError('image_unreadable')
  const metadata = await sharp(source, { limitInputPixels: false }).metadata()
  const { format, width, height, compression } = metadata
  if (!allowedFormats.has(format)) throw new AppError('image_unreadable')
  const isHeic = compression === 'hevc'
  if (isHeic && width * height > maxHeicPixels) throw new AppError('heic_too_large')
  if (width * height > photoLimits.pixels || Math.max(width, height) > maxSidePixels)
    throw new AppError('too_large')
  return { isHeic }
}

const queue = createFairQueue(maxConcurrentEncodings)
const heicQueue = createFairQueue(1)

/**
 * Throws image_unreadable for what can't be decoded, too_large above 50 megapixels, heic_too_large
 * for HEIC above 25.
 */
export async function encodePhoto(source: PhotoSource): Promise<EncodedPhoto> {
  const { isHeic } = await checkHeader(source).catch((error: unknown) => {
    throw error instanceof AppError ? error : new AppError('image_unreadable')
  })
  const queueOfKind = isHeic ? heicQueue : queue
  return queueOfKind('', () => runEncoder({ source, isHeic }))
}
