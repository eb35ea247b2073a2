// Decodes a photo, turns it upright, removes all metadata and encodes it in all widths. It runs in
// the encoder's process.
import { createHash } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { type PhotoWidth, photoWidths } from '#contract/books/photos.ts'
import { photoLimits } from '#contract/common/policy.ts'
import { maxDecodeSeconds, maxHeightRatio, webpQuality } from '#server/photos/policy.ts'

/** A path, or the bytes. */
export type PhotoSource = string | Buffer
export type EncodingTask = { source: PhotoSource; isHeic: boolean }
export type EncodedPhoto = {
  hash: string
  width: number
  height: number
  files: { width: PhotoWidth; bytes: Buffer }[]
}

const maxWidth = Math.max(...photoWidths)

// It would keep files open by their names, and pictures that nobody decodes twice.
sharp.cache(false)

const decoded = (source: PhotoSource) =>
  sharp(source, { limitInputPixels: photoLimits.pixels, failOn: 'error' }).autoOrient()

async function decodedHeic(source: PhotoSource): Promise<Sharp> {
  // Its decoder takes more memory than all else that is loaded.
  const { decodeHeic } = await import('./decode-heic.ts')
  const { data, width, height } = await decodeHeic(source)
  return sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha()
}

/** Throws for what can't be decoded. */
export async function decodeAndEncode({ source, isHeic }: EncodingTask): Promise<EncodedPhoto> {
  const photo = isHeic ? await decodedHeic(source) : decoded(source)
  const { data, info } = await photo
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
