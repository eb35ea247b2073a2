import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { ReadableStream } from 'node:stream/web'
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar'
import { StartupError } from '#server/platform/operations/config.ts'
import {
  AnyManifest,
  checksumLine,
  formatVersion,
  Manifest,
  manifestChecksumName,
  manifestName,
} from './format.ts'
import { maxEntryBytes, readAheadBytes } from './policy.ts'

export type ArchiveEntry = { name: string; bytes: Buffer }

const damaged = (file: string, what: string) =>
  new StartupError(
    `${file} is damaged or incomplete: ${what.replace(/\.$/, '')}. Nothing was changed.`,
  )

async function readBody(file: string, { header, body }: ParsedTarEntry): Promise<Buffer> {
  if (header.size > maxEntryBytes) throw damaged(file, `${header.name} is too long`)
  const parts: Uint8Array[] = []
  for await (const part of body) parts.push(part)
  return Buffer.concat(parts)
}

async function* readEntries(file: string): AsyncGenerator<ArchiveEntry> {
  const source = createReadStream(file, { highWaterMark: readAheadBytes })
  // Node and the browser disagree about the types of their streams.
  const bytes = ReadableStream.from(source) as unknown as globalThis.ReadableStream<Uint8Array>
  const entries = bytes.pipeThrough(createTarDecoder({ strict: true }))
  try {
    for await (const entry of entries)
      yield { name: entry.header.name, bytes: await readBody(file, entry) }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (error instanceof StartupError || code === 'ENOENT') throw error
    throw damaged(file, message)
  } finally {
    source.destroy()
  }
}

function parseManifest(file: string, bytes: Buffer): Manifest {
  const contents: unknown = JSON.parse(bytes.toString())
  if (AnyManifest.parse(contents).format > formatVersion)
    throw new StartupError(
      `${file} was made by a newer version of Dobara. Restore it with that version, or a later one.`,
    )
  return Manifest.parse(contents)
}

/** Yields the entries of tables and photos. What is behind them isn't read if the caller stops. */
export async function* readContents(file: string): AsyncGenerator<ArchiveEntry> {
  for await (const entry of readEntries(file))
    if (/^(?:tables|photos)\//.test(entry.name)) yield entry
}

/**
 * Reads the whole file and compares everything in it with its checksums. Throws a StartupError that
 * says what is wrong.
 */
export async function checkArchive(file: string): Promise<Manifest> {
  let lines: { name: string; line: string }[] = []
  const lists: Manifest['checksums'] = []
  let manifest: { bytes: Buffer; sha256: string } | undefined
  let isComplete = false
  for await (const { name, bytes } of readEntries(file)) {
    const sha256 = hash('sha256', bytes, 'hex')
    if (name.startsWith('checksums/')) {
      const expected = bytes.toString().split(/(?<=\n)/)
      const wrong = expected.findIndex((line, at) => lines[at]?.line !== line)
      if (wrong !== -1 || expected.length !== lines.length)
        throw damaged(
          file,
          `${lines[wrong]?.name ?? expected[wrong]?.slice(66).trim() ?? name} isn’t what it was`,
        )
      lists.push({ name, sha256, entries: lines.length })
      lines = []
    } else if (name === manifestName) manifest = { bytes, sha256 }
    else if (name === manifestChecksumName)
      isComplete =
        manifest !== undefined && bytes.toString() === checksumLine(manifest.sha256, manifestName)
    else lines.push({ name, line: checksumLine(sha256, name) })
  }
  if (!manifest || !isComplete || lines.length > 0) throw damaged(file, 'its end is missing')
  const parsed = parseManifest(file, manifest.bytes)
  if (JSON.stringify(parsed.checksums) !== JSON.stringify(lists))
    throw damaged(file, 'a list of checksums is missing')
  return parsed
}
