// PGlite in a thread of this process, in a folder that no other process uses.
import { existsSync } from 'node:fs'
import { chmod, mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { type Database, pgliteDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import type { StatementWatch } from '#server/platform/database/statement-watch.ts'
import { StartupError } from '#server/platform/operations/config.ts'

import { removeAbandonedCopy } from './copy-embedded.ts'
import { lockFolder } from './folder-lock.ts'
import { openPGlite, type PGlite } from './pglite.ts'
import { finishStaged } from './staged-folders.ts'

/** PGlite's files are readable for everyone. Not every file system has permissions. */
const makePrivate = (folder: string) => chmod(folder, 0o700).catch(() => {})

/** Under another name first, so that an interrupted start leaves no incomplete database. */
async function createEmbedded(folder: string): Promise<void> {
  const draft = `${folder}.new`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft)
  await makePrivate(draft)
  const pglite = await openPGlite({ dataDir: draft })
  await pglite.close()
  await rename(draft, folder)
}

function endProcess(cause: unknown): void {
  console.error(
    'The embedded database has ended, and the server with it. Start it again.',
    cause ?? '',
  )
  process.exit(1)
}

/** Opens PGlite in DATA_DIR, which only one process can use. Throws a StartupError. */
export async function openEmbedded(
  dataDir: string,
  { onCrash = endProcess, watch }: { onCrash?: typeof endProcess; watch?: StatementWatch } = {},
): Promise<Database> {
  const folder = path.join(dataDir, 'database')
  await mkdir(dataDir, { recursive: true }).catch((error: Error) => {
    throw new StartupError(`DATA_DIR: can't write to ${dataDir}: ${error.message}`)
  })
  const unlock = await lockFolder(dataDir)
  let pglite: PGlite | undefined
  try {
    await finishStaged(dataDir)
    // It only takes space: the server starts in any case.
    await removeAbandonedCopy(dataDir).catch(() => {})
    if (!existsSync(folder)) await createEmbedded(folder)
    await makePrivate(folder)
    const opened = await openPGlite({ dataDir: folder }, onCrash).catch((error: unknown) => {
      throw new StartupError(
        `DATA_DIR: the database in ${folder} can't be opened: ${error instanceof Error ? error.message : error}`,
      )
    })
    pglite = opened
    await migrate(async (sql) => (await opened.exec(sql)).at(-1)?.rows ?? [], { lock: false })
    const database = pgliteDatabase(opened, watch)
    return { ...database, close: () => database.close().finally(unlock) }
  } catch (error) {
    await pglite?.close().catch(() => {})
    await unlock()
    throw error
  }
}
