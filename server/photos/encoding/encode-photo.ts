// Decodes a photo, turns it upright, removes all metadata and encodes it in all widths. Runs in an
// encoder process.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import sharp, { type Sharp } from 'sharp'
import { type PhotoWidth, photoLimits, photoWidths } from '#contract/common/photos.ts'
import type { HeicResult } from './heic-thread.ts'
import { RefusedPhoto } from './refused-photo.ts'

const webpQuality = 80

const maxHeightRatio = 3

/**
 * Neither cameras nor scanners produce longer sides, and a strip one pixel wide takes very long to
 * decode.
 */
const maxSidePixels = 20_000

/**
 * A photo within the limits takes a second or two to decode, or ten times as long on a busy
 * machine. A photo that takes even longer was probably made to be slow.
 */
const maxDecodeSeconds = 30

/** A path, or the photo's bytes. */
export type PhotoSource = string | Buffer
export type EncodedPhoto = {
  hash: string
  width: number
  height: number
  files: { width: PhotoWidth; bytes: Buffer }[]
}

const maxWidth = Math.max(...photoWidths)

// Turns off the cache, which would keep files open and store pixels that are never used again.
sharp.cache(false)

const allowedFormats = new Set(['jpeg', 'png', 'webp', 'heif', 'avif'])

/** Checks format and size before decoding. HEIC needs another decoder. */
async function checkHeader(source: PhotoSource): Promise<{ isHeic: boolean; isJpeg: boolean }> {
  const metadata = await sharp(source, { limitInputPixels: false }).metadata()
  const { format, width, height, compression } = metadata
  if (!allowedFormats.has(format)) throw new RefusedPhoto('unreadable')
  const isHeic = compression === 'hevc'
  if (isHeic && width * height > photoLimits.heicPixels) throw new RefusedPhoto('HEIC too large')
  if (width * height > photoLimits.pixels || Math.max(width, height) > maxSidePixels)
    throw new RefusedPhoto('too large')
  return { isHeic, isJpeg: format === 'jpeg' }
}

const decoded = (source: PhotoSource, failOn: 'error' | 'warning' = 'error') =>
  sharp(source, { limitInputPixels: photoLimits.pixels, failOn }).autoOrient()

const jpegEnd = Buffer.from([0xff, 0xd9])

/**
 * Adds the JPEG end marker, which some apps omit. If anything else is missing, decoding still
 * fails.
 */
async function decodedWithEnd(source: PhotoSource): Promise<Sharp> {
  const bytes = typeof source === 'string' ? await readFile(source) : source
  return decoded(Buffer.concat([bytes, jpegEnd]), 'warning')
}

async function decodedHeic(source: PhotoSource): Promise<Sharp> {
  const { data, width, height } = await decodeHeic(source)
  return sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha()
}

const toPixels = (photo: Sharp) =>
  photo
    .timeout({ seconds: maxDecodeSeconds })
    .resize({
      width: maxWidth,
      height: maxWidth * maxHeightRatio,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((error: Error) => {
      throw error.message.includes('timeout') ? new RefusedPhoto('too slow') : error
    })

/** Throws RefusedPhoto, or sharp's decoding errors. */
export async function decodeAndEncode(source: PhotoSource): Promise<EncodedPhoto> {
  const { isHeic, isJpeg } = await checkHeader(source)
  const { data, info } = await toPixels(isHeic ? await decodedHeic(source) : decoded(source)).catch(
    async (error: unknown) => {
      if (!isJpeg || error instanceof RefusedPhoto) throw error
      return toPixels(await decodedWithEnd(source))
    },
  )
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

// Phones save photos as HEIC, which uses HEVC. Sharp can't decode HEVC.

/**
 * Decodes a HEIC photo with about 13 bytes of memory per pixel. Runs in a thread, so that the
 * process can still receive the message to end. Returns all pixels as RGBA, upright. Throws
 * RefusedPhoto.
 */
async function decodeHeic(source: string | Buffer): Promise<Exclude<HeicResult, 'unreadable'>> {
  const thread = new Worker(new URL('./heic-thread.ts', import.meta.url), { workerData: source })
  const [result] = (await Promise.race([
    once(thread, 'message'),
    // A thread that runs out of memory exits without a message.
    once(thread, 'exit').then(() => ['unreadable']),
  ])) as [HeicResult]
  if (result === 'unreadable') throw new RefusedPhoto('unreadable')
  return result
}
