// What one person may store: so many listings and pictures a day, so many bytes, and nothing for a request that is refused.
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { updateSellerProfile } from '#contract/accounts.ts'
import { addBook, deleteBook, updateBook } from '#contract/books.ts'
import type { EndpointInput } from '#contract/endpoint.ts'
import { photoHash } from '#contract/photos.ts'
import { listingQuotas } from '#server/books/policy.ts'
import { newId } from '#server/platform/database/ids.ts'
import {
  as,
  makeBook,
  makeOrder,
  makePerson,
  makePictures,
  otherApp,
  type TestPerson,
  testApp,
} from '#server/testing.ts'
import { withStoredPhotos } from './keep-pictures.ts'
import { removeExpiredPhotos } from './removal.ts'
import { uploadQuotas } from './rules.ts'
import { photoFile } from './store.ts'

const form = {
  title: 'Signals and Systems',
  author: 'Alan Oppenheim',
  branch: 'Electronics & Communication',
  bookType: 'old' as const,
  original_price: 800,
  condition: 'good' as const,
  publication_year: 2020,
}
const add = async (
  seller: TestPerson,
  more: object = {},
  extra: Parameters<ReturnType<typeof as>['call']>[2] = {},
) =>
  as(seller).call(
    addBook,
    { ...form, images: await makePictures(2), ...more } as EndpointInput<typeof addBook>,
    extra,
  )
const change = async (seller: TestPerson, ask: object) =>
  as(seller).call(updateBook, { images: await makePictures(2), ...ask } as unknown as EndpointInput<
    typeof updateBook
  >)

const storedPhotos = async () => {
  const { parts } = await testApp()
  return (await parts.db.selectFrom('photos').select('hash').orderBy('hash').execute()).map(
    ({ hash }) => hash,
  )
}

/** Enters uploads of a person's from `hoursAgo` without their pictures. */
async function enterUploads(person: TestPerson, count: number, hoursAgo: number): Promise<void> {
  const { parts } = await testApp()
  const uploaded_at = new Date(Date.now() - hoursAgo * 3_600_000)
  const rows = Array.from({ length: count }, () => ({
    id: newId(),
    person_id: person.id,
    uploaded_at,
  }))
  for (let at = 0; at < count; at += 1000)
    await parts.db
      .insertInto('uploads')
      .values(rows.slice(at, at + 1000))
      .execute()
}

/** Puts so many of a seller's books on the market, `hoursAgo`. */
async function enterBooks(seller: TestPerson, count: number, hoursAgo: number): Promise<void> {
  const { parts } = await testApp()
  const model = await makeBook(seller)
  await parts.db
    .updateTable('books')
    .set({ deleted_at: new Date(), created_at: new Date(0) })
    .where('id', '=', model)
    .execute()
  const created_at = new Date(Date.now() - hoursAgo * 3_600_000)
  await sql`insert into books (id, seller_id, title, author, book_type, branch, original_price, price, condition, available, title_key,
    search_text, created_at) select gen_random_uuid(), seller_id, title, author, book_type, branch, original_price, price, condition,
    1, id::text, search_text, ${created_at} from books, generate_series(1, ${sql.lit(count)}) where id = ${model}`.execute(
    parts.db,
  )
}

beforeAll(() => testApp())

test('a request that can be refused before its pictures are worked on stores none', async () => {
  const student = await makePerson('seller')
  const other = await makePerson('seller')
  const { book } = (await add(student)).body
  const gone = (await add(student)).body.book
  await as(student).call(deleteBook, { id: gone._id })
  const shop = await makePerson('seller', { shop: true })
  const held = await makeOrder({ seller: shop, book: { book_type: 'new', copies: 3 } })
  await makeOrder({ seller: shop, bookId: held.bookId })
  const before = await storedPhotos()
  const [own = ''] = book.images
  const refused = [
    await change(student, { id: gone._id }),
    await change(other, { id: book._id }),
    await change(student, { id: book._id, copies: 2 }),
    await change(shop, { id: held.bookId, copies: 1 }),
    await change(student, { id: book._id, price: 900 }),
    await change(student, { id: book._id, isRentable: true }),
    await change(student, { id: book._id, existingImages: ['https://evil.example/x.webp'] }),
    await change(student, {
      id: book._id,
      existingImages: [...book.images],
      images: await makePictures(4),
    }),
    await change(student, { id: book._id, existingImages: [own], images: await makePictures(5) }),
    await add(student, { copies: 2 }),
    await add(student, { customPrice: 900, acceptPredictedPrice: 'no' }),
    await as(student).call(updateSellerProfile, {
      shopName: 'x',
      name: '',
      profilePic: (await makePictures(1))[0],
    } as never),
  ]
  expect(refused.map(({ refusal }) => refusal.code)).toEqual([
    'book_not_found',
    'book_not_found',
    'malformed',
    'copies_in_use',
    'malformed',
    'malformed',
    'malformed',
    'too_many_images',
    'too_many_images',
    'malformed',
    'malformed',
    'malformed',
  ])
  expect(await storedPhotos()).toEqual(before)
})

