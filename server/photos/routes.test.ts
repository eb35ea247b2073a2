import type { FastifyRequest } from 'fastify'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { addBook, listBranches } from '#contract/books.ts'
import { photoAddress, photoHash, photoWidths } from '#contract/photos.ts'
import { photoLimits } from '#contract/policy.ts'
import { newId } from '#server/platform/database/ids.ts'
import { requestsPerMinute } from '#server/platform/limits/policy.ts'
import { as, makeBook, makePerson, otherApp, storePictures, testApp } from '#server/testing.ts'
import { readPicture } from './pictures.ts'
import { removeExpiredPhotos } from './removal.ts'
import { insertPhotos, photoFile } from './store.ts'

const red = '#c81e1e'
const blue = '#1e1ec8'
const plain = (width: number, height: number, background = red) =>
  sharp({ create: { width, height, channels: 3, background } })
/** Red on the left, blue on the right; each call a picture of its own. */
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
const fresh = async () => (await twoColours(seed++)).png().toBuffer()

async function pixel(bytes: Uint8Array, x: number, y: number): Promise<'red' | 'blue'> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const at = (y * info.width + x) * info.channels
  return (data[at] ?? 0) > (data[at + 2] ?? 0) ? 'red' : 'blue'
}

const get = async (url: string) => (await testApp()).app.inject(url)

test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
  '%s becomes WebP in three widths',
  async (format) => {
    const picture = await readPicture(await plain(1600, 2400).toFormat(format).toBuffer())
    expect([picture.width, picture.height]).toEqual([1200, 1800])
    for (const { width, bytes } of picture.files) {
      const made = await sharp(bytes).metadata()
      expect([made.format, made.width, made.height]).toEqual(['webp', width, width * 1.5])
    }
  },
)

test('a small picture is not enlarged, and a strip stays within bounds', async () => {
  const small = await readPicture(await plain(100, 150).png().toBuffer())
  for (const { bytes } of small.files) expect((await sharp(bytes).metadata()).width).toBe(100)
  const strip = await readPicture(await plain(500, 20_000).jpeg().toBuffer())
  expect(strip.height).toBe(3600)
})

test('the same picture has the same name, another one another', async () => {
  const one = await (await twoColours(1)).png().toBuffer()
  const [a, b, c] = await Promise.all([
    readPicture(one),
    readPicture(one),
    readPicture(await (await twoColours(2)).png().toBuffer()),
  ])
  expect(a.hash).toBe(b.hash)
  expect(a.hash).not.toBe(c.hash)
})

