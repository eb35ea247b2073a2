import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
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
import { openEmbedded } from './open-embedded.ts'
import { openPGlite } from './pglite.ts'
import { acquireSystemLock } from './sqlite-file-lock.ts'

let dataDir = ''
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'dobara-copy-'))
  await cp(inject('dataDir'), dataDir, { recursive: true })
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const tables = Array.from({ length: 30 }, (_, index) => `counter_${index}`)

/** What the tables of the copy count: one number, where it is of one moment. */
async function countsInCopy(): Promise<number[]> {
  const pglite = await openPGlite({ dataDir: copiedDatabase(dataDir) })
  const counts = tables.map((name) => `select count from ${name}`).join(' union ')
  const { rows } = await pglite.query<{ count: number }>(counts)
  await pglite.close()
  return rows.map(({ count }) => count)
}

test('a copy of an open database is of one moment, though all of it changes meanwhile', async () => {
  const { db, close } = await openEmbedded(dataDir)
  for (const name of tables)
    await sql`create table ${sql.table(name)} as select 0 as count`.execute(db)
  let count = 0
  const countUp = async () => {
    await db.transaction().execute(async (db) => {
      for (const name of tables)
        await sql`update ${sql.table(name)} set count = count + 1`.execute(db)
    })
    count++
    // So that a restart doesn't repeat the changes from the log.
    await sql`checkpoint`.execute(db)
  }
  for (let round = 1; round <= 3; round++) {
    await countUp()
    const before = count
    let isDone = false
    const copying = copyOpenDatabase(db, dataDir).finally(() => {
      isDone = true
    })
    while (!isDone) await countUp()
    expect((await copying).milliseconds).toBeGreaterThanOrEqual(0)
    const [copied = 0, ...others] = await countsInCopy()
    expect(others).toEqual([])
    expect(copied).toBeGreaterThanOrEqual(before)
    expect(copied).toBeLessThanOrEqual(count)
  }
  expect((await stat(copyFolder(dataDir))).mode & 0o777).toBe(0o700)
  await expect(copyClosedDatabase(dataDir)).rejects.toThrow(StartupError)
  await close()
  await copyClosedDatabase(dataDir)
  expect(await countsInCopy()).toEqual([count])
})

test('the copy of a backup that was killed goes with the next start, one that is being made stays', async () => {
  const copy = copiedDatabase(dataDir)
  await mkdir(copy, { recursive: true })
  const lock = await acquireSystemLock(copyFolder(dataDir))
  await openEmbedded(dataDir).then(({ close }) => close())
  expect(existsSync(copy)).toBe(true)
  lock?.close()
  await openEmbedded(dataDir).then(({ close }) => close())
  expect(existsSync(copyFolder(dataDir))).toBe(false)
})
