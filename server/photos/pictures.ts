// Makes an uploaded picture safe to show: decoded, turned upright, stripped of all metadata, encoded anew.
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { AppError } from '#contract/errors.ts'
import { type PhotoWidth, photoWidths } from '#contract/photos.ts'
import { photoLimits } from '#contract/policy.ts'
import { createFairQueue } from '#server/platform/limits/fair-queue.ts'

/** A picture in all its widths; `width` and `height` are those of the widest. */
export type Picture = {
  hash: string
  width: number
  height: number
  files: { width: PhotoWidth; bytes: Buffer }[]
}

const widest = Math.max(...photoWidths)
/** A picture is at most this many times as high as the width it is kept in. */
const steepest = 3
/** Decoding a picture within the limits takes a second or two; what takes longer was made to. Seconds. */
const patience = 8
/** No camera and no scanner makes a picture longer than this; a strip one pixel wide takes ages to decode. */
const longest = 20_000

const ascii = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to)

/**
 * Whether the first bytes are those of JPEG, PNG, WebP, AVIF or HEIC. Asked before any decoder sees the bytes, because
 * libvips also reads formats that run programs of their own (SVG, PDF).
 */
function isPicture(bytes: Buffer): boolean {
  if (bytes.length < 16) return false
  if (ascii(bytes, 0, 3) === '\xff\xd8\xff' || ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n')
    return true
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return true
  return (
    ascii(bytes, 4, 8) === 'ftyp' &&
    /^(avi[fs]|hei[cfmsx]|he[vi][cmsx]|mif1|msf1)$/.test(ascii(bytes, 8, 12))
  )
}

const readable = new Set(['jpeg', 'png', 'webp', 'heif', 'avif'])

/** Refuses what isn't a picture we take: image_unreadable, or too_large above the pixel limit. Reads only the header. */
async function refuseForeign(bytes: Buffer): Promise<void> {
  if (!isPicture(bytes)) throw new AppError('image_unreadable')
  const { format, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (!readable.has(format)) throw new AppError('image_unreadable')
  if (width * height > photoLimits.pixels || Math.max(width, height) > longest)
    throw new AppError('too_large')
}

async function encode(bytes: Buffer): Promise<Picture> {
  await refuseForeign(bytes)
  const { data, info } = await sharp(bytes, {
    limitInputPixels: photoLimits.pixels,
    failOn: 'error',
  })
    .timeout({ seconds: patience })
    .autoOrient()
    .resize({ width: widest, height: widest * steepest, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const files: Picture['files'] = []
  for (const width of photoWidths) {
    const encoded = await sharp(data, {
      raw: { width: info.width, height: info.height, channels: info.channels },
    })
      .resize({ width, height: width * steepest, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer()
    files.push({ width, bytes: encoded })
  }
  const hash = createHash('sha256')
  for (const file of files) if (file.width === widest) hash.update(file.bytes)
  return { hash: hash.digest('hex'), width: info.width, height: info.height, files }
}

/** Decoding takes memory and a core each, so only two pictures are worked on at once; the others wait their turn. */
const inTurn = createFairQueue(2)

/** Encodes a picture. Throws Refusal image_unreadable for what can't be read, too_large above 50 megapixels. */
export const readPicture = (bytes: Buffer): Promise<Picture> =>
  inTurn('', () => encode(bytes)).catch((error: unknown) => {
    throw error instanceof AppError ? error : new AppError('image_unreadable')
  })
