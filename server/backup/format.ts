// The file of a backup: a tar whose last entries say what has to be in it.
//
// tables/NAME/1.jsonl.gz …  the rows of a table: a line each, a JSON array of the columns as text
// photos/HASH-480.webp …    the files of the photos
// checksums/1.sha256 …      the SHA-256 of the entries before it, as `sha256sum -c` reads them
// manifest.json             what is in the file, with the SHA-256 of the lists of checksums
// manifest.json.sha256
import { z } from 'zod'

export const formatVersion = 1

export const manifestName = 'manifest.json'
export const manifestChecksumName = `${manifestName}.sha256`
export const tablePart = (table: string, part: number) => `tables/${table}/${part}.jsonl.gz`
export const photoEntry = (file: string) => `photos/${file}`
export const checksumList = (number: number) => `checksums/${number}.sha256`

const tablePartName = /^tables\/([^/]+)\/\d+\.jsonl\.gz$/
const photoEntryName = /^photos\/([0-9a-f]{64}(?:-private)?-\d+\.webp)$/
export const tableOf = (entry: string): string | undefined => tablePartName.exec(entry)?.[1]
export const photoFileOf = (entry: string): string | undefined => photoEntryName.exec(entry)?.[1]

const TableContents = z.object({
  name: z.string(),
  /** Those that are stored; generated columns come anew. */
  columns: z.array(z.string()),
  parts: z.int(),
  rows: z.int(),
  fingerprint: z.string(),
})
export type TableContents = z.output<typeof TableContents>

/** `value` is the last one that was given, null if none was. */
const Sequence = z.object({ name: z.string(), value: z.string().nullable() })
export type Sequence = z.output<typeof Sequence>

export const Manifest = z.object({
  format: z.literal(formatVersion),
  app: z.string(),
  createdAt: z.iso.datetime(),
  database: z.object({ kind: z.enum(['embedded', 'postgresql']), version: z.string() }),
  installation: z.string(),
  migrations: z.array(z.object({ name: z.string(), fingerprint: z.string() })),
  tables: z.array(TableContents),
  sequences: z.array(Sequence),
  /** `incomplete`: photos of which a file wasn't there. */
  photos: z.object({ files: z.int(), bytes: z.int(), incomplete: z.int() }),
  checksums: z.array(z.object({ name: z.string(), sha256: z.string(), entries: z.int() })),
})
export type Manifest = z.output<typeof Manifest>

/** What also a manifest of a later format has. */
export const AnyManifest = z.object({ format: z.int() })

export const checksumLine = (sha256: string, name: string) => `${sha256}  ${name}\n`
