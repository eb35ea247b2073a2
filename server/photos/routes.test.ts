import type { FastifyRequest } from 'fastify'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { listBranches, readBook } from '#contract/books/books.ts'
import { photoAddress, photoHash, photoWidths } from '#contract/common/photos.ts'
import { setBookHidden } from '#server/books/hidden-books.ts'
import { newId } from '#server/platform/database/ids.ts'
import { usesPerMinute } from '#server/platform/limits/rate-limits.ts'
import {
  as,
  changeRow,
  makeAccount,
  makeBook,
  otherApp,
  storePhotos,
  testApp,
} from '#server/testing.ts'
import { isLong } from '#server/testing-rounds.ts'
import { encodePhoto } from './encoding/queue-encoding.ts'
import { removeExpiredPhotos } from './removal.ts'
import { insertPhotos, photoFile } from './store.ts'

const red = '#c81e1e'
const blue = '#1e1ec8'
const plain = (width: number, height: number, background = red) =>
  sharp({ create: { width, height, channels: 3, background } })
/** Creates a photo that is red on the left and blue on the right, and different for each seed. */
const twoColours = async (seed: number) =>
  plain(400, 200).composite([
    { input: await plain(200, 200, blue).png().toBuffer(), left: 200, top: 0 },
    {
      input: await plain(1 + (seed % 150), 20, '#ffffff')
        .png()
        .toBuffer(),
      left: 0,
      top: 20 * (1 + (Math.floor(seed / 150) % 8)),
    },
  ])
let seed = Date.now()
const newPhotoBytes = async () => (await twoColours(seed++)).png().toBuffer()

async function pixel(bytes: Uint8Array, x: number, y: number): Promise<'red' | 'blue'> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const offset = (y * info.width + x) * info.channels
  return (data[offset] ?? 0) > (data[offset + 2] ?? 0) ? 'red' : 'blue'
}

const get = async (url: string) => (await testApp()).app.inject(url)

test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
  '%s becomes WebP in three widths',
  async (format) => {
    const photo = await encodePhoto(await plain(1600, 2400).toFormat(format).toBuffer())
    expect([photo.width, photo.height]).toEqual([1200, 1800])
    for (const { width, bytes } of photo.files) {
      const metadata = await sharp(bytes).metadata()
      expect([metadata.format, metadata.width, metadata.height]).toEqual([
        'webp',
        width,
        width * 1.5,
      ])
    }
  },
)

test('a small photo is not enlarged, and a long one is limited in height', async () => {
  const small = await encodePhoto(await plain(100, 150).png().toBuffer())
  for (const { bytes } of small.files) expect((await sharp(bytes).metadata()).width).toBe(100)
  const strip = await encodePhoto(await plain(500, 20_000).jpeg().toBuffer())
  expect(strip.height).toBe(3600)
})

test('a rotated photo is turned upright', async () => {
  const input = await (await twoColours(3))
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 95 })
    .toBuffer()
  expect((await sharp(input).metadata()).orientation).toBe(6)
  const { width, height, files } = await encodePhoto(input)
  expect([width, height]).toEqual([200, 400])
  for (const { bytes } of files) {
    const after = await sharp(bytes).metadata()
    expect(after.orientation).toBeUndefined()
    // The photo is turned to the right, so its left side becomes the top.
    expect([await pixel(bytes, 10, 5), await pixel(bytes, 10, (after.height ?? 0) - 5)]).toEqual([
      'red',
      'blue',
    ])
  }
})

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="500" height="500"><rect width="500" height="500"/></svg>',
)
const png = () => plain(300, 300).png().toBuffer()

