import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { updateSellerProfile } from '#contract/accounts/accounts.ts'
import { addBook, deleteBook, updateBook } from '#contract/books/books.ts'
import type { EndpointInput } from '#contract/common/endpoint.ts'
import { photoHash } from '#contract/common/photos.ts'
import { listingQuotas } from '#server/books/limits.ts'
import { oldForm } from '#server/books/testing-forms.ts'
import { uploadQuotaSeconds, uploadQuotas } from '#server/photos/quotas.ts'
import { newId } from '#server/platform/database/ids.ts'
import { findUses, insertUses } from '#server/platform/limits/quotas.ts'
import {
  as,
  makeAccount,
  makeBook,
  makeOrder,
  makePhotos,
  otherApp,
  type TestAccount,
  testApp,
} from '#server/testing.ts'
import { removeExpiredPhotos } from './removal.ts'
import { photoFile } from './store.ts'
import { withStoredPhotos } from './store-photos.ts'
import { uploadKey } from './uploads.ts'

const add = async (
  seller: TestAccount,
  changes: object = {},
  options: Parameters<ReturnType<typeof as>['call']>[2] = {},
) =>
  as(seller).call(
    addBook,
    { ...oldForm, images: await makePhotos(2), ...changes } as EndpointInput<typeof addBook>,
    options,
  )
const change = async (seller: TestAccount, input: object) =>
  as(seller).call(updateBook, {
    images: await makePhotos(2),
    ...input,
  } as unknown as EndpointInput<typeof updateBook>)

const storedPhotos = async () => {
  const { context } = await testApp()
  return (await context.db.selectFrom('photos').select('hash').orderBy('hash').execute()).map(
    ({ hash }) => hash,
  )
}

async function insertOldUploads(
  account: TestAccount,
  count: number,
  hoursAgo: number,
): Promise<void> {
  const { context } = await testApp()
  const used_at = new Date(Date.now() - hoursAgo * 3_600_000)
  const expires_at = new Date(used_at.getTime() + uploadQuotaSeconds * 1000)
  const key = uploadKey(account.id)
  const rows = Array.from({ length: count }, () => ({ id: newId(), key, used_at, expires_at }))
  for (let start = 0; start < count; start += 1000)
    await context.db
      .insertInto('quota_uses')
      .values(rows.slice(start, start + 1000))
      .execute()
}

/** Adds books that were listed `hoursAgo`. */
async function insertOldListings(
  seller: TestAccount,
  count: number,
  hoursAgo: number,
): Promise<void> {
  const uses = Array.from({ length: count }, () => ({
    id: newId(),
    key: `listings ${seller.id}`,
    seconds: 86_400,
  }))
  const time = new Date(Date.now() - hoursAgo * 3_600_000)
  await insertUses((await testApp()).context.db, uses, time)
}

beforeAll(() => testApp())

test('a request rejected before its photos are encoded stores none', async () => {
  const student = await makeAccount('seller')
  const other = await makeAccount('seller')
  const { book } = (await add(student)).body
  const deleted = (await add(student)).body.book
  await as(student).call(deleteBook, { id: deleted._id })
  const unused = await makeBook(student, { book_type: 'new' })
  const shop = await makeAccount('seller', { shop: true })
  const ordered = await makeOrder({ seller: shop, book: { book_type: 'new', copies: 3 } })
  await makeOrder({ seller: shop, bookId: ordered.bookId })
  const before = await storedPhotos()
  const five = await makePhotos(5)
  const nameless = { shopName: 'x', name: '', profilePic: five[0] } as never
  const kept = { id: book._id, existingImages: [book.images[0]] }
  const rejected: [{ error: { code: string } }, code?: string][] = [
    [await change(student, { id: deleted._id }), 'book_not_found'],
    [await change(other, { id: book._id }), 'book_not_found'],
    [await change(student, { id: unused, copies: 2 })],
    [await change(shop, { id: ordered.bookId, copies: 1 }), 'copies_in_use'],
    [await change(student, { id: book._id, price: 900 })],
    [await change(student, { id: book._id, isRentable: true })],
    [await change(student, { id: book._id, existingImages: ['https://evil.example/x.webp'] })],
    [await change(student, { ...kept, images: five }), 'too_many_images'],
    [await add(student, { bookType: 'new', copies: 2 })],
    [await add(student, { customPrice: 900, acceptPredictedPrice: 'no' })],
    [await as(student).call(updateSellerProfile, nameless)],
  ]
  for (const [{ error }, code = 'malformed'] of rejected) expect(error.code).toBe(code)
  expect(await storedPhotos()).toEqual(before)
})

