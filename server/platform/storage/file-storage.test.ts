import { chmod, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { StartupError } from '#server/platform/operations/config.ts'
import { isUnavailable } from '#server/platform/operations/unavailable.ts'
import { disk, fileStorage } from './file-storage.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-storage-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('rejects writes when the disk is nearly full, to leave space to the database', async () => {
  const { reservedBytes } = disk
  disk.reservedBytes = Number.MAX_SAFE_INTEGER
  onTestFinished(() => void Object.assign(disk, { reservedBytes }))
  const storage = await fileStorage(folder)
  await expect(storage.write('abc.webp', Buffer.from('picture'))).rejects.toSatisfy(isUnavailable)
  expect(await storage.read('abc.webp')).toBeUndefined()
})

test('only the server’s user can read photos, because some are private', async () => {
  await chmod(folder, 0o755)
  await fileStorage(folder)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
})

test('a file can be read until it is removed', async () => {
  const storage = await fileStorage(folder)
  await storage.write('abc.webp', Buffer.from('picture'))
  expect(Buffer.from((await storage.read('abc.webp')) ?? []).toString()).toBe('picture')
  expect((await readdir(folder, { recursive: true })).sort()).toEqual([
    '.drafts',
    'ab',
    'ab/abc.webp',
  ])
  await storage.remove('abc.webp')
  expect(await storage.read('abc.webp')).toBeUndefined()
})

test('lists all files in order, without drafts', async () => {
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

test('deletes drafts of killed processes after an hour, and keeps newer ones', async () => {
  const storage = await fileStorage(folder)
  await storage.write('abc.webp', Buffer.from('picture'))
  const drafts = path.join(folder, '.drafts')
  // Only a draft's age counts. Process ids can't be checked, because a process may run in another
  // container.
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
