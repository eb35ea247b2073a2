// Stores uploaded files on disk until their request is answered, because many large ones would fill
// the memory.
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { UnavailableError } from '#server/platform/operations/unavailable.ts'
import { rejectFullDisk } from '#server/platform/storage/file-storage.ts'

/**
 * `source` is the file's path, or the bytes if they are already in memory. `name` is the file name
 * on the uploader's device.
 */
export type Upload = {
  field: string
  name?: string | undefined
  source: string | Buffer
  size: number
  sha256: Buffer
}

/** System calls that fail because of the disk, and not because of the connection. */
const diskCalls = ['mkdir', 'open', 'write', 'close', 'statfs']

export const uploadsFolder = (dataDir: string) => path.join(dataDir, 'uploads')

export class UploadedFiles {
  readonly #folder: string
  readonly #files: string[] = []
  #isRemoved = false

  constructor(dataDir: string) {
    this.#folder = uploadsFolder(dataDir)
  }

  /** Writes a stream to the disk. Throws UnavailableError if the disk fails. */
  async write(content: Readable): Promise<Omit<Upload, 'field'>> {
    const file = path.join(this.#folder, randomUUID())
    this.#files.push(file)
    const hash = createHash('sha256')
    let size = 0
    async function* counted() {
      for await (const chunk of content as AsyncIterable<Buffer>) {
        hash.update(chunk)
        size += chunk.length
        yield chunk
      }
    }
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 })
      await rejectFullDisk(this.#folder)
      await pipeline(counted, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
    } catch (error) {
      const { syscall = '', message } = error as NodeJS.ErrnoException
      if (diskCalls.includes(syscall))
        throw new UnavailableError(`An upload can't be written to the disk: ${message}`)
      throw error
    } finally {
      // If the form was interrupted, `remove` ran before this file was complete.
      if (this.#isRemoved) await rm(file, { force: true })
    }
    return { source: file, size, sha256: hash.digest() }
  }

  /**
   * Deletes the files. Files that are still being written are deleted when they are complete. Call
   * this when nothing reads the files any more.
   */
  async remove(): Promise<void> {
    this.#isRemoved = true
    for (const file of this.#files.splice(0)) await rm(file, { force: true })
  }
}
