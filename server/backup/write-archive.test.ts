import { existsSync } from 'node:fs'
import { constants, mkdtemp, open, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { StartupError } from '#server/platform/operations/config.ts'
import { listPhotos } from './photo-entries.ts'
import { checkArchive } from './read-archive.ts'
import type { SqlSession } from './sql-session.ts'
import { openNameless, writeArchive } from './write-archive.ts'

const contents = {
  ...{ format: 1, app: '1.0.0', createdAt: '2026-11-26T05:00:00Z', installation: 'one' },
  ...{ database: { kind: 'embedded', version: '18' }, migrations: [], tables: [], sequences: [] },
  photos: { files: 0, bytes: 0, incomplete: 0 },
} as const

async function makeFile() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-archive-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return { folder, file: path.join(folder, 'backup.tar') }
}
const bytes = Buffer.alloc(200_000, 'rows')

test('of two that write one file none gets the other’s half: the last one’s is whole', async () => {
  const { folder, file } = await makeFile()
  const first = await writeArchive(file)
  await first.add('tables/a/1.jsonl.gz', bytes)
  const second = await writeArchive(file)
  await second.add('tables/b/1.jsonl.gz', bytes)
  await expect(first.finish({ ...contents } as never)).rejects.toThrow(
    `${file} can’t be written: another backup to it was begun meanwhile`,
  )
  expect(existsSync(file)).toBe(false)
  await first.abort()
  await second.add('tables/c/1.jsonl.gz', bytes)
  await second.finish({ ...contents } as never)
  expect((await checkArchive(file)).checksums).toMatchObject([{ entries: 2 }])
  expect(await readdir(folder)).toEqual(['backup.tar'])
})

test('the list of photos has no name, and a full disk is said', async () => {
  const { folder, file } = await makeFile()
  const list = await openNameless(file)
  expect(await readdir(folder)).toEqual([])
  let rows = [{ hash: 'a'.repeat(64) }]
  const session = {
    exec: async () => [],
    query: async () => rows.splice(0),
  } as unknown as SqlSession
  await listPhotos(session, list)
  const lines: string[] = []
  for await (const line of list.readLines({ start: 0 })) lines.push(line)
  expect(lines).toEqual(['a'.repeat(64)])
  if (!existsSync('/dev/full')) return
  rows = [{ hash: 'b'.repeat(64) }]
  const full = await open('/dev/full', constants.O_RDWR)
  onTestFinished(() => full.close())
  await expect(listPhotos(session, full)).rejects.toThrow(StartupError)
})
