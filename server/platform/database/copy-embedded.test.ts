import { cp, mkdtemp, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { StartupError } from '#server/platform/operations/config.ts'
import {
  copiedDatabase,
  copyClosedDatabase,
  copyFolder,
  copyOpenDatabase,
} from './copy-embedded.ts'
import { openEmbedded } from './database.ts'
import { openPGlite } from './pglite.ts'

let dataDir = ''
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'dobara-copy-'))
  await cp(inject('dataDir'), dataDir, { recursive: true })
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

async function numbersInCopy(): Promise<number[]> {
  const pglite = await openPGlite({ dataDir: copiedDatabase(dataDir) })
  const { rows } = await pglite.query<{ number: number }>('select number from written order by 1')
  await pglite.close()
  return rows.map(({ number }) => number)
}

test('a copy of an open database has all that was committed before, and nothing half', async () => {
  const { db, close } = await openEmbedded(dataDir)
  await sql`create table written (number integer primary key, text text)`.execute(db)
  let written = 0
  const write = async () => {
    await sql`insert into written values (${written + 1}, repeat(md5(${String(written)}), 100))`.execute(
      db,
    )
    written++
  }
  for (let round = 1; round <= 3; round++) {
    for (let count = 0; count < 200; count++) await write()
    const before = written
    let isDone = false
    const copying = copyOpenDatabase(db, dataDir).finally(() => {
      isDone = true
    })
    while (!isDone) await write()
    expect((await copying).milliseconds).toBeGreaterThanOrEqual(0)
    const copied = await numbersInCopy()
    expect(copied).toEqual(Array.from({ length: copied.length }, (_, index) => index + 1))
    expect(copied.length).toBeGreaterThanOrEqual(before)
    expect(copied.length).toBeLessThanOrEqual(written)
  }
  expect((await stat(copyFolder(dataDir))).mode & 0o777).toBe(0o700)
  await expect(copyClosedDatabase(dataDir)).rejects.toThrow(StartupError)
  await close()
  await copyClosedDatabase(dataDir)
  expect((await numbersInCopy()).length).toBe(written)
})
