// A backup is a tar file with these entries:
// - tables/NAME/1.jsonl.gz …: the rows of a table, one line of JSON each
// - photos/HASH-480.webp …: the files of the photos
// - manifest.json: a description of the contents
// - sha256.2: the checksum of all entries before it; 2 is the version of the format
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { ReadableStream } from 'node:stream/web'
import { createTarDecoder, packTar } from 'modern-tar'
import { StartupError } from '#server/platform/operations/config.ts'

export type Manifest = {
  createdAt: string
  installation: string
  migrations: string[]
  /** `sum` is a checksum of the rows that doesn't depend on their order. */
  tables: { name: string; rows: number; sum: string }[]
  sequences: { name: string; value: string }[]
  photos: { files: number; missing: number }
}
export type Entry = { name: string; bytes: Uint8Array }
export type AddEntry = (entry: Entry) => Promise<void>

const manifestName = 'manifest.json'
const checksumName = 'sha256.2'
const endOfTar = new Uint8Array(1024)

const addTo = (checksum: Hash, { name, bytes }: Entry) =>
  checksum.update(`${name} ${bytes.length}\n`).update(bytes)

/**
 * Writes a file that only its owner can read. `addContents` returns the manifest of what it added.
 * The file gets its final name only after it is completely on disk.
 */
export async function writeArchive(
  file: string,
  addContents: (add: AddEntry) => Promise<Manifest>,
): Promise<Manifest> {
  const partial = `${file}.${process.pid}.partial`
  const draft = await open(partial, 'w', 0o600)
  const checksum = createHash('sha256')
  const add = async ({ name, bytes }: Entry) => {
    const body = Uint8Array.from(bytes)
    const tar = await packTar([{ header: { name, size: body.length, mode: 0o600 }, body }])
    addTo(checksum, { name, bytes })
    await draft.appendFile(tar.subarray(0, -endOfTar.length))
  }
  try {
    const manifest = await addContents(add)
    await add({ name: manifestName, bytes: Buffer.from(JSON.stringify(manifest, null, 1)) })
    await add({ name: checksumName, bytes: Buffer.from(checksum.copy().digest('hex')) })
    await draft.appendFile(endOfTar)
    await draft.sync()
    await rename(partial, file)
    return manifest
  } finally {
    await draft.close()
    await rm(partial, { force: true })
  }
}

const damaged = (file: string, why: string) =>
  new StartupError(`${file} is damaged, incomplete, or of another version: ${why}.`)

export async function* readEntries(file: string): AsyncGenerator<Entry> {
  const source = createReadStream(file, { highWaterMark: 1024 * 1024 })
  // Node's types of streams are incompatible with those of browsers, which the decoder expects.
  const bytes = ReadableStream.from(source) as unknown as globalThis.ReadableStream<Uint8Array>
  try {
    for await (const { header, body } of bytes.pipeThrough(createTarDecoder({ strict: true }))) {
      // No entry of a backup is larger. An entry of any other file could use up all memory.
      if (header.size > 2 ** 26) throw new Error(`${header.name} is too long`)
      yield { name: header.name, bytes: await buffer(body as never) }
    }
  } catch (error) {
    const { syscall, message } = error as NodeJS.ErrnoException
    throw syscall ? error : damaged(file, message.replace(/\.$/, ''))
  } finally {
    source.destroy()
  }
}

/** Reads the whole file and compares it with its checksum. Throws a StartupError. */
export async function checkArchive(file: string): Promise<Manifest> {
  const checksum = createHash('sha256')
  let manifest = ''
  let isWhole = false
  for await (const entry of readEntries(file)) {
    isWhole = entry.name === checksumName && `${entry.bytes}` === checksum.copy().digest('hex')
    if (entry.name === manifestName) manifest = `${entry.bytes}`
    addTo(checksum, entry)
  }
  if (!isWhole) throw damaged(file, 'its checksum is missing or wrong')
  return JSON.parse(manifest)
}
