import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { encodePhoto } from '#server/photos/encoding/queue-encoding.ts'

// A drawing of 48 × 32 pixels with a GPS position and a comment in its EXIF, encoded with libheif's
// `heif-enc`. The large HEIC files have a single color.
const file = path.join(import.meta.dirname, 'red-and-blue.heic')

test.each(['bytes', 'a path'])(
  'HEIC is read from %s, and its location is removed',
  async (kind) => {
    const bytes = await readFile(file)
    expect([bytes.includes('EXIF-SECRET'), bytes.toString('latin1', 8, 12)]).toEqual([true, 'heic'])
    const { width, height, files } = await encodePhoto(kind === 'bytes' ? bytes : file)
    expect([width, height]).toEqual([48, 32])
    for (const { bytes } of files) {
      const { exif, xmp, icc, format, hasAlpha } = await sharp(bytes).metadata()
      expect([exif, xmp, icc, format, hasAlpha]).toEqual([
        ...[undefined, undefined, undefined],
        'webp',
        false,
      ])
      expect(bytes.includes('EXIF-SECRET')).toBe(false)
      const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
      const at = (x: number) => [
        ...data.subarray((16 * info.width + x) * info.channels).subarray(0, 3),
      ]
      const [red = [], blue = []] = [at(8), at(40)]
      expect([(red[0] ?? 0) > 150, (red[2] ?? 0) < 100]).toEqual([true, true])
      expect([(blue[2] ?? 0) > 150, (blue[0] ?? 0) < 100]).toEqual([true, true])
    }
  },
)

test('rejects more than 25 megapixels before decoding anything', async () => {
  const large = path.join(import.meta.dirname, '27-megapixels.heic')
  await expect(encodePhoto(large)).rejects.toMatchObject({
    code: 'heic_too_large',
    status: 413,
    message: expect.stringContaining('at most 25 megapixels'),
  })
})

test('rejects a truncated or scrambled HEIC file, and reads the next one', async () => {
  const bytes = await readFile(file)
  const scrambled = Buffer.from(bytes)
  const start = bytes.indexOf('mdat') + 4
  scrambled.fill(0x5a, start)
  for (const broken of [bytes.subarray(0, 700), bytes.subarray(0, 40), scrambled])
    await expect(encodePhoto(broken)).rejects.toMatchObject({ code: 'image_unreadable' })
  await expect(encodePhoto(bytes)).resolves.toMatchObject({ width: 48, height: 32 })
})

test('HEIC photos are read one after the other, and don’t delay a JPEG', async () => {
  const jpeg = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  const finished: string[] = []
  await Promise.all([
    ...[1, 2, 3].map(() => encodePhoto(file).then(() => finished.push('heic'))),
    encodePhoto(jpeg).then(() => finished.push('jpeg')),
  ])
  expect(finished.slice(0, 2)).toContain('jpeg')
})
