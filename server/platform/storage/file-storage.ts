import { randomUUID } from 'node:crypto'
import {
  access,
  chmod,
  constants,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import { StartupError } from '#server/platform/operations/config.ts'
import { UnavailableError } from '#server/platform/operations/unavailable.ts'
import type { Storage } from './storage.ts'

/**
 * Temporary files older than this are abandoned. An upload may take ten minutes, and its pictures
 * may then wait to be processed.
 */
export const abandonedMs = 3_600_000
/** Uploads must leave this many bytes of the disk free for the database. */
export const disk = { reservedBytes: 100 * 1024 * 1024 }

/**
 * Deletes the files of killed processes. Goes by their age, because other processes may be using
 * the folder.
 */
export async function removeAbandonedFiles(folder: string, now = Date.now()): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name)
    const stats = await stat(file).catch(() => undefined)
    if (stats && stats.mtimeMs < now - abandonedMs) await rm(file, { force: true })
  }
}

/** Throws UnavailableError if the disk is nearly full. */
export async function rejectFullDisk(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < disk.reservedBytes)
    throw new UnavailableError('The disk is nearly full: no more pictures are taken.')
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/**
 * Stores each name as a file. Files are written as drafts and then renamed, so no file is ever
 * incomplete. Throws a StartupError.
 */
export async function fileStorage(folder: string): Promise<Storage> {
  const drafts = path.join(folder, '.drafts')
  try {
    await mkdir(drafts, { recursive: true })
    // Makes the folder private, because some photos are private. File systems without permissions
    // cause no error.
    await chmod(folder, 0o700).catch(() => {})
    await removeAbandonedFiles(drafts)
  } catch (error) {
    throw new StartupError(`DATA_DIR: can't write to ${folder}: ${(error as Error).message}`)
  }
  const fileOf = (name: string) => path.join(folder, name.slice(0, 2), name)
  return {
    async write(name, bytes) {
      await rejectFullDisk(folder)
      const file = fileOf(name)
      await mkdir(path.dirname(file), { recursive: true })
      const draft = path.join(drafts, randomUUID())
      await writeFile(draft, bytes)
      await rename(draft, file)
    },
    read: (name) => readFile(fileOf(name)).catch(ignoreMissing),
    check: () => access(folder, constants.R_OK | constants.W_OK),
    remove: (name) => rm(fileOf(name), { force: true }),
    list: async function* () {
      for (const prefix of (await readdir(folder)).sort())
        if (prefix.length === 2) yield* (await readdir(path.join(folder, prefix))).sort()
    },
  }
}