test('what is refused only under the lock leaves no picture behind, and takes none away that is shown', async () => {
  const { parts } = await testApp()
  const seller = await makePerson('seller')
  const pictures = await makePictures(4)
  const { book } = (await add(seller, { images: pictures })).body
  const before = await storedPhotos()
  const rivals = await makePictures(2)
  const results = await Promise.all(
    rivals.map((file) => as(seller).call(updateBook, { id: book._id, images: [file] })),
  )
  const winner = results.find(({ status }) => status === 200)
  expect(
    results.map(({ status, refusal }) => (status === 200 ? 'added' : refusal.code)).sort(),
  ).toEqual(['added', 'too_many_images'])
  const after = await storedPhotos()
  expect(after).toHaveLength(before.length + 1)
  for (const url of winner?.body.book.images ?? [])
    expect(await parts.storage.read(photoFile(photoHash(url) ?? '', 480)), url).toBeDefined()
  // One that the book shows already comes again with one too many.
  const again = await as(seller).call(updateBook, {
    id: book._id,
    images: [pictures[0] as File, ...(await makePictures(1))],
  })
  expect(again.refusal.code).toBe('too_many_images')
  expect(await storedPhotos()).toEqual(after)
  expect(
    await parts.storage.read(photoFile(photoHash(book.images[0] ?? '') ?? '', 480)),
  ).toBeDefined()
})

test('a picture that somebody else is about to show is not taken away with a refused upload of it', async () => {
  const { parts } = await testApp()
  const [one, two] = [await makePerson('seller'), await makePerson('seller')]
  const full = (await add(one, { images: await makePictures(5) })).body.book
  const [shared] = await makePictures(1)
  for (let round = 0; round < 5; round++) {
    const [refused, listed] = await Promise.all([
      as(one).call(updateBook, { id: full._id, images: [shared as File] }),
      add(two, { images: [shared, ...(await makePictures(1))] }),
    ])
    expect([refused.refusal.code, listed.status]).toEqual(['too_many_images', 201])
    for (const url of listed.body.book.images)
      expect(await parts.storage.read(photoFile(photoHash(url) ?? '', 160))).toBeDefined()
  }
})

test.each([
  ['student', false],
  ['shop owner', true],
] as const)(
  'a %s lists so many books a day, however many come at once, taken down or not',
  async (kind, shop) => {
    const { max } = listingQuotas[kind]
    const seller = await makePerson('seller', { shop })
    await enterBooks(seller, max - 1, 5)
    // Of one person each process takes two uploads at once.
    const apps = [await testApp(), await otherApp()]
    const results = await Promise.all(
      Array.from({ length: 4 }, (_, at) => add(seller, {}, { app: apps[at % 2]?.app as never })),
    )
    const codes = results
      .map(({ status, refusal }) => (status === 201 ? 'listed' : refusal.code))
      .sort()
    expect(codes).toEqual(['listed', 'too_many_listings', 'too_many_listings', 'too_many_listings'])
    const refused = results.find(({ status }) => status === 429)
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(18 * 3600)
    expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(19 * 3600)
    const unlimited = await otherApp({ config: { rateLimit: false } })
    expect((await add(seller, {}, { app: unlimited.app })).status).toBe(201)
  },
)

test('a shop that lists a thousand books a day is not stopped, nor is one whose books are of yesterday', async () => {
  expect(listingQuotas['shop owner'].max).toBeGreaterThanOrEqual(2000)
  expect(uploadQuotas['shop owner'].pictures).toBeGreaterThanOrEqual(
    listingQuotas['shop owner'].max * 5,
  )
  const seller = await makePerson('seller')
  await enterBooks(seller, listingQuotas.student.max, 25)
  await enterUploads(seller, uploadQuotas.student.pictures, 25)
  expect((await add(seller)).status).toBe(201)
})