test.each([
  ['nothing', async () => Buffer.alloc(0)],
  ['a text', async () => Buffer.from('this is not a picture at all, it is a text')],
  ['an SVG', async () => svg],
  [
    'an SVG that begins like a PNG',
    async () => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), svg]),
  ],
  ['a GIF', async () => plain(50, 50).gif().toBuffer()],
  ['a TIFF', async () => plain(50, 50).tiff().toBuffer()],
  [
    'a PDF',
    async () => Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>'),
  ],
  ['a PNG cut short', async () => (await png()).subarray(0, 60)],
  [
    'a WebP that is only a header',
    async () => Buffer.from('RIFF\x24\x00\x00\x00WEBPVP8 \x18\x00\x00\x00', 'latin1'),
  ],
])('%s is rejected as unreadable', async (_, make) => {
  await expect(encodePhoto(await make())).rejects.toMatchObject({
    code: 'image_unreadable',
    status: 400,
  })
})

test('a very long strip is rejected before it is decoded', async () => {
  const strip = await plain(1, 20_001).png().toBuffer()
  await expect(encodePhoto(strip)).rejects.toMatchObject({ code: 'too_large', status: 413 })
})

test.runIf(isLong)(
  'an upload of many photos does not delay others, and stops at its first bad photo',
  async () => {
    const noise = await sharp({
      create: {
        width: 1000,
        height: 1000,
        channels: 3,
        background: red,
        noise: { type: 'gaussian', mean: 128, sigma: 30 },
      },
    })
      .jpeg()
      .toBuffer()
    const finished: string[] = []
    const finish = (name: string) => () => finished.push(name)
    await Promise.all([
      storePhotos(Array.from({ length: 4 }, () => ({ field: 'images', source: noise }))).then(
        finish('many'),
      ),
      encodePhoto(await png()).then(finish('one')),
    ])
    expect(finished).toEqual(['one', 'many'])
    const bad = storePhotos(
      [svg, noise, noise, noise, noise].map((bytes) => ({ field: 'images', source: bytes })),
    )
    await Promise.all([
      expect(bad).rejects.toMatchObject({ code: 'image_unreadable' }).then(finish('bad')),
      encodePhoto(noise).then(finish('noise')),
    ])
    expect(finished.slice(2)).toEqual(['bad', 'noise'])
  },
)

test('an unreadable photo doesn’t block the ones after it', async () => {
  const good = await png()
  const results = await Promise.allSettled(
    [svg, svg, svg, good, svg, good, good].map((bytes) => encodePhoto(bytes)),
  )
  expect(results.map(({ status }) => status)).toEqual([
    'rejected',
    'rejected',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ])
})

test('stored photos are served in each width and can be cached forever', async () => {
  const [hash = ''] = await storePhotos([{ field: 'images', source: await newPhotoBytes() }])
  for (const width of photoWidths) {
    const response = await get(photoAddress(hash, width))
    expect([
      response.statusCode,
      response.headers['content-type'],
      response.headers['cache-control'],
    ]).toEqual([200, 'image/webp', 'public, max-age=31536000, immutable'])
    expect(Number(response.headers['content-length'])).toBe(response.rawPayload.length)
    expect((await sharp(response.rawPayload).metadata()).width).toBe(Math.min(width, 400))
  }
})

test('limits photos per address and minute, without affecting others', async () => {
  const { app, context } = await otherApp()
  const [hash = ''] = await storePhotos([{ field: 'images', source: await newPhotoBytes() }])
  const request = (url: string, remoteAddress: string) => app.inject({ url, remoteAddress })
  const responses = await Promise.all(
    Array.from({ length: 60 }, () => request(photoAddress(hash), '192.0.2.1')),
  )
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  const visitor = { ip: '192.0.2.1', routeOptions: { config: {} } } as FastifyRequest
  for (let n = responses.length; n < usesPerMinute.photos; n++)
    await context.limits.count('photos', visitor)
  const { statusCode, headers } = await request(photoAddress(hash), '192.0.2.1')
  expect([statusCode, Number(headers['retry-after']) > 0]).toEqual([429, true])
  expect((await request('/photos/none', '192.0.2.1')).statusCode).toBe(429)
  expect((await request(photoAddress(hash), '192.0.2.2')).statusCode).toBe(200)
  expect((await as().call(listBranches, {}, { app, ip: '192.0.2.1' })).status).toBe(200)
})

