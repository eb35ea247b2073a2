import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { borrowDatabase } from '#server/backup/backup.ts'
import { StartupError } from '#server/platform/operations/config.ts'
import { copyCommand, openControlSocket } from '#server/platform/operations/control-socket.ts'
import { openEmbedded, replaceDatabase, tidyFolder } from './open-embedded.ts'
import { openPGlite } from './pglite.ts'

let dataDir = ''
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'dobara-embedded-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))
const inside = (...parts: string[]) => path.join(dataDir, ...parts)

const tables = Array.from({ length: 30 }, (_, index) => `counter_${index}`)

/** Returns the different counts in a copy's tables. There is only one if the copy is consistent. */
async function countsIn(folder: string): Promise<number[]> {
  const pglite = await openPGlite({ dataDir: folder })
  const counts = tables.map((name) => `select count from ${name}`).join(' union ')
  const { rows } = await pglite.query<{ count: number }>(counts)
  await pglite.close()
  return rows.map(({ count }) => count)
}

test('a command borrows a consistent copy of an open database while it changes', async () => {
  await cp(inject('dataDir'), dataDir, { recursive: true })
  const { db, copy, close } = await openEmbedded(dataDir)
  const control = await openControlSocket(dataDir, { [copyCommand]: async () => copy?.() })
  for (const name of tables)
    await sql`create table ${sql.table(name)} as select 0 as count`.execute(db)
  let count = 0
  const countUp = async () => {
    await db.transaction().execute(async (db) => {
      for (const name of tables)
        await sql`update ${sql.table(name)} set count = count + 1`.execute(db)
    })
    count++
    // Empties the log, because otherwise a restart would repeat the changes from it.
    await sql`checkpoint`.execute(db)
  }
  for (let round = 1; round <= 3; round++) {
    await countUp()
    const before = count
    let isDone = false
    const borrowing = borrowDatabase(dataDir).finally(() => {
      isDone = true
    })
    while (!isDone) await countUp()
    const { folder, giveBack } = await borrowing
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    const [copied = 0, ...others] = await countsIn(folder)
    expect(others).toEqual([])
    expect(copied).toBeGreaterThanOrEqual(before)
    expect(copied).toBeLessThanOrEqual(count)
    await giveBack()
    expect(existsSync(folder)).toBe(false)
  }
  await control.close()
  // The folder is locked but no server responds, so the command can't use the database.
  await expect(borrowDatabase(dataDir)).rejects.toThrow(StartupError)
  await close()
  const { folder, giveBack } = await borrowDatabase(dataDir)
  expect(folder).toBe(inside('database'))
  await expect(openEmbedded(dataDir)).rejects.toThrow(StartupError)
  expect(await countsIn(folder)).toEqual([count])
  giveBack()
})

/** Creates a folder in the state just before a restore replaces the database. */
async function beginReplacing() {
  for (const name of ['database', 'database.draft-1', 'database.copy-1', 'photos']) {
    await mkdir(inside(name))
    await writeFile(inside(name, name === 'database' ? 'old' : 'new'), '')
  }
}
const contents = async () => [(await readdir(dataDir)).sort(), await readdir(inside('database'))]

test.each([0, 1, 2, 3])(
  'after a kill after step %i, either the old or the new database is complete',
  async (done) => {
    await beginReplacing()
    const steps = [
      () => rename(inside('database.draft-1'), inside('database.next')),
      () => rm(inside('database'), { recursive: true }),
      () => rename(inside('database.next'), inside('database')),
    ]
    for (const step of steps.slice(0, done)) await step()
    await tidyFolder(dataDir)
    expect(await contents()).toEqual([['database', 'photos'], [done === 0 ? 'old' : 'new']])
  },
)

test('a database is replaced only by a complete one', async () => {
  await beginReplacing()
  const failing = replaceDatabase(dataDir, async (folder) => {
    await writeFile(path.join(folder, 'half'), '')
    throw new Error('the backup ends here')
  })
  await expect(failing).rejects.toThrow('the backup ends here')
  expect(await contents()).toEqual([['database', 'photos'], ['old']])
  await replaceDatabase(dataDir, (folder) => writeFile(path.join(folder, 'new'), ''))
  expect(await contents()).toEqual([['database', 'photos'], ['new']])
})