test('of pictures that come at once no more are taken than a day has, whichever process they come to', async () => {
  const seller = await makePerson('seller')
  const { book } = (await add(seller)).body
  await enterUploads(seller, uploadQuotas.student.pictures - 2 - 3, 2)
  const apps = [await testApp(), await otherApp(), await otherApp()]
  const before = await storedPhotos()
  const results = await Promise.all(
    (await makePictures(6)).map((file, at) =>
      as(seller).call(
        updateBook,
        { id: book._id, images: [file] },
        { app: (apps[at % 3] ?? apps[0])?.app as never },
      ),
    ),
  )
  const codes = results
    .map(({ status, refusal }) => (status === 200 ? 'added' : refusal.code))
    .sort()
  expect(codes).toEqual([
    'added',
    'added',
    'added',
    'too_many_uploads',
    'too_many_uploads',
    'too_many_uploads',
  ])
  expect(
    Number(results.find(({ status }) => status === 429)?.headers['retry-after']),
  ).toBeGreaterThan(21 * 3600)
  expect(await storedPhotos()).toHaveLength(before.length + 3)
})

test('an account keeps so many bytes, and has room again when pictures of its own are gone', async () => {
  const { parts } = await testApp()
  const seller = await makePerson('seller')
  const { book } = (await add(seller)).body
  const kept = await parts.db
    .selectFrom('uploads')
    .select(['hash', 'bytes'])
    .where('person_id', '=', seller.id)
    .execute()
  expect(kept.map(({ hash }) => hash).sort()).toEqual(
    book.images.map((url) => photoHash(url)).sort(),
  )
  for (const { hash, bytes } of kept) {
    const files = await Promise.all(
      [160, 480, 1200].map((width) => parts.storage.read(photoFile(hash ?? '', width))),
    )
    expect(bytes).toBe(files.reduce((sum, file) => sum + (file?.length ?? 0), 0))
  }
  // The same picture once more takes no more room.
  const same = await makePictures(2)
  await add(seller, { images: same })
  await add(seller, { images: same })
  const rows = await parts.db
    .selectFrom('uploads')
    .select('bytes')
    .where('person_id', '=', seller.id)
    .execute()
  expect(rows.filter(({ bytes }) => bytes > 0)).toHaveLength(4)
  const [first] = kept
  // One picture that takes up nearly all there is.
  const large = {
    person_id: seller.id,
    hash: first?.hash ?? '',
    uploaded_at: new Date(),
    bytes: uploadQuotas.student.bytes / 4,
  }
  await parts.db
    .insertInto('uploads')
    .values(Array.from({ length: 4 }, () => ({ ...large, id: newId() })))
    .execute()
  const before = await storedPhotos()
  const refused = await add(seller)
  expect([refused.status, refused.refusal.code, refused.headers['retry-after']]).toEqual([
    429,
    'storage_full',
    '86400',
  ])
  expect(await storedPhotos()).toEqual(before)
  const other = book.images.filter((url) => photoHash(url) !== first?.hash)
  expect(
    (await as(seller).call(updateBook, { id: book._id, existingImages: other } as never)).status,
  ).toBe(200)
  for (let after: string | undefined = ''; after !== undefined; )
    after = await removeExpiredPhotos(parts, new Date(Date.now() + 25 * 3_600_000), { after })
  expect((await add(seller)).status).toBe(201)
})

test('who sends many requests at once lets others have their pictures worked on between them', async () => {
  const { parts } = await testApp()
  const bytes = await sharp({
    create: {
      width: 1000,
      height: 1000,
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const ended: string[] = []
  const upload = async (name: string, { id: personId }: TestPerson) =>
    withStoredPhotos(
      parts,
      { personId, kind: 'student' },
      [{ field: 'images', bytes }],
      async () => void ended.push(name),
    )
  const [many, one] = [await makePerson('seller'), await makePerson('seller')]
  await Promise.all([...Array.from({ length: 10 }, () => upload('many', many)), upload('one', one)])
  expect(ended.indexOf('one')).toBeLessThan(5)
})

test('the sweep goes on until nothing is left, a batch at a time, and stops when it is told to', async () => {
  const { parts } = await testApp()
  const before = new Date(Date.now() - 48 * 3_600_000)
  // More than a batch looks at; every thirtieth is over.
  const rows = Array.from({ length: 600 }, (_, at) => {
    const hash = newId().replaceAll('-', '').repeat(2)
    return { hash, width: 1, height: 1, used_at: at % 30 === 0 ? before : new Date() }
  })
  await parts.db.insertInto('photos').values(rows).execute()
  const left = async () => {
    const rows = await parts.db
      .selectFrom('photos')
      .select('hash')
      .where('used_at', '<=', before)
      .execute()
    return rows.length
  }
  const stopped = AbortSignal.abort()
  await removeExpiredPhotos(parts, new Date(), { after: '', signal: stopped })
  expect(await left()).toBe(20)
  const first = await removeExpiredPhotos(parts, new Date(), { after: '' })
  expect(first).toBeDefined()
  expect(await left()).toBeGreaterThan(0)
  for (let after = first; after !== undefined; )
    after = await removeExpiredPhotos(parts, new Date(), { after })
  expect(await left()).toBe(0)
})
