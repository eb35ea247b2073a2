import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartFault } from './config.ts'
import { fileStorage } from './storage.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-storage-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('what is written is read, until it is removed', async () => {
  const storage = await fileStorage(folder)
  await storage.write('abc.webp', Buffer.from('picture'))
  expect(Buffer.from((await storage.read('abc.webp')) ?? []).toString()).toBe('picture')
  expect((await readdir(folder, { recursive: true })).sort()).toEqual(['.drafts', 'ab', 'ab/abc.webp'])
  await storage.remove('abc.webp')
  expect(await storage.read('abc.webp')).toBeUndefined()
})

test('what a killed process was writing is gone after the next start; what a running one writes stays', async () => {
  const storage = await fileStorage(folder)
  await storage.write('abc.webp', Buffer.from('picture'))
  const { pid: dead } = spawnSync(process.execPath, ['--version'])
  const drafts = path.join(folder, '.drafts')
  for (const name of [`${dead}-one`, `${process.pid}-two`, 'odd', `${process.ppid}-three`]) await writeFile(path.join(drafts, name), 'half')
  const again = await fileStorage(folder)
  expect(await readdir(drafts)).toEqual([`${process.ppid}-three`])
  expect(await again.read('abc.webp')).toBeDefined()
})

test('a folder that can’t be made is a fault of one line', async () => {
  await writeFile(path.join(folder, 'file'), '')
  await expect(fileStorage(path.join(folder, 'file'))).rejects.toThrow(StartFault)
})
