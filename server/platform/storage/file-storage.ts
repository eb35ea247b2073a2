// Pictures as files in DATA_DIR.
import { randomUUID } from 'node:crypto'
import {
  mkdir,
  open,
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

/** What is no larger than one chunk of a stream takes less time, and no more memory, when it is read whole. */
const chunkBytes = 64 * 1024

/** A draft is written within seconds; one this old was left by a process that was killed. Milliseconds. */
const draftLifeMs = 3_600_000

/** Removes what killed processes left, and nothing that a process may be writing, here or in another container. */
async function removeDrafts(drafts: string): Promise<void> {
  const before = Date.now() - draftLifeMs
  for (const name of await readdir(drafts)) {
    const file = path.join(drafts, name)
    const found = await stat(file).catch(() => undefined)
    if (found && found.mtimeMs < before) await rm(file, { force: true })
  }
}

/** Nothing, for a file that isn't there. */
function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** So many bytes of the disk are left to the database, which can do nothing without. */
const reservedBytes = 100 * 1024 * 1024

/** Keeps bytes as files, in a folder per first two letters; a file appears whole or not at all. `reserved` bytes of the disk stay free. Throws a StartFault. */
export async function fileStorage(folder: string, reserved = reservedBytes): Promise<Storage> {
  const drafts = path.join(folder, '.drafts')
  try {
    await mkdir(drafts, { recursive: true })
    await removeDrafts(drafts)
  } catch (error) {
    throw new StartupError(`DATA_DIR: can't write to ${folder}: ${(error as Error).message}`)
  }
  const place = (name: string) => path.join(folder, name.slice(0, 2), name)
  return {
    async write(name, bytes) {
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize < reserved)
        throw new UnavailableError('The disk is nearly full: no more pictures are taken.')
      const target = place(name)
      await mkdir(path.dirname(target), { recursive: true })
      const draft = path.join(drafts, randomUUID())
      await writeFile(draft, bytes)
      await rename(draft, target)
    },
    open: async (name) => {
      const file = await open(place(name)).catch(unlessMissing)
      if (!file) return undefined
      const { size: bytes } = await file.stat()
      if (bytes > chunkBytes) return { content: file.createReadStream(), bytes }
      return { content: await file.readFile().finally(() => file.close()), bytes }
    },
    read: (name) => readFile(place(name)).catch(unlessMissing),
    remove: (name) => rm(place(name), { force: true }),
  }
}