test('a request rejected under the lock leaves no photo and removes none shown', async () => {
  const { context } = await testApp()
  const seller = await makeAccount('seller')
  const pictures = await makePhotos(4)
  const { book } = (await add(seller, { images: pictures })).body
  const before = await storedPhotos()
  const competing = await makePhotos(2)
  const results = await Promise.all(
    competing.map((file) => as(seller).call(updateBook, { id: book._id, images: [file] })),
  )
  const winner = results.find(({ status }) => status === 200)
  expect(
    results.map(({ status, error }) => (status === 200 ? 'added' : error.code)).sort(),
  ).toEqual(['added', 'too_many_images'])
  const after = await storedPhotos()
  expect(after).toHaveLength(before.length + 1)
  for (const url of winner?.body.book.images ?? [])
    expect(await context.storage.read(photoFile(photoHash(url) ?? '', 480)), url).toBeDefined()
  // Uploads a photo that the book already shows, together with one photo too many.
  const rejected = await as(seller).call(updateBook, {
    id: book._id,
    images: [pictures[0] as File, ...(await makePhotos(1))],
  })
  expect(rejected.error.code).toBe('too_many_images')
  expect(await storedPhotos()).toEqual(after)
  expect(
    await context.storage.read(photoFile(photoHash(book.images[0] ?? '') ?? '', 480)),
  ).toBeDefined()
})

test('a rejected upload doesn’t remove a photo that somebody else is about to show', async () => {
  const { context } = await testApp()
  const [first, second] = [await makeAccount('seller'), await makeAccount('seller')]
  const full = (await add(first, { images: await makePhotos(5) })).body.book
  const [shared] = await makePhotos(1)
  for (let round = 0; round < 5; round++) {
    const [rejected, listed] = await Promise.all([
      as(first).call(updateBook, { id: full._id, images: [shared as File] }),
      add(second, { images: [shared, ...(await makePhotos(1))] }),
    ])
    expect([rejected.error.code, listed.status]).toEqual(['too_many_images', 201])
    for (const url of listed.body.book.images)
      expect(await context.storage.read(photoFile(photoHash(url) ?? '', 160))).toBeDefined()
  }
})

test.each([
  ['student', false],
  ['shop owner', true],
] as const)(
  'a %s has a daily limit of listings, counting deleted ones and concurrent requests',
  async (kind, shop) => {
    const { max } = listingQuotas[kind]
    const seller = await makeAccount('seller', { shop })
    await insertOldListings(seller, max - 1, 5)
    // Uses two apps, because a process runs only some of an account's uploads concurrently.
    const apps = [await testApp(), await otherApp()]
    const results = await Promise.all(
      Array.from({ length: 4 }, (_, index) =>
        add(seller, {}, { app: apps[index % 2]?.app as never }),
      ),
    )
    const codes = results
      .map(({ status, error }) => (status === 201 ? 'listed' : error.code))
      .sort()
    expect(codes).toEqual(['listed', 'too_many_listings', 'too_many_listings', 'too_many_listings'])
    const rejected = results.find(({ status }) => status === 429)
    expect(Number(rejected?.headers['retry-after'])).toBeGreaterThan(18 * 3600)
    expect(Number(rejected?.headers['retry-after'])).toBeLessThanOrEqual(19 * 3600)
    const unlimited = await otherApp({ config: { rateLimit: false } })
    expect((await add(seller, {}, { app: unlimited.app })).status).toBe(201)
  },
)

test('a shop can list a thousand books a day, and yesterday’s books do not count', async () => {
  expect(listingQuotas['shop owner'].max).toBeGreaterThanOrEqual(2000)
  expect(uploadQuotas['shop owner'].photos).toBeGreaterThanOrEqual(
    listingQuotas['shop owner'].max * 5,
  )
  const seller = await makeAccount('seller')
  await insertOldListings(seller, listingQuotas.student.max, 25)
  await insertOldUploads(seller, uploadQuotas.student.photos, 25)
  expect((await add(seller)).status).toBe(201)
})

test('concurrent uploads to several processes stay within the daily quota', async () => {
  const seller = await makeAccount('seller')
  const { book } = (await add(seller)).body
  await insertOldUploads(seller, uploadQuotas.student.photos - 2 - 3, 2)
  const apps = [await testApp(), await otherApp(), await otherApp()]
  const before = await storedPhotos()
  const results = await Promise.all(
    (await makePhotos(6)).map((file, index) =>
      as(seller).call(
        updateBook,
        { id: book._id, images: [file] },
        { app: (apps[index % 3] ?? apps[0])?.app as never },
      ),
    ),
  )
  const codes = results.map(({ status, error }) => (status === 200 ? 'added' : error.code)).sort()
  expect(codes).toEqual([...Array(3).fill('added'), ...Array(3).fill('too_many_uploads')])
  expect(
    Number(results.find(({ status }) => status === 429)?.headers['retry-after']),
  ).toBeGreaterThan(21 * 3600)
  expect(await storedPhotos()).toHaveLength(before.length + 3)
})

