// Runs PGlite in a thread of this process, in a folder that no other process can use.
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { type Database, pgliteDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { StartupError } from '#server/platform/operations/config.ts'
import { lockFolder } from './folder-lock.ts'
import { openPGlite, type PGlite } from './pglite.ts'

export const databaseIn = (dataDir: string): string => path.join(dataDir, 'database')
/** Where a complete database is stored that is about to replace the current one. */
const nextDatabaseIn = (dataDir: string) => path.join(dataDir, 'database.next')

/** Creates a folder that only this user can read. */
const makeFolder = (dataDir: string, what: 'draft' | 'copy') =>
  mkdtemp(path.join(dataDir, `database.${what}-`))

/**
 * Completes or removes what a killed process left behind. The caller must have locked the folder.
 */
export async function tidyFolder(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (/^database\.(?:draft|copy)-/.test(name))
      await rm(path.join(dataDir, name), { recursive: true, force: true })
  if (!existsSync(nextDatabaseIn(dataDir))) return
  await rm(databaseIn(dataDir), { recursive: true, force: true })
  await rename(nextDatabaseIn(dataDir), databaseIn(dataDir))
}

/**
 * Replaces the database with the one that `fill` creates. If this is interrupted, either the old or
 * the new database is complete. The caller must have locked and tidied the folder.
 */
export async function replaceDatabase(
  dataDir: string,
  fill: (folder: string) => Promise<void>,
): Promise<void> {
  const draft = await makeFolder(dataDir, 'draft')
  try {
    await fill(draft)
    await rename(draft, nextDatabaseIn(dataDir))
  } finally {
    await tidyFolder(dataDir)
  }
}

async function copyDatabase({ copyTo }: PGlite, dataDir: string): Promise<string> {
  const copy = await makeFolder(dataDir, 'copy')
  await copyTo(copy).catch(async (error: unknown) => {
    await rm(copy, { recursive: true, force: true })
    throw error
  })
  return path.basename(copy)
}

function endProcess(cause: unknown): void {
  console.error(
    'The embedded database has ended, and the server with it. Start it again.',
    cause ?? '',
  )
  process.exit(1)
}

/** Opens PGlite in DATA_DIR, and locks it against other processes. Throws a StartupError. */
export async function openEmbedded(dataDir: string): Promise<Database> {
  const folder = databaseIn(dataDir)
  await mkdir(dataDir, { recursive: true }).catch((error: Error) => {
    throw new StartupError(`DATA_DIR: can't write to ${dataDir}: ${error.message}`)
  })
  const unlock = await lockFolder(dataDir)
  let pglite: PGlite | undefined
  try {
    await tidyFolder(dataDir)
    if (!existsSync(folder))
      await replaceDatabase(dataDir, async (draft) => {
        await openPGlite({ dataDir: draft }).then(({ close }) => close())
      })
    // Makes PGlite's files private. File systems without permissions cause no error.
    await chmod(folder, 0o700).catch(() => {})
    const opened = await openPGlite({ dataDir: folder }, endProcess).catch((error: unknown) => {
      throw new StartupError(
        `DATA_DIR: the database in ${folder} can't be opened: ${error instanceof Error ? error.message : error}`,
      )
    })
    pglite = opened
    await migrate(async (sql) => (await opened.exec(sql)).at(-1)?.rows ?? [])
    const database = pgliteDatabase(opened)
    const close = () => database.close().finally(unlock)
    return { ...database, copy: () => copyDatabase(opened, dataDir), close }
  } catch (error) {
    await pglite?.close().catch(() => {})
    unlock()
    throw error
  }
}
