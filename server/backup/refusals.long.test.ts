// Faults that make a restore fail before it changes anything.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { packTar, unpackTar } from 'modern-tar'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { StartupError } from '#server/platform/operations/config.ts'
import { makeAccount, makeBook, storePhotos, testApp } from '#server/testing.ts'
import type { Manifest } from './archive.ts'
import { writeBackup } from './backup.ts'
import { restoreBackup } from './restore.ts'
import { configOf, testSession } from './testing-commands.ts'

let folder = ''
let whole: Buffer
let dataDir = ''
let count = 0

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-refusals-'))
  const { storage } = (await testApp()).context
  await makeBook(await makeAccount('seller'))
  const { default: sharp } = await import('sharp')
  const create = { width: 60, height: 90, channels: 3, background: '#248' } as const
  await storePhotos([
    { field: 'images', source: await sharp({ create }).png().toBuffer() } as never,
  ])
  await writeBackup(path.join(folder, 'whole.tar'), testSession, async () => storage)
  whole = await readFile(path.join(folder, 'whole.tar'))
})
beforeEach(() => {
  dataDir = path.join(folder, `target-${++count}`)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Restores a file with these bytes and returns the error. Expects that nothing is left behind. */
async function refusal(bytes: Uint8Array): Promise<string> {
  const file = path.join(folder, 'changed.tar')
  await writeFile(file, bytes)
  const error = await restoreBackup(configOf({ DATA_DIR: dataDir }), file, { force: false }).then(
    () => new Error('it was restored'),
    (error: Error) => error,
  )
  expect(error).toBeInstanceOf(StartupError)
  expect((await readdir(dataDir)).filter((name) => name !== 'lock.sqlite')).toEqual([])
  return error.message.replace(`${file} `, '')
}

type Entries = Awaited<ReturnType<typeof unpackTar>>
const repack = async (change: (entries: Entries) => Entries) =>
  packTar(change(await unpackTar(whole)))

const isDamaged = 'is damaged, incomplete, or of another version: '

test.each([
  ['rows', /^tables\/accounts\//],
  ['a photo', /^photos\//],
  ['the manifest', /^manifest\.json$/],
  ['the checksum', /^sha256/],
])('rejects a flipped bit in %s', async (_, name) => {
  const flipped = repack((entries) => {
    const data = entries.find(({ header }) => name.test(header.name))?.data
    if (!data) throw new Error('there is no such entry')
    const at = Math.floor(data.length / 2)
    data[at] = (data[at] ?? 0) ^ 1
    return entries
  })
  expect(await refusal(await flipped)).toBe(`${isDamaged}its checksum is missing or wrong.`)
})

test('rejects a flipped bit anywhere, unless nothing reads it', async () => {
  const entries = await unpackTar(whole)
  expect(entries.length).toBeGreaterThan(15)
  const heads = [...whole.keys()].filter(
    (at) => at % 512 === 0 && whole.toString('latin1', at + 257, at + 262) === 'ustar',
  )
  for (const head of [heads[0], heads[9], heads.at(-1)]) {
    const changed = Buffer.from(whole)
    const at = (head ?? 0) + 3
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(await refusal(changed)).toContain(isDamaged)
  }
})

test.each([0, 511, 512, 100_000])('rejects a file without the last %i bytes', async (missing) => {
  // The last 1,024 bytes only mark the end of the tar.
  const cut = whole.subarray(0, whole.length - 1024 - 1024 - missing)
  expect(await refusal(cut)).toContain(isDamaged)
})
test('rejects an empty file, and one that isn’t a tar', async () => {
  expect(await refusal(Buffer.alloc(0))).toContain(isDamaged)
  expect(await refusal(Buffer.alloc(5000, 'no tar '))).toContain(isDamaged)
})

test.each([/^tables\/accounts\//, /^photos\//, /^manifest/, /^sha256/])(
  'rejects a missing entry: %s',
  async (name) => {
    const without = repack((entries) => {
      const kept = entries.filter(({ header }) => !name.test(header.name))
      expect(kept.length).toBeLessThan(entries.length)
      return kept
    })
    expect(await refusal(await without)).toContain(isDamaged)
  },
)

const withManifest = (change: (manifest: Manifest) => object) =>
  repack((entries) => {
    const checksum = createHash('sha256')
    return entries.map(({ header, data = new Uint8Array() }) => {
      const text: Record<string, () => string> = {
        'manifest.json': () => JSON.stringify(change(JSON.parse(`${Buffer.from(data)}`))),
        'sha256.2': () => checksum.copy().digest('hex'),
      }
      const bytes = Uint8Array.from(Buffer.from(text[header.name]?.() ?? data))
      checksum.update(`${header.name} ${bytes.length}\n`).update(bytes)
      return { header: { ...header, size: bytes.length }, data: bytes }
    })
  })

test('rejects a backup of a version with other tables', async () => {
  const later = withManifest((manifest) => ({
    ...manifest,
    migrations: [...manifest.migrations, 'f'.repeat(64)],
  }))
  expect(await refusal(await later)).toBe(
    'is of another version of Dobara: restore it with that one.',
  )
})

test('replaces a market only by force, and only if restored rows are correct', async () => {
  const mark = path.join(dataDir, 'database', 'mark')
  await mkdir(path.dirname(mark), { recursive: true })
  await writeFile(mark, '')
  const file = path.join(folder, 'whole.tar')
  const config = configOf({ DATA_DIR: dataDir })
  await expect(restoreBackup(config, file, { force: false })).rejects.toThrow(
    'DATA_DIR: there is a market already. Add --force to replace it; what is there is lost.',
  )
  const wrong = await withManifest((manifest) => ({
    ...manifest,
    tables: manifest.tables.map((table) =>
      table.name === 'accounts' ? { ...table, sum: '0' } : table,
    ),
  }))
  await writeFile(file, wrong)
  await expect(restoreBackup(config, file, { force: true })).rejects.toThrow(
    'The backup can’t be restored: accounts has other rows here.',
  )
  expect(existsSync(mark)).toBe(true)
  expect((await readdir(dataDir)).sort()).toEqual(['database', 'lock.sqlite', 'photos'])
})
