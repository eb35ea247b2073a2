import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartupError } from '#server/platform/operations/config.ts'
import { isUnavailable } from '#server/platform/operations/unavailable.ts'
import { fileStorage } from './file-storage.ts'
import { withMissCache } from './miss-cache.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-storage-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('the last of the disk is the database’s: no more pictures are taken', async () => {
  const storage = await fileStorage(folder, Number.MAX_SAFE_INTEGER)
  await expect(storage.write('abc.webp', Buffer.from('picture'))).rejects.toSatisfy(isUnavailable)
  expect(await storage.read('abc.webp')).toBeUndefined()
})

test('what is written is read, until it is removed', async () => {
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

test('what is large is read as it is wanted', async () => {
  const storage = await fileStorage(folder)
  const large = Buffer.alloc(1_000_000, 'x')
  await storage.write('abc.webp', large)
  const opened = await storage.open('abc.webp')
  if (!(opened?.content instanceof Readable)) throw new Error('a stream is expected')
  expect([opened.bytes, (await buffer(opened.content)).equals(large)]).toEqual([1_000_000, true])
})

/** A store that counts how often it is looked into, and the same one with a memory of what it doesn't have. */
async function watched() {
  const files = await fileStorage(folder)
  const looked: string[] = []
  const wait = { for: Promise.resolve() }
  const storage = withMissCache({
    ...files,
    open: async (name) => {
      looked.push(name)
      const found = await files.open(name)
      await wait.for
      return found
    },
  })
  const has = async (name: string) => (await storage.open(name)) !== undefined
  return { storage, looked, wait, has }
}

test('what isn’t there is looked for once, and found as soon as it is written', async () => {
  const { storage, looked, has } = await watched()
  for (let n = 0; n < 50; n++) expect(await has('abc.webp')).toBe(false)
  expect(looked).toEqual(['abc.webp'])
  await storage.write('abc.webp', Buffer.from('picture'))
  expect([await has('abc.webp'), await has('other.webp')]).toEqual([true, false])
})

test('what is written while it is looked for is not remembered as missing', async () => {
  const { storage, wait, has } = await watched()
  const looked = Promise.withResolvers<void>()
  wait.for = looked.promise
  const looking = has('abc.webp')
  await storage.write('abc.webp', Buffer.from('picture'))
  looked.resolve()
  await looking
  expect(await has('abc.webp')).toBe(true)
})

test('what a killed process was writing goes an hour later; what another one may be writing stays, whatever its process id', async () => {
  const storage = await fileStorage(folder)
  await storage.write('abc.webp', Buffer.from('picture'))
  const drafts = path.join(folder, '.drafts')
  // In another container the writer's process id is nobody's here.
  for (const name of ['4194305-new', `${process.pid}-new`, '4194305-old'])
    await writeFile(path.join(drafts, name), 'half')
  const before = new Date(Date.now() - 2 * 3_600_000)
  await utimes(path.join(drafts, '4194305-old'), before, before)
  const again = await fileStorage(folder)
  expect((await readdir(drafts)).sort()).toEqual(['4194305-new', `${process.pid}-new`].sort())
  expect(await again.read('abc.webp')).toBeDefined()
})

test('a folder that can’t be made is a fault of one line', async () => {
  await writeFile(path.join(folder, 'file'), '')
  await expect(fileStorage(path.join(folder, 'file'))).rejects.toThrow(StartupError)
})
