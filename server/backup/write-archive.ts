import { hash } from 'node:crypto'
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { createTarPacker } from 'modern-tar'
import { StartupError } from '#server/platform/operations/config.ts'
import {
  checksumLine,
  checksumList,
  type Manifest,
  manifestChecksumName,
  manifestName,
} from './format.ts'
import { entriesPerList } from './policy.ts'

export type ArchiveWriter = {
  add: (name: string, bytes: Uint8Array) => Promise<void>
  /** Writes the lists of checksums and the manifest, and gives the file its name. */
  finish: (manifest: Omit<Manifest, 'checksums'>) => Promise<void>
  abort: () => Promise<void>
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

/** A new file that nobody else can read, in the place of one that an interrupted backup left. */
async function openDraft(file: string): Promise<FileHandle> {
  await rm(file, { force: true })
  return open(file, 'wx+', 0o600)
}

/** A file that is gone with its handle, however the process ends. */
export async function openNameless(file: string): Promise<FileHandle> {
  const handle = await openDraft(file)
  await rm(file, { force: true })
  return handle
}

/** Not where another backup has begun meanwhile: it put a file of its own into the place. */
async function isAt(file: string, draft: FileHandle): Promise<boolean> {
  const [there, own] = await Promise.all([
    stat(file, { bigint: true }).catch(() => undefined),
    draft.stat({ bigint: true }),
  ])
  return there?.ino === own.ino && there.dev === own.dev
}

/**
 * Writes an archive to `FILE.partial`, only readable for its owner; it becomes `FILE` when all of
 * it is on the disk. Of two that write the same file, the one that began last gets the name, and
 * the other fails. Throws a StartupError if it can't be written.
 */
export async function writeArchive(file: string): Promise<ArchiveWriter> {
  const partial = `${file}.partial`
  const draft = await openDraft(partial).catch((error: Error) => {
    throw new StartupError(`${file} can’t be written: ${error.message}`)
  })
  const { readable, controller } = createTarPacker()
  // Open until it has its name, so that no other file gets its number.
  const written = draft.writeFile(Readable.fromWeb(readable as never))
  // Whoever adds an entry hears of it.
  written.catch(() => {})
  const mtime = new Date()
  const lists: Manifest['checksums'] = []
  let lines: string[] = []

  async function write(name: string, bytes: Uint8Array): Promise<string> {
    const entry = controller.add({ name, size: bytes.length, mode: 0o600, mtime }).getWriter()
    if (bytes.length > 0) await entry.write(Uint8Array.from(bytes))
    await entry.close()
    return hash('sha256', bytes, 'hex')
  }
  async function writeList(): Promise<void> {
    if (lines.length === 0) return
    const name = checksumList(lists.length + 1)
    const text = lines.join('')
    const entries = lines.length
    lines = []
    lists.push({ name, entries, sha256: await write(name, Buffer.from(text)) })
  }
  const orFailure = <T>(work: Promise<T>): Promise<T> =>
    work.catch(async (error: Error) => {
      controller.error(error)
      // Where the disk is full, the packer only knows that nobody reads any more.
      const cause = await written.then(
        () => error,
        (failure: Error) => failure,
      )
      throw new StartupError(`${file} can’t be written: ${cause.message}`)
    })

  return {
    add: (name, bytes) =>
      orFailure(
        (async () => {
          lines.push(checksumLine(await write(name, bytes), name))
          if (lines.length === entriesPerList) await writeList()
        })(),
      ),
    finish: (contents) =>
      orFailure(
        (async () => {
          await writeList()
          const manifest: Manifest = { ...contents, checksums: lists }
          const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)
          const sha256 = await write(manifestName, text)
          await write(manifestChecksumName, Buffer.from(checksumLine(sha256, manifestName)))
          controller.finalize()
          await written
          await draft.sync()
          if (!(await isAt(partial, draft)))
            throw new Error('another backup to it was begun meanwhile')
          await rename(partial, file)
          await draft.close()
          if (process.platform !== 'win32') await syncFolder(path.dirname(file))
        })(),
      ),
    abort: async () => {
      controller.error(new Error('aborted'))
      await written.catch(() => {})
      if (await isAt(partial, draft).catch(() => false)) await rm(partial, { force: true })
      await draft.close().catch(() => {})
    },
  }
}
