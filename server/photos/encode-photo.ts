// Makes an uploaded photo safe to show: decodes it, turns it upright, removes all metadata, encodes
// it.
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { type PhotoWidth, photoWidths } from '#contract/books/photos.ts'
import { AppError } from '#contract/common/errors.ts'
import { photoLimits } from '#contract/common/policy.ts'
import { createFairQueue } from '#server/platform/limits/fair-queue.ts'
import {
  maxConcurrentEncodings,
  maxDecodeSeconds,
  maxHeightRatio,
  maxSidePixels,
  webpQuality,
} from './policy.ts'

export type EncodedPhoto = {
  hash: string
  width: number
  height: number
  files: { width: PhotoWidth; bytes: Buffer }[]
}

const maxWidth = Math.max(...photoWidths)

const ascii = (bytes: Buffer, start: number, end: number) => bytes.toString('latin1', start, end)

/**
 * Whether the first bytes are those of JPEG, PNG, WebP, AVIF or HEIC. Checked before any decoder
 * reads them, because libvips also reads formats that start other programs (SVG, PDF).
 */
function hasPhotoSignature(bytes: Buffer): boolean {
  if (bytes.length < 16) return false
  if (ascii(bytes, 0, 3) === '\xff\xd8\xff' || ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n')
    return true
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return true
  return (
    ascii(bytes, 4, 8) === 'ftyp' &&
    /^(avi[fs]|hei[cfmsx]|he[vi][cmsx]|mif1|msf1)$/.test(ascii(bytes, 8, 12))
  )
}

const allowedFormats = new Set(['jpeg', 'png', 'webp', 'heif', 'avif'])

async function checkHeader(bytes: Buffer): Promise<void> {
  if (!hasPhotoSignature(bytes)) throw new AppError('image_unreadable')
  const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (!allowedFormats.has(format)) throw new AppError('image_unreadable')
  if (width * height > photoLimits.pixels || Math.max(width, height) > maxSidePixels)
    throw new AppError('too_large')
}

async function encode(bytes: Buffer): Promise<EncodedPhoto> {
  await checkHeader(bytes)
  const { data, info } = await sharp(bytes, {
    limitInputPixels: photoLimits.pixels,
    failOn: 'error',
  })
    .timeout({ seconds: maxDecodeSeconds })
    .autoOrient()
    .resize({
      width: maxWidth,
      height: maxWidth * maxHeightRatio,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const files: EncodedPhoto['files'] = []
  for (const width of photoWidths) {
    const encoded = await sharp(data, {
      raw: { width: info.width, height: info.height, channels: info.channels },
    })
      .resize({ width, height: width * maxHeightRatio, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: webpQuality })
      .toBuffer()
    files.push({ width, bytes: encoded })
  }
  const hash = createHash('sha256')
  for (const file of files) if (file.width === maxWidth) hash.update(file.bytes)
  return { hash: hash.digest('hex'), width: info.width, height: info.height, files }
}

const queue = createFairQueue(maxConcurrentEncodings)

/** Throws image_unreadable for what can't be decoded, too_large above 50 megapixels. */
export const encodePhoto = (bytes: Buffer): Promise<EncodedPhoto> =>
  queue('', () => encode(bytes)).catch((error: unknown) => {
    throw error instanceof AppError ? error : new AppError('image_unreadable')
  })
