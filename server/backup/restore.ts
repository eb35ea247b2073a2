// Restores a backup. The file is checked as a whole before anything is touched; whenever it is
// interrupted after that, the database is still the one that was there before.
import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { lockFolder } from '#server/platform/database/embedded/folder-lock.ts'
import {
  commitStaged,
  createStaging,
  finishStaged,
} from '#server/platform/database/embedded/staged-folders.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { type Config, StartupError } from '#server/platform/operations/config.ts'
import { fileStorage } from '#server/platform/storage/file-storage.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import type { Manifest } from './format.ts'
import { loadTables } from './load-tables.ts'
import { findOtherPhoto, removeOtherPhotos, restorePhotos } from './photo-entries.ts'
import { checkArchive } from './read-archive.ts'
import { lockForRestore, refuseUnlessReplaceable } from './restore-guard.ts'
import { migrationsOf } from './schema.ts'
import { openEmbeddedSession, openPostgresSession, type SqlSession } from './sql-session.ts'

type Options = { force: boolean }

async function checkBackup(file: string): Promise<Manifest> {
  if (!existsSync(file)) throw new StartupError(`There is no file ${file}.`)
  const manifest = await checkArchive(file)
  await migrationsOf(manifest)
  return manifest
}

async function openPhotos(
  config: Config,
  { installation }: Manifest,
  file: string,
  { force }: Options,
): Promise<Storage> {
  const storage = await openStorage(config, installation)
  const other = force ? undefined : await findOtherPhoto(storage, file)
  if (other === undefined) return storage
  const name = config.storage ? 'STORAGE_URL' : 'DATA_DIR'
  throw new StartupError(
    `${name}: there are photos that aren’t in the backup, such as ${other}. Add --force to delete them.`,
  )
}

/** All in one transaction; then the migrations that have come since the backup. */
async function restoreTables(session: SqlSession, file: string, manifest: Manifest): Promise<void> {
  const { exec } = session
  await exec('begin')
  await loadTables(session, file, manifest)
  await exec('commit')
  await migrate(exec, { lock: false })
  await exec('analyze')
}

async function refuseUnlessEmpty(dataDir: string): Promise<void> {
  const photos = await readdir(path.join(dataDir, 'photos')).catch(() => [])
  // Drafts begin with a dot.
  if (existsSync(path.join(dataDir, 'database')) || photos.some((name) => !name.startsWith('.')))
    throw new StartupError(
      `DATA_DIR: there is a market in ${dataDir} already. Add --force to replace it; what is there is lost.`,
    )
}

async function stage(config: Config, file: string, manifest: Manifest, storage?: Storage) {
  const staging = await createStaging(config.dataDir)
  await restorePhotos(file, storage ?? (await fileStorage(path.join(staging, 'photos'))))
  const folder = path.join(staging, 'database')
  await mkdir(folder, { mode: 0o700 })
  const session = await openEmbeddedSession(folder)
  await restoreTables(session, file, manifest).finally(session.close)
}

async function restoreEmbedded(config: Config, file: string, options: Options): Promise<Manifest> {
  const { dataDir } = config
  await mkdir(dataDir, { recursive: true })
  const unlock = await lockFolder(dataDir)
  try {
    await finishStaged(dataDir)
    if (!options.force) await refuseUnlessEmpty(dataDir)
    const manifest = await checkBackup(file)
    const storage = config.storage && (await openPhotos(config, manifest, file, options))
    await stage(config, file, manifest, storage)
    await commitStaged(dataDir)
    if (storage && options.force) {
      const restored = await openEmbeddedSession(path.join(dataDir, 'database'))
      await removeOtherPhotos(restored, storage).finally(restored.close)
    }
    return manifest
  } finally {
    await finishStaged(dataDir)
    await unlock()
  }
}

async function restorePostgres(config: Config, file: string, options: Options): Promise<Manifest> {
  const first = await openPostgresSession(config)
  await refuseUnlessReplaceable(first, options).finally(first.close)
  const manifest = await checkBackup(file)
  const storage = await openPhotos(config, manifest, file, options)
  await restorePhotos(file, storage)
  // Another connection: photos may take hours, and this one would have been cut off by then.
  const session = await openPostgresSession(config)
  try {
    await lockForRestore(session)
    await refuseUnlessReplaceable(session, options)
    await restoreTables(session, file, manifest)
    if (options.force) await removeOtherPhotos(session, storage)
    return manifest
  } finally {
    await session.close()
  }
}

/**
 * Puts a backup in the place of the database and the photos that the configuration names; with
 * `force` also where there are some. Throws a StartupError, and UnavailableError if the photo
 * storage can't be reached.
 */
export const restoreBackup = (config: Config, file: string, options: Options): Promise<Manifest> =>
  config.databaseUrl === undefined
    ? restoreEmbedded(config, file, options)
    : restorePostgres(config, file, options)