test('a photo is served as soon as it is stored, even after a 404', async () => {
  const bytes = await newPhotoBytes()
  const { hash } = await encodePhoto(bytes)
  expect((await get(photoAddress(hash))).statusCode).toBe(404)
  await storePhotos([{ field: 'images', source: bytes }])
  expect((await get(photoAddress(hash))).statusCode).toBe(200)
})

test.each([
  photoAddress('0'.repeat(64)),
  `/photos/${'0'.repeat(64)}-640.webp`,
  `/photos/${'A'.repeat(64)}-480.webp`,
  '/photos/..%2f..%2fpackage.json',
  '/photos/%2e%2e%2flock',
  '/photos/x',
  `/photos/${'0'.repeat(64)}-480.webp%00`,
])('%s is not found', async (url) => {
  const response = await get(url)
  expect(response.statusCode).toBeGreaterThanOrEqual(400)
  expect(response.statusCode).toBeLessThan(500)
  expect(response.headers['cache-control']).toBe('no-store')
})

const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
const isStored = async (hash: string) =>
  (await (await testApp()).context.storage.read(photoFile(hash, 480))) !== undefined

test('unused photos are removed after a day, and those of books and profiles stay', async () => {
  const { context } = await testApp()
  const { db } = context
  const [unused = '', onBook = '', onPerson = ''] = await storePhotos([
    { field: 'images', source: await newPhotoBytes() },
    { field: 'images', source: await newPhotoBytes() },
    { field: 'images', source: await newPhotoBytes() },
  ])
  const seller = await makeAccount('seller')
  const book = await makeBook(seller)
  await db.insertInto('book_photos').values({ book_id: book, position: 0, hash: onBook }).execute()
  await changeRow('accounts', seller.id, { picture: onPerson })
  await removeExpiredPhotos(context, hours(23))
  expect(await isStored(unused)).toBe(true)
  await removeExpiredPhotos(context, hours(25))
  expect([await isStored(unused), await isStored(onBook), await isStored(onPerson)]).toEqual([
    false,
    true,
    true,
  ])
  expect((await get(photoAddress(unused))).statusCode).toBe(404)
})

test('known photos are saved once', async () => {
  const { context } = await testApp()
  const hash = newId().replaceAll('-', '').repeat(2)
  await insertPhotos(
    context.db,
    [
      { hash, width: 1, height: 1 },
      { hash, width: 1, height: 1 },
    ],
    new Date(),
  )
  await insertPhotos(context.db, [{ hash, width: 1, height: 1 }], new Date())
  expect(photoHash(photoAddress(hash))).toBe(hash)
  expect(
    await context.db.selectFrom('photos').select('hash').where('hash', '=', hash).execute(),
  ).toHaveLength(1)
})

test('photos of a hidden listing are not found, except for its seller', async () => {
  const { db, cache } = (await testApp()).context
  const [hash = '', shared = ''] = await storePhotos([
    { field: 'images', source: await newPhotoBytes() },
    { field: 'images', source: await newPhotoBytes() },
  ])
  const seller = await makeAccount('seller')
  const [hidden, other] = [await makeBook(seller), await makeBook(seller)]
  const rows = [
    { book_id: hidden, position: 0, hash },
    { book_id: hidden, position: 1, hash: shared },
    { book_id: other, position: 0, hash: shared },
  ]
  await db.insertInto('book_photos').values(rows).execute()
  const statuses = async () => [
    (await get(photoAddress(hash))).statusCode,
    (await get(photoAddress(shared))).statusCode,
  ]
  expect(await statuses()).toEqual([200, 200])
  await setBookHidden(db, hidden, 'A photocopy.', new Date())
  cache.outdate(['books'])
  expect(await statuses()).toEqual([404, 200])
  const { images } = (await as(seller).call(readBook, { id: hidden })).body
  expect(images.map((image) => image.slice(0, 23))).toEqual(
    Array(2).fill('data:image/webp;base64,'),
  )
  await setBookHidden(db, hidden, undefined, new Date())
  cache.outdate(['books'])
  expect(await statuses()).toEqual([200, 200])
})
