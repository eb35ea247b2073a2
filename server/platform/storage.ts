// Where pictures' bytes are kept: files in DATA_DIR, or an S3-compatible store.
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Config, StartFault } from './config.ts'
import { s3Storage } from './storage-s3.ts'

/** A flat store of immutable named bytes. */
export type Storage = {
  write: (name: string, bytes: Uint8Array) => Promise<void>
  /** The bytes, or undefined when there are none of that name. */
  read: (name: string) => Promise<Uint8Array | undefined>
  remove: (name: string) => Promise<void>
}

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Removes what a killed process was writing. Drafts begin with the id of their process. */
async function removeDrafts(drafts: string): Promise<void> {
  for (const name of await readdir(drafts)) {
    const pid = Number.parseInt(name, 10)
    if (pid === process.pid || !isRunning(pid)) await rm(path.join(drafts, name), { force: true })
  }
}

/** Keeps bytes as files, in a folder per first two letters; a file appears whole or not at all. Throws a StartFault. */
export async function fileStorage(folder: string): Promise<Storage> {
  const drafts = path.join(folder, '.drafts')
  try {
    await mkdir(drafts, { recursive: true })
    await removeDrafts(drafts)
  } catch (error) {
    throw new StartFault(`DATA_DIR: can't write to ${folder}: ${(error as Error).message}`)
  }
  const place = (name: string) => path.join(folder, name.slice(0, 2), name)
  return {
    async write(name, bytes) {
      const target = place(name)
      await mkdir(path.dirname(target), { recursive: true })
      const draft = path.join(drafts, `${process.pid}-${randomUUID()}`)
      await writeFile(draft, bytes)
      await rename(draft, target)
    },
    read: (name) =>
      readFile(place(name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      }),
    remove: (name) => rm(place(name), { force: true }),
  }
}

/** Opens the store that the configuration names; one that can't be used is a StartFault. */
export function openStorage({ storage, dataDir }: Pick<Config, 'storage' | 'dataDir'>): Promise<Storage> {
  return storage ? s3Storage(storage) : fileStorage(path.join(dataDir, 'photos'))
}
