// Restores a backup. The whole file is checked before anything changes. If the restore is
// interrupted later, the previous database remains.
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { lockFolder } from '#server/platform/database/embedded/folder-lock.ts'
import * as embedded from '#server/platform/database/embedded/open-embedded.ts'
import { migrate, readMigrations, takeMigrationLock } from '#server/platform/database/migrate.ts'
import { type Config, StartupError } from '#server/platform/operations/config.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import { checkArchive, type Entry, type Manifest, readEntries } from './archive.ts'
import type { Options } from './backup.ts'
import * as tables from './tables.ts'

/**
 * Restores the photos, then the tables. Photos are named by hashes or random numbers, so a restored
 * photo overwrites no other one.
 */
async function restoreAll(
  config: Config,
  file: string,
  { force }: Options,
  withSession: (use: (session: tables.Session) => Promise<void>) => Promise<void>,
): Promise<Manifest> {
  const manifest = await checkArchive(file)
  const migrations = (await readMigrations()).filter(({ fingerprint }) =>
    manifest.migrations.includes(fingerprint),
  )
  if (migrations.length < manifest.migrations.length)
    throw new StartupError(`${file} is of another version of Dobara: restore it with that one.`)
  const storage = await openStorage(config, manifest.installation)
  const photos = new Set<string>()
  const restorePhoto = async ({ name: entry, bytes }: Entry) => {
    const name = /^photos\/([0-9a-f]{64}(?:-private)?-\d+\.webp)$/.exec(entry)?.[1]
    if (name !== undefined) await storage.write(name, bytes).then(() => photos.add(name))
  }
  await Readable.from(readEntries(file)).forEach(restorePhoto, { concurrency: 16 })
  await withSession(async (session) => {
    await session.run('begin')
    await tables.loadTables(session, file, manifest, migrations)
    await session.run('commit')
    await migrate(session.run)
    await session.run('analyze')
  })
  if (force)
    for await (const name of storage.list())
      if (name.endsWith('.webp') && !photos.has(name)) await storage.remove(name)
  return manifest
}

async function restoreEmbedded(config: Config, file: string, options: Options): Promise<Manifest> {
  const { dataDir } = config
  await mkdir(dataDir, { recursive: true })
  const unlock = await lockFolder(dataDir)
  try {
    await embedded.tidyFolder(dataDir)
    if (existsSync(embedded.databaseIn(dataDir)) && !options.force)
      throw new StartupError(
        'DATA_DIR: there is a market already. Add --force to replace it; what is there is lost.',
      )
    return await restoreAll(config, file, options, (use) =>
      embedded.replaceDatabase(dataDir, async (folder) => {
        const session = await tables.openEmbeddedSession(folder)
        await use(session).finally(session.close)
      }),
    )
  } finally {
    unlock()
  }
}

async function restorePostgres(config: Config, file: string, options: Options): Promise<Manifest> {
  const session = await tables.openPostgresSession(config)
  try {
    // Servers that start now wait until the session is closed.
    await takeMigrationLock(session.run)
    // PostgreSQL takes a moment to close the connections of a server that was just stopped.
    const others = await session.run(`select pg_sleep(1); select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`)
    if (others.length > 0)
      throw new StartupError('DATABASE_URL: it is in use. Stop the servers first.')
    const names = (await tables.findTables(session)).map(({ name }) => name)
    if (names.length > 0 && !(options.force && names.includes('installation')))
      throw new StartupError(
        'DATABASE_URL: there are tables already. Name an empty database, or add --force to replace a market that is there; what is there is lost.',
      )
    return await restoreAll(config, file, options, (use) => use(session))
  } finally {
    await session.close()
  }
}

/** `force` replaces an existing market. Throws a StartupError. */
export const restoreBackup = (config: Config, file: string, options: Options): Promise<Manifest> =>
  (config.databaseUrl ? restorePostgres : restoreEmbedded)(config, file, options)