test('without rate limits, photos and stored bytes aren’t counted', async () => {
  const { context } = await testApp()
  const seller = await makeAccount('seller')
  await insertOldUploads(seller, uploadQuotas.student.photos, 2)
  expect((await add(seller)).error.code).toBe('too_many_uploads')
  const { app } = await otherApp({ config: { rateLimit: false } })
  expect((await add(seller, {}, { app })).status).toBe(201)

  const other = await makeAccount('seller')
  const hashes = ['a', 'b', 'c', 'd'].map((digit) => digit.repeat(64))
  const photos = hashes.map((hash) => ({ hash, width: 1, height: 1 }))
  await context.db.insertInto('photos').values(photos).execute()
  const large = {
    account_id: other.id,
    uploaded_at: new Date(0),
    bytes: uploadQuotas.student.bytes / 4,
  }
  await context.db
    .insertInto('uploads')
    .values(hashes.map((hash) => ({ ...large, hash })))
    .execute()
  expect((await add(other)).error.code).toBe('storage_full')
  expect((await add(other, {}, { app })).status).toBe(201)
})

test('an account’s stored bytes are limited, and removed photos free them', async () => {
  const { context } = await testApp()
  const seller = await makeAccount('seller')
  const { book } = (await add(seller)).body
  const uploads = await context.db
    .selectFrom('uploads')
    .select(['hash', 'bytes'])
    .where('account_id', '=', seller.id)
    .execute()
  expect(uploads.map(({ hash }) => hash).sort()).toEqual(
    book.images.map((url) => photoHash(url)).sort(),
  )
  for (const { hash, bytes } of uploads) {
    const files = await Promise.all(
      [160, 480, 1200].map((width) => context.storage.read(photoFile(hash, width))),
    )
    expect(bytes).toBe(files.reduce((sum, file) => sum + (file?.length ?? 0), 0))
  }
  // Uploading the same photo again doesn't count its bytes again.
  const same = await makePhotos(2)
  await add(seller, { images: same })
  await add(seller, { images: same })
  const ofSeller = context.db.selectFrom('uploads').where('account_id', '=', seller.id)
  expect(await ofSeller.select('hash').execute()).toHaveLength(4)
  // These photos use up the whole quota.
  await context.db
    .updateTable('uploads')
    .set({ bytes: uploadQuotas.student.bytes / 4 })
    .where('account_id', '=', seller.id)
    .execute()
  const before = await storedPhotos()
  const rejected = await add(seller)
  expect([rejected.status, rejected.error.code, rejected.headers['retry-after']]).toEqual([
    429,
    'storage_full',
    '86400',
  ])
  expect(await storedPhotos()).toEqual(before)
  // Rejected photos don't count toward the daily quota.
  const counted = () => findUses(context.db, [uploadKey(seller.id)], { seconds: 60 }, new Date())
  const countBefore = (await counted()).length
  expect((await add(seller)).error.code).toBe('storage_full')
  expect(await counted()).toHaveLength(countBefore)
  const otherImages = book.images.slice(1)
  expect(
    (await as(seller).call(updateBook, { id: book._id, existingImages: otherImages } as never))
      .status,
  ).toBe(200)
  for (let after: string | undefined = ''; after !== undefined; )
    after = await removeExpiredPhotos(context, new Date(Date.now() + 25 * 3_600_000), { after })
  expect((await add(seller)).status).toBe(201)
})

test('many requests of one person don’t delay the uploads of others', async () => {
  const { context } = await testApp()
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const size = { width: 1000, height: 1000, channels: 3, background: '#fff' } as const
  const bytes = await sharp({ create: { ...size, noise } })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const finished: string[] = []
  const upload = async (name: string, { id: accountId }: TestAccount) =>
    withStoredPhotos(
      context,
      { accountId, kind: 'student' },
      [{ field: 'images', source: bytes }],
      async () => void finished.push(name),
    )
  const [many, one] = [await makeAccount('seller'), await makeAccount('seller')]
  await Promise.all([...Array.from({ length: 10 }, () => upload('many', many)), upload('one', one)])
  expect(finished.indexOf('one')).toBeLessThan(5)
})

test('the cleanup removes expired photos in batches, and stops when it is aborted', async () => {
  const { context } = await testApp()
  const before = new Date(Date.now() - 48 * 3_600_000)
  // There is more than one batch, and every thirtieth row has expired.
  const rows = Array.from({ length: 600 }, (_, index) => {
    const hash = newId().replaceAll('-', '').repeat(2)
    return { hash, width: 1, height: 1, used_at: index % 30 === 0 ? before : new Date() }
  })
  await context.db.insertInto('photos').values(rows).execute()
  const countExpired = async () => {
    const rows = await context.db
      .selectFrom('photos')
      .select('hash')
      .where('used_at', '<=', before)
      .execute()
    return rows.length
  }
  const aborted = AbortSignal.abort()
  await removeExpiredPhotos(context, new Date(), { after: '', signal: aborted })
  expect(await countExpired()).toBe(20)
  const next = await removeExpiredPhotos(context, new Date(), { after: '' })
  expect(next).toBeDefined()
  expect(await countExpired()).toBeGreaterThan(0)
  for (let after = next; after !== undefined; )
    after = await removeExpiredPhotos(context, new Date(), { after })
  expect(await countExpired()).toBe(0)
})
