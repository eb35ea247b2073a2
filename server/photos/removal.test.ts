// What becomes of pictures when the store hangs or fails, or the process ends, in the middle of removing or keeping them.
import { expect, test } from 'vitest'
import { photoWidths } from '#contract/photos.ts'
import { UnavailableError } from '#server/platform/operations/unavailable.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { makePerson, makePictures, storePictures, testApp } from '#server/testing.ts'
import { withStoredPhotos } from './keep-pictures.ts'
import { removeExpiredPhotos } from './removal.ts'
import {
  countStoredBytes,
  deleteUploadsOf,
  insertPhotos,
  photoFile,
  RemovedPhoto,
} from './store.ts'

const minute = 60_000
const day = 24 * 60 * minute
const later = (ms: number) => new Date(Date.now() + ms)

const picture = async () => {
  const [file] = await makePictures(1)
  return { field: 'images', bytes: Buffer.from(await (file as File).arrayBuffer()) }
}
const rowOf = async (hash: string) => {
  const { parts } = await testApp()
  return parts.db.selectFrom('photos').selectAll().where('hash', '=', hash).executeTakeFirst()
}
/** Makes it two days since anything showed a picture. */
const forsake = async (hash: string) => {
  const { parts } = await testApp()
  const used_at = later(-2 * day)
  await parts.db.updateTable('photos').set({ used_at }).where('hash', '=', hash).execute()
}
/** How many of a picture's files are there. */
const filesOf = async (hash: string) => {
  const { storage } = (await testApp()).parts
  const found = await Promise.all(photoWidths.map((width) => storage.read(photoFile(hash, width))))
  return found.filter((bytes) => bytes !== undefined).length
}
/** The test's parts with some of the store's ways replaced. */
const withStorage = async (ways: Partial<Storage>) => {
  const { parts } = await testApp()
  return { ...parts, storage: { ...parts.storage, ...ways } }
}
/** A store whose `remove` waits; `reached` resolves when it is asked for, `goOn` lets it remove. */
async function slowStore() {
  const [reached, waited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { storage } = (await testApp()).parts
  const remove = async (name: string) => {
    reached.resolve()
    await waited.promise
    await storage.remove(name)
  }
  return { parts: await withStorage({ remove }), reached: reached.promise, goOn: waited.resolve }
}

test('while the store hangs over a sweep, the database answers, and the picture can’t be entered', async () => {
  const [hash = ''] = await storePictures([await picture()])
  const { parts, reached, goOn } = await slowStore()
  const now = new Date()
  await forsake(hash)
  const sweeping = removeExpiredPhotos(parts, now)
  await reached
  expect(await rowOf(hash)).toMatchObject({ leaving_at: now })
  await expect(
    insertPhotos(parts.db, [{ hash, width: 1, height: 1 }], new Date()),
  ).rejects.toBeInstanceOf(RemovedPhoto)
  // Nobody else removes it meanwhile.
  await removeExpiredPhotos(
    await withStorage({ remove: () => Promise.reject(new Error('removed twice')) }),
    later(minute),
  )
  goOn()
  await sweeping
  expect([await rowOf(hash), await filesOf(hash)]).toEqual([undefined, 0])
})

test('while the store hangs over a refused upload, the database answers', async () => {
  const { parts, reached, goOn } = await slowStore()
  const { id: personId } = await makePerson('seller')
  let hash = ''
  const refused = withStoredPhotos(
    parts,
    { personId, kind: 'student' },
    [await picture()],
    async ([stored = '']) => {
      hash = stored
      throw new Error('refused')
    },
  )
  await reached
  expect((await rowOf(hash))?.leaving_at).not.toBeNull()
  goOn()
  await expect(refused).rejects.toThrow('refused')
  expect([await rowOf(hash), await filesOf(hash)]).toEqual([undefined, 0])
})

test('an upload of a picture that is being removed waits for the end, and the picture is whole', async () => {
  const upload = await picture()
  const [hash = ''] = await storePictures([upload])
  const { parts, reached, goOn } = await slowStore()
  await forsake(hash)
  const sweeping = removeExpiredPhotos(parts, new Date())
  await reached
  const again = storePictures([upload])
  goOn()
  await sweeping
  expect([await again, await filesOf(hash)]).toEqual([[hash], photoWidths.length])
  expect(await rowOf(hash)).toMatchObject({ leaving_at: null })
})

test.each(photoWidths)(
  'a process that ends when it has removed the file of %i pixels leaves the rest to the next sweep',
  async (width) => {
    const [hash = ''] = await storePictures([await picture()])
    await forsake(hash)
    const { storage } = (await testApp()).parts
    const reached = Promise.withResolvers<void>()
    // The others, and what comes after them, never happen.
    const remove = async (name: string) => {
      if (name !== photoFile(hash, width)) return new Promise<void>(() => {})
      await storage.remove(name)
      reached.resolve()
    }
    void removeExpiredPhotos(await withStorage({ remove }), new Date())
    await reached.promise
    expect([await rowOf(hash), await filesOf(hash)]).toEqual([
      expect.anything(),
      photoWidths.length - 1,
    ])
    await removeExpiredPhotos((await testApp()).parts, later(minute))
    expect(await rowOf(hash)).toBeDefined()
    await removeExpiredPhotos((await testApp()).parts, later(3 * minute))
    expect([await rowOf(hash), await filesOf(hash)]).toEqual([undefined, 0])
  },
)

test('a picture that the store doesn’t give up keeps no other from being removed', async () => {
  const hashes = await storePictures([await picture(), await picture()])
  const [stuck = '', other = ''] = hashes.toSorted()
  const { storage } = (await testApp()).parts
  const refusing = await withStorage({
    remove: (name) =>
      name.startsWith(stuck)
        ? Promise.reject(new Error('403 from the store'))
        : storage.remove(name),
  })
  for (const hash of hashes) await forsake(hash)
  const told: unknown[] = []
  await removeExpiredPhotos(
    { ...refusing, log: { error: (facts: object) => told.push(facts) } as never },
    new Date(),
  )
  expect(told).toMatchObject([{ hash: stuck }])
  expect([await filesOf(stuck), await filesOf(other)]).toEqual([photoWidths.length, 0])
  await removeExpiredPhotos((await testApp()).parts, later(minute))
  expect(await filesOf(stuck)).toBe(0)
})

test('a removal that fails half-way is gone on with by the next sweep, or undone by an upload of the same picture', async () => {
  const uploads = [await picture(), await picture()]
  const [one = '', two = ''] = await storePictures(uploads)
  const { storage } = (await testApp()).parts
  for (const hash of [one, two]) {
    const failing = await withStorage({
      remove: (name) =>
        name === photoFile(hash, 480)
          ? Promise.reject(new UnavailableError('out of reach'))
          : storage.remove(name),
    })
    await forsake(hash)
    await expect(removeExpiredPhotos(failing, new Date())).rejects.toThrow('out of reach')
    expect([await rowOf(hash), await filesOf(hash)]).toEqual([expect.anything(), 1])
  }
  expect(await storePictures(uploads.slice(1))).toEqual([two])
  await removeExpiredPhotos((await testApp()).parts, new Date())
  expect([await rowOf(one), await filesOf(one)]).toEqual([undefined, 0])
  expect([await rowOf(two), await filesOf(two)]).toEqual([
    expect.objectContaining({ leaving_at: null }),
    photoWidths.length,
  ])
})

test.each([
  ['goes on', undefined],
  ['can’t remove either', () => Promise.reject(new Error('out of reach'))],
])(
  'pictures that can’t be stored take nothing of the account’s room, where the store %s',
  async (_, remove) => {
    const { parts: usual } = await testApp()
    const { id: personId } = await makePerson('seller')
    const known = await picture()
    await storePictures([known])
    const before = await usual.db.selectFrom('photos').select('hash').execute()
    const write: Storage['write'] = (name, bytes) =>
      name.endsWith('-1200.webp')
        ? Promise.reject(new Error('the disk is full'))
        : usual.storage.write(name, bytes)
    const told: unknown[] = []
    const log = { ...usual.log, error: (...line: unknown[]) => void told.push(line) }
    const parts = { ...(await withStorage({ write, ...(remove && { remove }) })), log }
    const upload = withStoredPhotos(
      parts,
      { personId, kind: 'student' },
      [await picture(), known],
      async () => 'never',
    )
    await expect(upload).rejects.toThrow('the disk is full')
    const rows = await usual.db
      .selectFrom('uploads')
      .select(['hash', 'bytes'])
      .where('person_id', '=', personId)
      .execute()
    expect(rows).toEqual([
      { hash: null, bytes: 0 },
      { hash: null, bytes: 0 },
    ])
    expect(told).toHaveLength(remove ? 1 : 0)
    await removeExpiredPhotos(usual, new Date())
    expect(await usual.db.selectFrom('photos').select('hash').execute()).toEqual(before)
  },
)

test('the sum of what an account keeps follows its rows, whatever changes them', async () => {
  const { db } = (await testApp()).parts
  const [one, other] = [await makePerson('seller'), await makePerson('seller')]
  const keep = async (person: { id: string }, uploads: Awaited<ReturnType<typeof picture>>[]) =>
    withStoredPhotos(
      (await testApp()).parts,
      { personId: person.id, kind: 'student' },
      uploads,
      async (hashes) => hashes,
    )
  const summedUp = async ({ id }: { id: string }) => {
    const rows = await db
      .selectFrom('uploads')
      .select('bytes')
      .where('person_id', '=', id)
      .where('hash', 'is not', null)
      .execute()
    const sum = rows.reduce((sum, { bytes }) => sum + bytes, 0)
    expect(await countStoredBytes(db, id)).toBe(sum)
    return sum
  }
  const uploads = [await picture(), await picture()]
  const [shared = ''] = await keep(one, uploads)
  await keep(other, uploads.slice(0, 1))
  const [both, single] = [await summedUp(one), await summedUp(other)]
  expect(single).toBeGreaterThan(0)
  expect(both).toBeGreaterThan(single)
  await forsake(shared)
  await removeExpiredPhotos((await testApp()).parts, new Date())
  expect([await summedUp(one), await summedUp(other)]).toEqual([both - single, 0])
  await deleteUploadsOf(db, one.id)
  expect(await summedUp(one)).toBe(0)
})
