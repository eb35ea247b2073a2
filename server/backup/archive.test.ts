import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type AddEntry, checkArchive, type Manifest, readEntries, writeArchive } from './archive.ts'

const manifest: Manifest = {
  createdAt: '2026-11-26T05:00:00Z',
  installation: 'one',
  migrations: [],
  sequences: [],
  tables: [],
  photos: { files: 0, missing: 0 },
}
const bytes = Buffer.alloc(200_000, 'rows')

async function makeFolder() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-archive-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('a file contains what was added, and only its owner can read it', async () => {
  const file = path.join(await makeFolder(), 'backup.tar')
  await writeArchive(file, async (add) => {
    await add({ name: 'tables/a/1.jsonl.gz', bytes })
    await add({ name: 'photos/empty', bytes: Buffer.alloc(0) })
    return manifest
  })
  expect(await checkArchive(file)).toEqual(manifest)
  const entries: [string, number][] = []
  for await (const entry of readEntries(file)) entries.push([entry.name, entry.bytes.length])
  expect(entries).toEqual([
    ['tables/a/1.jsonl.gz', bytes.length],
    ['photos/empty', 0],
    ['manifest.json', expect.any(Number)],
    ['sha256.2', 64],
  ])
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('a failed backup leaves the existing file unchanged, and creates no other', async () => {
  const folder = await makeFolder()
  const file = path.join(folder, 'backup.tar')
  const add = (add: AddEntry) => add({ name: 'tables/a/1.jsonl.gz', bytes })
  await writeArchive(file, async (adding) => add(adding).then(() => manifest))
  const failing = writeArchive(file, async (adding) => {
    await add(adding)
    throw new Error('the database is gone')
  })
  await expect(failing).rejects.toThrow('the database is gone')
  expect(await checkArchive(file)).toEqual(manifest)
  expect(await readdir(folder)).toEqual(['backup.tar'])
})