test('a turned photograph comes out upright, without EXIF, GPS or any other metadata', async () => {
  const input = await (await twoColours(3))
    .withExif({
      IFD0: { Copyright: 'somebody', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '18/1 31/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 95 })
    .toBuffer()
  const before = await sharp(input).metadata()
  expect([before.orientation, before.exif !== undefined]).toEqual([6, true])
  const { width, height, files } = await readPicture(input)
  expect([width, height]).toEqual([200, 400])
  for (const { bytes } of files) {
    const after = await sharp(bytes).metadata()
    expect([after.exif, after.xmp, after.iptc, after.icc, after.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(bytes.includes('GPS') || bytes.includes('EXIF') || bytes.includes('somebody')).toBe(
      false,
    )
    // Turned by a quarter to the right, the left side is the top.
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
  [
    'a JPEG cut in half',
    async () =>
      sharp({
        create: {
          width: 900,
          height: 900,
          channels: 3,
          background: red,
          noise: { type: 'gaussian', mean: 128, sigma: 30 },
        },
      })
        .jpeg()
        .toBuffer()
        .then((whole) => whole.subarray(0, whole.length / 2)),
  ],
  ['a PNG cut short', async () => (await png()).subarray(0, 60)],
  [
    'a WebP that is only a header',
    async () => Buffer.from('RIFF\x24\x00\x00\x00WEBPVP8 \x18\x00\x00\x00', 'latin1'),
  ],
])('%s is refused as unreadable', async (_, make) => {
  await expect(readPicture(await make())).rejects.toMatchObject({
    code: 'image_unreadable',
    status: 400,
  })
})

test('a PNG of 60 megapixels is refused before it is decoded', async () => {
  const bytes = await plain(10_000, 6000).png({ compressionLevel: 1 }).toBuffer()
  expect(bytes.length).toBeLessThan(photoLimits.bytes)
  await expect(readPicture(bytes)).rejects.toMatchObject({ code: 'too_large', status: 413 })
})

test('a strip of endless length is refused before it is decoded', async () => {
  const strip = await plain(1, 20_001).png().toBuffer()
  await expect(readPicture(strip)).rejects.toMatchObject({ code: 'too_large', status: 413 })
})

test('one upload of many pictures leaves room for others, and ends at its first bad one', async () => {
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
  const ended: string[] = []
  const end = (name: string) => () => ended.push(name)
  await Promise.all([
    storePictures(Array.from({ length: 4 }, () => ({ field: 'images', bytes: noise }))).then(
      end('many'),
    ),
    readPicture(await png()).then(end('one')),
  ])
  expect(ended).toEqual(['one', 'many'])
  const bad = storePictures(
    [svg, noise, noise, noise, noise].map((bytes) => ({ field: 'images', bytes })),
  )
  await Promise.all([
    expect(bad).rejects.toMatchObject({ code: 'image_unreadable' }).then(end('bad')),
    readPicture(noise).then(end('noise')),
  ])
  expect(ended.slice(2)).toEqual(['bad', 'noise'])
})

test('a broken picture does not block the ones after it', async () => {
  const good = await png()
  const results = await Promise.allSettled(
    [svg, svg, svg, good, svg, good, good].map((bytes) => readPicture(bytes)),
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

test('stored pictures are served for ever, in each width', async () => {
  const [hash = ''] = await storePictures([{ field: 'images', bytes: await fresh() }])
  for (const width of photoWidths) {
    const answer = await get(photoAddress(hash, width))
    expect([
      answer.statusCode,
      answer.headers['content-type'],
      answer.headers['cache-control'],
    ]).toEqual([200, 'image/webp', 'public, max-age=31536000, immutable'])
    expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length)
    expect((await sharp(answer.rawPayload).metadata()).width).toBe(Math.min(width, 400))
  }
})

test('an address may ask for so many pictures in a minute, there or not, and others go on', async () => {
  const { app, parts } = await otherApp()
  const [hash = ''] = await storePictures([{ field: 'images', bytes: await fresh() }])
  const ask = (url: string, remoteAddress: string) => app.inject({ url, remoteAddress })
  const page = await Promise.all(
    Array.from({ length: 60 }, () => ask(photoAddress(hash), '192.0.2.1')),
  )
  expect(new Set(page.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  const visitor = { ip: '192.0.2.1', routeOptions: { config: {} } } as FastifyRequest
  for (let n = page.length; n < requestsPerMinute.photos; n++)
    await parts.limits.count('photos', visitor)
  const { statusCode, headers } = await ask(photoAddress(hash), '192.0.2.1')
  expect([statusCode, Number(headers['retry-after']) > 0]).toEqual([429, true])
  expect((await ask('/photos/none', '192.0.2.1')).statusCode).toBe(429)
  expect((await ask(photoAddress(hash), '192.0.2.2')).statusCode).toBe(200)
  expect((await as().call(listBranches, {}, { app, ip: '192.0.2.1' })).status).toBe(200)
})

test('a picture that wasn’t there is served as soon as it is stored', async () => {
  const bytes = await fresh()
  const { hash } = await readPicture(bytes)
  expect((await get(photoAddress(hash))).statusCode).toBe(404)
  await storePictures([{ field: 'images', bytes }])
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
])('%s is not there', async (url) => {
  const answer = await get(url)
  expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  expect(answer.statusCode).toBeLessThan(500)
  expect(answer.headers['cache-control']).toBe('no-store')
})

test('the position of a broken picture is told', async () => {
  const seller = await makePerson('seller')
  const file = (bytes: Buffer) =>
    new File([new Uint8Array(bytes)], 'cover.png', { type: 'image/png' })
  const book = {
    title: 'T',
    author: 'A',
    branch: 'Law',
    bookType: 'new' as const,
    original_price: 100,
  }
  const { status, refusal } = await as(seller).call(addBook, {
    ...book,
    images: [file(await png()), file(svg)],
  })
  expect([status, refusal.code, Object.keys(refusal.fields ?? {})]).toEqual([
    400,
    'image_unreadable',
    ['images.1'],
  ])
})

const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
const isKept = async (hash: string) =>
  (await (await testApp()).parts.storage.read(photoFile(hash, 480))) !== undefined

test('pictures that nothing shows are swept after a day; covers, snapshots and profile pictures stay', async () => {
  const { parts } = await testApp()
  const { db } = parts
  const [lost = '', onBook = '', onPerson = ''] = await storePictures([
    { field: 'images', bytes: await fresh() },
    { field: 'images', bytes: await fresh() },
    { field: 'images', bytes: await fresh() },
  ])
  const seller = await makePerson('seller')
  const book = await makeBook(seller)
  await db.insertInto('book_photos').values({ book_id: book, position: 0, hash: onBook }).execute()
  await db.updateTable('people').set({ picture: onPerson }).where('id', '=', seller.id).execute()
  await removeExpiredPhotos(parts, hours(23))
  expect(await isKept(lost)).toBe(true)
  await removeExpiredPhotos(parts, hours(25))
  expect([await isKept(lost), await isKept(onBook), await isKept(onPerson)]).toEqual([
    false,
    true,
    true,
  ])
  expect((await get(photoAddress(lost))).statusCode).toBe(404)
})

test('a picture that is uploaded while it is swept is there afterwards', async () => {
  const { parts } = await testApp()
  const bytes = await fresh()
  const [hash = ''] = await storePictures([{ field: 'images', bytes }])
  for (let round = 0; round < 10; round++) {
    await parts.db
      .updateTable('photos')
      .set({ used_at: hours(-48) })
      .where('hash', '=', hash)
      .execute()
    const [, [again]] = await Promise.all([
      removeExpiredPhotos(parts, new Date()),
      storePictures([{ field: 'images', bytes }]),
    ])
    expect(again).toBe(hash)
    expect(
      await parts.db
        .selectFrom('photos')
        .select('hash')
        .where('hash', '=', hash)
        .executeTakeFirst(),
    ).toBeDefined()
    expect(await isKept(hash)).toBe(true)
  }
})

test('pictures known already are entered once', async () => {
  const { parts } = await testApp()
  const hash = newId().replaceAll('-', '').repeat(2)
  await insertPhotos(
    parts.db,
    [
      { hash, width: 1, height: 1 },
      { hash, width: 1, height: 1 },
    ],
    new Date(),
  )
  await insertPhotos(parts.db, [{ hash, width: 1, height: 1 }], new Date())
  expect(photoHash(photoAddress(hash))).toBe(hash)
  expect(
    await parts.db.selectFrom('photos').select('hash').where('hash', '=', hash).execute(),
  ).toHaveLength(1)
})
