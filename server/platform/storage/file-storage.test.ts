import { chmod, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartupError } from '#server/platform/operations/config.ts'
import { isUnavailable } from '#server/platform/operations/unavailable.ts'
import { fileStorage } from './file-storage.ts'
import { withMissingFilesCache } from './missing-files-cache.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-storage-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('a nearly full disk is left to the database: writes are rejected', async () => {
  const storage = await fileStorage(folder, Number.MAX_SAFE_INTEGER)
  await expect(storage.write('abc.webp', Buffer.from('picture'))).rejects.toSatisfy(isUnavailable)
  expect(await storage.read('abc.webp')).toBeUndefined()
})

test('only the server’s own user can read photos, because private ones are among them', async () => {
  await chmod(folder, 0o755)
  await fileStorage(folder)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
})

test('a file can be read until it is removed', async () => {
  const storage = await fileStorage(folder)
  await storage.write('abc.webp', Buffer.from('picture'))
  expect(Buffer.from((await storage.read('abc.webp')) ?? []).toString()).toBe('picture')
  const opened = await storage.open('abc.webp')
  expect([opened?.bytes, String(opened?.content)]).toEqual([7, 'picture'])
  expect((await readdir(folder, { recursive: true })).sort()).toEqual([
    '.drafts',
    'ab',
    'ab/abc.webp',
  ])
  await storage.remove('abc.webp')
  expect(await storage.read('abc.webp')).toBeUndefined()
  expect(await storage.open('abc.webp')).toBeUndefined()
})

test('all files are listed in order, without drafts', async () => {
  const storage = await fileStorage(folder)
  for (const name of ['bcd.webp', 'abd.webp', 'abc.webp'])
    await storage.write(name, Buffer.from('a'))
  await writeFile(path.join(folder, '.drafts', 'half'), 'half')
  expect(await Readable.from(storage.list()).toArray()).toEqual([
    'abc.webp',
    'abd.webp',
    'bcd.webp',
  ])
})

test('a large file is opened as a stream', async () => {
  const storage = await fileStorage(folder)
  const large = Buffer.alloc(1_000_000, 'x')
  await storage.write('abc.webp', large)
  const opened = await storage.open('abc.webp')
  if (!(opened?.content instanceof Readable)) throw new Error('a stream is expected')
  expect([opened.bytes, (await buffer(opened.content)).equals(large)]).toEqual([1_000_000, true])
})

/** A storage with a miss cache, and the names that were looked up below it. */
async function createCachedStorage() {
  const files = await fileStorage(folder)
  const lookups: string[] = []
  const delay = { until: Promise.resolve() }
  const storage = withMissingFilesCache({
    ...files,
    open: async (name) => {
      lookups.push(name)
      const file = await files.open(name)
      await delay.until
      return file
    },
  })
  const has = async (name: string) => (await storage.open(name)) !== undefined
  return { storage, lookups, delay, has }
}

test('a missing file is looked up once, and found as soon as it is written', async () => {
  const { storage, lookups, has } = await createCachedStorage()
  for (let n = 0; n < 50; n++) expect(await has('abc.webp')).toBe(false)
  expect(lookups).toEqual(['abc.webp'])
  await storage.write('abc.webp', Buffer.from('picture'))
  expect([await has('abc.webp'), await has('other.webp')]).toEqual([true, false])
})

test('a file that is written during a look-up is not remembered as missing', async () => {
  const { storage, delay, has } = await createCachedStorage()
  const delayed = Promise.withResolvers<void>()
  delay.until = delayed.promise
  const lookup = has('abc.webp')
  await storage.write('abc.webp', Buffer.from('picture'))
  delayed.resolve()
  await lookup
  expect(await has('abc.webp')).toBe(true)
})

test('drafts of killed processes are deleted after an hour, newer ones are kept', async () => {
  const storage = await fileStorage(folder)
  await storage.write('abc.webp', Buffer.from('picture'))
  const drafts = path.join(folder, '.drafts')
  // Process ids of another container mean nothing here.
  for (const name of ['4194305-new', `${process.pid}-new`, '4194305-old'])
    await writeFile(path.join(drafts, name), 'half')
  const before = new Date(Date.now() - 2 * 3_600_000)
  await utimes(path.join(drafts, '4194305-old'), before, before)
  const reopened = await fileStorage(folder)
  expect((await readdir(drafts)).sort()).toEqual(['4194305-new', `${process.pid}-new`].sort())
  expect(await reopened.read('abc.webp')).toBeDefined()
})

test('a folder that can’t be created is a StartupError', async () => {
  await writeFile(path.join(folder, 'file'), '')
  await expect(fileStorage(path.join(folder, 'file'))).rejects.toThrow(StartupError)
})
