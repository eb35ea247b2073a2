import { constants, existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import { copiesAtOnce, mtimeDoubtMs } from '#server/platform/database/policy.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { lockFolder } from './folder-lock.ts'

import { acquireSystemLock } from './sqlite-file-lock.ts'
/** Where copies are made: a folder of their own in DATA_DIR. */
export const copyFolder = (dataDir: string) => path.join(dataDir, 'backup')
export const copiedDatabase = (dataDir: string) => path.join(copyFolder(dataDir), 'database')

/** Removes the copy of a backup that was killed; one that is being made holds its lock. */
export async function removeAbandonedCopy(dataDir: string): Promise<void> {
  const folder = copyFolder(dataDir)
  if (!existsSync(folder)) return
  const lock = await acquireSystemLock(folder)
  if (!lock) return
  await rm(folder, { recursive: true, force: true })
  lock.close()
}

type Stamps = Map<string, string>

const ignoreMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error
}

async function eachAtOnce<T>(all: T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = all.values()
  const workers = Array.from({ length: copiesAtOnce }, async () => {
    for (const one of waiting) await work(one)
  })
  await Promise.all(workers)
}

/**
 * Copies the files that aren't those of `known`, and returns what is there now. Clocks of file
 * systems are coarse: what was written at about `doubtful`, or later, is copied in any case.
 */
async function copyChanged(
  from: string,
  to: string,
  known: Stamps = new Map(),
  doubtful = 0,
): Promise<Stamps> {
  const stamps: Stamps = new Map()
  const entries = await readdir(from, { recursive: true, withFileTypes: true })
  const pathOf = (entry: (typeof entries)[number]) =>
    path.relative(from, path.join(entry.parentPath, entry.name))
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const entry of entries)
    if (entry.isDirectory()) await mkdir(path.join(to, pathOf(entry)), { recursive: true })
  const files = entries.filter((entry) => entry.isFile()).map(pathOf)
  await eachAtOnce(files, async (file) => {
    const stats = await stat(path.join(from, file)).catch(ignoreMissing)
    if (!stats) return
    const stamp = `${stats.ino} ${stats.size} ${stats.mtimeMs}`
    if (known.get(file) !== stamp || stats.mtimeMs > doubtful) {
      // Where the file system can, a copy shares its blocks with the original.
      const copied = copyFile(
        path.join(from, file),
        path.join(to, file),
        constants.COPYFILE_FICLONE,
      )
      await copied.catch(ignoreMissing)
    }
    stamps.set(file, stamp)
  })
  for (const file of known.keys())
    if (!stamps.has(file)) await rm(path.join(to, file), { force: true })
  return stamps
}

/**
 * Copies the database of the running server: once while it goes on, then what has changed since,
 * while queries wait for that long (`milliseconds`). Nothing else writes the files, because PGlite
 * has no processes in the background. Whoever opens the copy finds what a crash at this moment
 * would have left, which is all that was committed.
 */
export async function copyOpenDatabase(
  db: Kysely<Tables>,
  dataDir: string,
): Promise<{ milliseconds: number }> {
  const [from, to] = [path.join(dataDir, 'database'), copiedDatabase(dataDir)]
  await rm(to, { recursive: true, force: true })
  await sql`checkpoint`.execute(db)
  const doubtful = Date.now() - mtimeDoubtMs
  const first = await copyChanged(from, to)
  return db.connection().execute(async () => {
    const begun = performance.now()
    await copyChanged(from, to, first, doubtful)
    return { milliseconds: Math.round(performance.now() - begun) }
  })
}

/** Copies a database that no server has open; throws a StartupError if one has. */
export async function copyClosedDatabase(dataDir: string): Promise<void> {
  const unlock = await lockFolder(dataDir)
  const to = copiedDatabase(dataDir)
  await rm(to, { recursive: true, force: true })
  await copyChanged(path.join(dataDir, 'database'), to).finally(unlock)
}
