// Makes an uploaded photo safe to show: decodes it, turns it upright, removes all metadata, encodes
// it.
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { type PhotoWidth, photoWidths } from '#contract/books/photos.ts'
import { AppError } from '#contract/common/errors.ts'
import { photoLimits } from '#contract/common/policy.ts'
import { createFairQueue } from '#server/platform/limits/fair-queue.ts'
import { decodeHeic, type HeicPixels } from './heic/decode-heic.ts'
import {
  maxConcurrentEncodings,
  maxDecodeSeconds,
  maxHeicPixels,
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

const signatureBytes = 16
const maxWidth = Math.max(...photoWidths)

/** A path, or the bytes. */
export type PhotoSource = string | Buffer

// It would keep files open by their names, and pictures that nobody decodes twice.
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

const decoded = (source: PhotoSource) =>
  sharp(source, { limitInputPixels: photoLimits.pixels, failOn: 'error' })
    .timeout({ seconds: maxDecodeSeconds })
    .autoOrient()

const ofHeic = ({ data, width, height }: HeicPixels) =>
  sharp(data, { raw: { width, height, channels: 4 } })
    .timeout({ seconds: maxDecodeSeconds })
    .removeAlpha()

async function encode(photo: Sharp): Promise<EncodedPhoto> {
  const { data, info } = await photo
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
const heicQueue = createFairQueue(1)

async function decodeAndEncode(source: PhotoSource): Promise<EncodedPhoto> {
  const { isHeic } = await checkHeader(source)
  if (!isHeic) return queue('', () => encode(decoded(source)))
  return heicQueue('', async () => {
    const pixels = await decodeHeic(source)
    return queue('', () => encode(ofHeic(pixels)))
  })
}

/**
 * Throws image_unreadable for what can't be decoded, too_large above 50 megapixels, heic_too_large
 * for HEIC above 25.
 */
export const encodePhoto = (source: PhotoSource): Promise<EncodedPhoto> =>
  decodeAndEncode(source).catch((error: unknown) => {
    throw error instanceof AppError ? error : new AppError('image_unreadable')
  })
