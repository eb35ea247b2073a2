import { hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
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
  /** Removes what has been written. */
  abort: () => Promise<void>
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r')
  await handle.sync().finally(() => handle.close())
}

/**
 * Writes an archive to `FILE.partial`, only readable for its owner; it becomes `FILE` when all of
 * it is on the disk. Throws a StartupError if it can't be written.
 */
export async function writeArchive(file: string): Promise<ArchiveWriter> {
  const partial = `${file}.partial`
  await rm(partial, { force: true })
  const { readable, controller } = createTarPacker()
  const output = createWriteStream(partial, { flags: 'wx', mode: 0o600 })
  const written = pipeline(Readable.fromWeb(readable as never), output)
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
          await syncFile(partial)
          await rename(partial, file)
          if (process.platform !== 'win32') await syncFile(path.dirname(file))
        })(),
      ),
    abort: async () => {
      controller.error(new Error('aborted'))
      await written.catch(() => {})
      await rm(partial, { force: true })
    },
  }
}
