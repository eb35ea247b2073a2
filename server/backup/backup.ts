import { existsSync, readFileSync } from 'node:fs'
import { type FileHandle, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import {
  copiedDatabase,
  copyClosedDatabase,
  copyFolder,
} from '#server/platform/database/embedded/copy-embedded.ts'
import { acquireSystemLock } from '#server/platform/database/embedded/sqlite-file-lock.ts'
import { type Config, StartupError } from '#server/platform/operations/config.ts'
import { runControlCommand } from '#server/platform/operations/control-socket.ts'
import { openStorage } from '#server/platform/storage/open-storage.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { createFingerprint } from './fingerprint.ts'
import { formatVersion, type Manifest, type TableContents, tablePart } from './format.ts'
import { addPhotos, listPhotos } from './photo-entries.ts'
import { partBytes } from './policy.ts'
import { findSequences, findTables, readRows, type Table } from './read-tables.ts'
import { openEmbeddedSession, openPostgresSession, type SqlSession } from './sql-session.ts'
import { type ArchiveWriter, openNameless, writeArchive } from './write-archive.ts'

const zip = promisify(gzip)

const appVersion = (): string =>
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version

/** What the control socket of a server calls `copyOpenDatabase`. */
export const copyCommand = 'copy-database'

/**
 * A session on the embedded database as it is now: on a copy, because reading the original would
 * keep the server from answering.
 */
async function openCopy(dataDir: string): Promise<SqlSession> {
  if (!existsSync(path.join(dataDir, 'database')))
    throw new StartupError(`DATA_DIR: there is no database in ${dataDir}.`)
  const folder = copyFolder(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const lock = await acquireSystemLock(folder)
  if (!lock) throw new StartupError(`DATA_DIR: another backup of ${dataDir} is being made.`)
  const release = async () => {
    await rm(folder, { recursive: true, force: true })
    lock.close()
  }
  try {
    if ((await runControlCommand(dataDir, copyCommand)) === undefined)
      await copyClosedDatabase(dataDir)
    const session = await openEmbeddedSession(copiedDatabase(dataDir))
    return { ...session, close: () => session.close().finally(release) }
  } catch (error) {
    await release()
    throw error
  }
}

async function addTable(
  session: SqlSession,
  archive: ArchiveWriter,
  table: Table,
): Promise<TableContents> {
  const fingerprint = createFingerprint()
  let parts = 0
  let waiting: string[] = []
  let waitingLength = 0
  const addPart = async () => {
    if (waiting.length === 0) return
    const text = waiting.join('')
    waiting = []
    waitingLength = 0
    await archive.add(tablePart(table.name, ++parts), await zip(text))
  }
  for await (const lines of readRows(session, table))
    for (const line of lines) {
      fingerprint.add(line)
      waiting.push(`${line}\n`)
      waitingLength += line.length
      if (waitingLength >= partBytes) await addPart()
    }
  await addPart()
  const { name, columns } = table
  return {
    name,
    columns: columns.map((column) => column.name),
    parts,
    rows: fingerprint.rows(),
    fingerprint: fingerprint.text(),
  }
}

type Snapshot = Omit<Manifest, 'checksums' | 'photos'>

async function addTables(
  session: SqlSession,
  archive: ArchiveWriter,
  photoList: FileHandle,
): Promise<Snapshot> {
  const { query, exec, kind } = session
  await exec('begin isolation level repeatable read, read only')
  const createdAt = new Date().toISOString()
  const all = await findTables(session)
  if (!all.some(({ name }) => name === 'migrations'))
    throw new StartupError('DATABASE_URL: this database has no market to back up.')
  const tables: TableContents[] = []
  for (const table of all) tables.push(await addTable(session, archive, table))
  await listPhotos(session, photoList)
  const [{ version } = { version: '' }] = await query<{ version: string }>(
    "select current_setting('server_version') as version",
  )
  const [{ id } = { id: '' }] = await query<{ id: string }>('select id from installation')
  const snapshot = {
    format: formatVersion,
    app: appVersion(),
    createdAt,
    database: { kind, version },
    installation: id,
    migrations: await query<Manifest['migrations'][number]>(
      'select name, fingerprint from migrations order by name',
    ),
    tables,
    sequences: await findSequences(session),
  } as const
  await exec('commit')
  return snapshot
}

/**
 * Writes what a session sees and its photos to a file. Closes the session before the photos are
 * read: they may take hours, during which PostgreSQL couldn't clean up. `openPhotos` gets the id of
 * the installation.
 */
export async function writeBackup(
  session: SqlSession,
  file: string,
  openPhotos: (installation: string) => Promise<Storage>,
): Promise<Omit<Manifest, 'checksums'>> {
  const archive = await writeArchive(file).catch(async (error: unknown) => {
    await session.close()
    throw error
  })
  let photoList: FileHandle | undefined
  try {
    const work = async () => {
      photoList = await openNameless(`${file}.partial-photos`)
      return { list: photoList, snapshot: await addTables(session, archive, photoList) }
    }
    const { list, snapshot } = await work().finally(session.close)
    const storage = await openPhotos(snapshot.installation)
    const contents = { ...snapshot, photos: await addPhotos(archive, storage, list) }
    await archive.finish(contents)
    return contents
  } catch (error) {
    await archive.abort()
    throw error
  } finally {
    await photoList?.close()
  }
}

/**
 * Writes a backup of the database and the photos to a file; `force` replaces one that is there.
 * Throws a StartupError, and UnavailableError if the photo storage can't be reached.
 */
export async function makeBackup(
  config: Config,
  file: string,
  { force }: { force: boolean },
): Promise<Omit<Manifest, 'checksums'>> {
  if (existsSync(file) && !force)
    throw new StartupError(`${file} is there already. Add --force to replace it.`)
  const folder = path.dirname(path.resolve(file))
  if (!existsSync(folder)) throw new StartupError(`There is no folder ${folder}.`)
  const session =
    config.databaseUrl === undefined
      ? await openCopy(config.dataDir)
      : await openPostgresSession(config)
  return writeBackup(session, file, (installation) => openStorage(config, installation))
}
