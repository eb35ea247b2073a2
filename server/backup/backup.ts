import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { photoWidths } from '#contract/common/photos.ts'
import { photoFile } from '#server/photos/store.ts'
import { lockFolder } from '#server/platform/database/embedded/folder-lock.ts'
import { databaseIn } from '#server/platform/database/embedded/open-embedded.ts'
import { type Config, StartupError } from '#server/platform/operations/config.ts'
import { copyCommand, runControlCommand } from '#server/platform/operations/control-socket.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { type AddEntry, type Manifest, writeArchive } from './archive.ts'
import * as tables from './tables.ts'

export type Options = { force: boolean }

/**
 * Returns a folder with a database that a command may open. This is a copy if a server uses the
 * original.
 */
export async function borrowDatabase(
  dataDir: string,
): Promise<{ folder: string; giveBack: () => unknown }> {
  if (!existsSync(databaseIn(dataDir)))
    throw new StartupError(`DATA_DIR: there is no database in ${dataDir}.`)
  const copy = await runControlCommand<string>(dataDir, copyCommand)
  if (copy === undefined)
    return { folder: databaseIn(dataDir), giveBack: await lockFolder(dataDir) }
  const folder = path.join(dataDir, copy)
  return { folder, giveBack: () => rm(folder, { recursive: true, force: true }) }
}

async function openEmbedded({ dataDir }: Config): Promise<tables.Session> {
  const { folder, giveBack } = await borrowDatabase(dataDir)
  const { run, close } = await tables.openEmbeddedSession(folder)
  return { run, close: () => close().finally(giveBack) }
}

/**
 * Adds a consistent snapshot of all tables to the backup. Returns what the manifest says about it,
 * and the hashes of the photos in it.
 */
async function addTables(session: tables.Session, add: AddEntry) {
  await session.run('begin isolation level repeatable read, read only')
  const createdAt = new Date().toISOString()
  const found = await tables.findTables(session)
  if (!found.some(({ name }) => name === 'installation'))
    throw new StartupError('DATABASE_URL: this database has no market to back up.')
  for (const table of found) await tables.addTable(session, table, add)
  // Sequences aren't part of the snapshot. They may be ahead of the rows, but not behind them.
  type Others = Pick<Manifest, 'installation' | 'migrations' | 'sequences'> & { hashes: string[] }
  const [others] = await session.run<Others>(`
    select (select id from installation) as installation,
      array(select fingerprint from migrations) as migrations,
      array(select hash from photos) as hashes,
      array(select json_build_object('name', sequencename, 'value', last_value::text)
        from pg_sequences where schemaname = 'public' and last_value is not null) as sequences`)
  return { createdAt, ...(others as Others), tables: await tables.summarize(session, found) }
}

/** Adds photos. A missing file is being uploaded or removed, or the storage has lost it. */
async function addPhotos(storage: Storage, hashes: string[], add: AddEntry) {
  const photos = { files: 0, missing: 0 }
  const names = hashes.flatMap((hash) => photoWidths.map((width) => photoFile(hash, width)))
  const read = async (name: string) => ({ name, bytes: await storage.read(name) })
  for await (const { name, bytes } of Readable.from(names).map(read, { concurrency: 16 })) {
    photos[bytes ? 'files' : 'missing']++
    if (bytes) await add({ name: `photos/${name}`, bytes })
  }
  return photos
}

/** Writes all rows that a session sees, and the photos that they refer to, to a file. */
export const writeBackup = (
  file: string,
  openSession: () => Promise<tables.Session>,
  openPhotos: (installation: string) => Promise<Storage>,
): Promise<Manifest> =>
  writeArchive(file, async (add) => {
    const session = await openSession()
    // Closes the session first: copying photos may take hours, and an open transaction would keep
    // PostgreSQL from cleaning up all that time.
    const { hashes, ...contents } = await addTables(session, add).finally(session.close)
    const photos = await addPhotos(await openPhotos(contents.installation), hashes, add)
    return { ...contents, photos }
  })

/** Writes a backup to `file`. `force` replaces an existing file. Throws a StartupError. */
export async function makeBackup(config: Config, file: string, { force }: Options) {
  if (existsSync(file) && !force)
    throw new StartupError(`${file} is there already. Add --force to replace it.`)
  const openSession = config.databaseUrl ? tables.openPostgresSession : openEmbedded
  return writeBackup(
    file,
    () => openSession(config),
    (installation) => openStorage(config, installation),
  )
}
