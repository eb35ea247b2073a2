// What happens to photos if the storage hangs or fails, or the process ends, during a removal or an
// upload.
import { expect, test } from 'vitest'
import { photoWidths } from '#contract/common/photos.ts'
import { findUses } from '#server/platform/limits/quotas.ts'
import { UnavailableError } from '#server/platform/operations/unavailable.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { makeAccount, makePhotos, storePhotos, testApp } from '#server/testing.ts'
import { removeExpiredPhotos } from './removal.ts'
import { insertPhotos, PhotoBeingRemovedError, photoFile } from './store.ts'
import { withStoredPhotos } from './store-photos.ts'
import { countStoredBytes, deleteUploadsOf, uploadKey } from './uploads.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const later = (ms: number) => new Date(Date.now() + ms)

const makeUpload = async () => {
  const [file] = await makePhotos(1)
  return { field: 'images', source: Buffer.from(await (file as File).arrayBuffer()) }
}
const rowOf = async (hash: string) => {
  const { context } = await testApp()
  return context.db.selectFrom('photos').selectAll().where('hash', '=', hash).executeTakeFirst()
}
const expire = async (hash: string) => {
  const { context } = await testApp()
  const used_at = later(-2 * dayMs)
  await context.db.updateTable('photos').set({ used_at }).where('hash', '=', hash).execute()
}
const countFiles = async (hash: string) => {
  const { storage } = (await testApp()).context
  const found = await Promise.all(photoWidths.map((width) => storage.read(photoFile(hash, width))))
  return found.filter((bytes) => bytes !== undefined).length
}
const withStorage = async (functions: Partial<Storage>) => {
  const { context } = await testApp()
  return { ...context, storage: { ...context.storage, ...functions } }
}
/** Creates a storage whose `remove` resolves `reached`, then waits until `proceed` is called. */
async function slowStorage() {
  const [reached, waited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { storage } = (await testApp()).context
  const remove = async (name: string) => {
    reached.resolve()
    await waited.promise
    await storage.remove(name)
  }
  return {
    context: await withStorage({ remove }),
    reached: reached.promise,
    proceed: waited.resolve,
  }
}

test('while the storage hangs in a cleanup, the database still responds', async () => {
  const [hash = ''] = await storePhotos([await makeUpload()])
  const { context, reached, proceed } = await slowStorage()
  const now = new Date()
  await expire(hash)
  const cleanup = removeExpiredPhotos(context, now)
  await reached
  expect(await rowOf(hash)).toMatchObject({ removal_started_at: now })
  await expect(
    insertPhotos(context.db, [{ hash, width: 1, height: 1 }], new Date()),
  ).rejects.toBeInstanceOf(PhotoBeingRemovedError)
  // A second cleanup doesn't remove the photo at the same time.
  await removeExpiredPhotos(
    await withStorage({ remove: () => Promise.reject(new Error('removed twice')) }),
    later(minuteMs),
  )
  proceed()
  await cleanup
  expect([await rowOf(hash), await countFiles(hash)]).toEqual([undefined, 0])
})

test('while the storage hangs after a rejected upload, the database responds', async () => {
  const { context, reached, proceed } = await slowStorage()
  const { id: accountId } = await makeAccount('seller')
  let hash = ''
  const upload = withStoredPhotos(
    context,
    { accountId, kind: 'student' },
    [await makeUpload()],
    async ([stored = '']) => {
      hash = stored
      throw new Error('rejected')
    },
  )
  await reached
  expect((await rowOf(hash))?.removal_started_at).not.toBeNull()
  proceed()
  await expect(upload).rejects.toThrow('rejected')
  expect([await rowOf(hash), await countFiles(hash)]).toEqual([undefined, 0])
})

test('an upload of a photo that is being removed waits, and then stores all files', async () => {
  const upload = await makeUpload()
  const [hash = ''] = await storePhotos([upload])
  const { context, reached, proceed } = await slowStorage()
  await expire(hash)
  const cleanup = removeExpiredPhotos(context, new Date())
  await reached
  const again = storePhotos([upload])
  proceed()
  await cleanup
  expect([await again, await countFiles(hash)]).toEqual([[hash], photoWidths.length])
  expect(await rowOf(hash)).toMatchObject({ removal_started_at: null })
})

test.each(photoWidths)(
  'a process that ends after removing the file of %i pixels leaves the rest to the next cleanup',
  async (width) => {
    const [hash = ''] = await storePhotos([await makeUpload()])
    await expire(hash)
    const { storage } = (await testApp()).context
    const reached = Promise.withResolvers<void>()
    // Simulates a process that ends after removing one file.
    const remove = async (name: string) => {
      if (name !== photoFile(hash, width)) return new Promise<void>(() => {})
      await storage.remove(name)
      reached.resolve()
    }
    void removeExpiredPhotos(await withStorage({ remove }), new Date())
    await reached.promise
    expect([await rowOf(hash), await countFiles(hash)]).toEqual([
      expect.anything(),
      photoWidths.length - 1,
    ])
    await removeExpiredPhotos((await testApp()).context, later(minuteMs))
    expect(await rowOf(hash)).toBeDefined()
    await removeExpiredPhotos((await testApp()).context, later(3 * minuteMs))
    expect([await rowOf(hash), await countFiles(hash)]).toEqual([undefined, 0])
  },
)

test('a photo that can’t be removed doesn’t block the removal of others', async () => {
  const hashes = await storePhotos([await makeUpload(), await makeUpload()])
  const [stuck = '', other = ''] = hashes.toSorted()
  const { storage } = (await testApp()).context
  const failing = await withStorage({
    remove: (name) =>
      name.startsWith(stuck)
        ? Promise.reject(new Error('403 from the store'))
        : storage.remove(name),
  })
  for (const hash of hashes) await expire(hash)
  const logged: unknown[] = []
  await removeExpiredPhotos(
    { ...failing, log: { error: (fields: object) => logged.push(fields) } as never },
    new Date(),
  )
  expect(logged).toMatchObject([{ hash: stuck }])
  expect([await countFiles(stuck), await countFiles(other)]).toEqual([photoWidths.length, 0])
  await removeExpiredPhotos((await testApp()).context, later(minuteMs))
  expect(await countFiles(stuck)).toBe(0)
})

test('the next cleanup completes a failed removal, and an upload undoes it', async () => {
  const uploads = [await makeUpload(), await makeUpload()]
  const [first = '', second = ''] = await storePhotos(uploads)
  const { storage } = (await testApp()).context
  for (const hash of [first, second]) {
    const failing = await withStorage({
      remove: (name) =>
        name === photoFile(hash, 480)
          ? Promise.reject(new UnavailableError('out of reach'))
          : storage.remove(name),
    })
    await expire(hash)
    await expect(removeExpiredPhotos(failing, new Date())).rejects.toThrow('out of reach')
    expect([await rowOf(hash), await countFiles(hash)]).toEqual([expect.anything(), 1])
  }
  expect(await storePhotos(uploads.slice(1))).toEqual([second])
  await removeExpiredPhotos((await testApp()).context, new Date())
  expect([await rowOf(first), await countFiles(first)]).toEqual([undefined, 0])
  expect([await rowOf(second), await countFiles(second)]).toEqual([
    expect.objectContaining({ removal_started_at: null }),
    photoWidths.length,
  ])
})

test.each([
  ['works', undefined],
  ['cannot remove either', () => Promise.reject(new Error('out of reach'))],
])('unstored photos don’t use an account’s bytes when the storage %s', async (_, remove) => {
  const { context: original } = await testApp()
  const { id: accountId } = await makeAccount('seller')
  const known = await makeUpload()
  await storePhotos([known])
  const readPhotos = () => original.db.selectFrom('photos').select('hash').orderBy('hash').execute()
  const before = await readPhotos()
  const write: Storage['write'] = (name, bytes) =>
    name.endsWith('-1200.webp')
      ? Promise.reject(new Error('the disk is full'))
      : original.storage.write(name, bytes)
  const logged: unknown[] = []
  const log = { ...original.log, error: (...line: unknown[]) => void logged.push(line) }
  const context = { ...(await withStorage({ write, ...(remove && { remove }) })), log }
  const upload = withStoredPhotos(
    context,
    { accountId, kind: 'student' },
    [await makeUpload(), known],
    async () => 'never',
  )
  await expect(upload).rejects.toThrow('the disk is full')
  const rows = await original.db
    .selectFrom('uploads')
    .select(['hash', 'bytes'])
    .where('account_id', '=', accountId)
    .execute()
  expect(rows).toEqual([])
  expect(
    await findUses(original.db, [uploadKey(accountId)], { seconds: 60 }, new Date()),
  ).toHaveLength(2)
  expect(logged).toHaveLength(remove ? 1 : 0)
  await removeExpiredPhotos(original, new Date())
  expect(await readPhotos()).toEqual(before)
})

test('an account’s bytes are freed when its photos are removed, or all its uploads', async () => {
  const { context } = await testApp()
  const [first, second] = [await makeAccount('seller'), await makeAccount('seller')]
  const uploads = [await makeUpload(), await makeUpload()]
  const store = (accountId: string, photos: typeof uploads) =>
    withStoredPhotos(context, { accountId, kind: 'student' }, photos, async (hashes) => hashes)
  const storedBytes = ({ id }: { id: string }) => countStoredBytes(context.db, id)
  const [shared = ''] = await store(first.id, uploads)
  await store(second.id, uploads.slice(0, 1))
  const [both, single] = [await storedBytes(first), await storedBytes(second)]
  expect(single).toBeGreaterThan(0)
  expect(both).toBeGreaterThan(single)
  await expire(shared)
  await removeExpiredPhotos(context, new Date())
  expect([await storedBytes(first), await storedBytes(second)]).toEqual([both - single, 0])
  await deleteUploadsOf(context.db, first.id)
  expect(await storedBytes(first)).toBe(0)
})
