import type { FileHandle } from 'node:fs/promises'
import { photoWidths } from '#contract/books/photos.ts'
import { photoFile } from '#server/photos/store.ts'
import { StartupError } from '#server/platform/operations/config.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { type Manifest, photoEntry, photoFileOf } from './format.ts'
import { photosAtOnce } from './policy.ts'
import { readContents } from './read-archive.ts'
import type { SqlSession } from './sql-session.ts'
import type { ArchiveWriter } from './write-archive.ts'

/**
 * Writes the hashes of all photos to a file: of millions they don't go into memory. Throws a
 * StartupError if it can't be written.
 */
export async function listPhotos({ query, exec }: SqlSession, list: FileHandle): Promise<void> {
  await exec(
    'declare photo_hashes no scroll cursor for select hash from photos order by hash collate "C"',
  )
  async function* hashes() {
    for (;;) {
      const rows = await query<{ hash: string }>('fetch 10000 from photo_hashes')
      if (rows.length === 0) return
      yield rows.map(({ hash }) => `${hash}\n`).join('')
    }
  }
  await list.writeFile(hashes()).catch((error: NodeJS.ErrnoException) => {
    if (error.syscall === undefined) throw error
    throw new StartupError(`The list of photos can’t be written: ${error.message}`)
  })
}

async function* inGroups<T>(source: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let group: T[] = []
  for await (const one of source)
    if (group.push(one) === size) {
      yield group
      group = []
    }
  if (group.length > 0) yield group
}

/**
 * Adds the files of the photos that `listPhotos` has listed. Those whose files aren't all there are
 * being uploaded or removed, so nothing shows them; or the storage has lost them.
 */
export async function addPhotos(
  archive: ArchiveWriter,
  storage: Storage,
  list: FileHandle,
): Promise<Manifest['photos']> {
  const added = { files: 0, bytes: 0, incomplete: 0 }
  const hashes = list.readLines({ start: 0, autoClose: false })
  for await (const group of inGroups(hashes, photosAtOnce)) {
    const photos = await Promise.all(
      group.map((hash) =>
        Promise.all(
          photoWidths.map(async (width) => {
            const file = photoFile(hash, width)
            return { file, bytes: await storage.read(file) }
          }),
        ),
      ),
    )
    for (const files of photos) {
      if (files.some(({ bytes }) => bytes === undefined)) added.incomplete++
      for (const { file, bytes } of files)
        if (bytes) {
          await archive.add(photoEntry(file), bytes)
          added.files++
          added.bytes += bytes.length
        }
    }
  }
  return added
}

/** Writes all photos of a backup to a storage. */
export async function restorePhotos(file: string, storage: Storage): Promise<void> {
  const writing = new Set<Promise<void>>()
  for await (const { name, bytes } of readContents(file)) {
    const photo = photoFileOf(name)
    if (photo === undefined) continue
    const written = storage.write(photo, bytes).then(() => void writing.delete(written))
    // One that fails stays among them, so that the next wait ends with its error.
    written.catch(() => {})
    writing.add(written)
    if (writing.size === photosAtOnce) await Promise.race(writing)
  }
  await Promise.all(writing)
}

const hashOf = (photo: string) => photo.slice(0, photo.lastIndexOf('-'))

async function* photosIn(names: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const name of names) if (photoFileOf(photoEntry(name)) !== undefined) yield name
}

async function* photoHashesOf(file: string): AsyncGenerator<string> {
  for await (const { name } of readContents(file)) {
    const photo = photoFileOf(name)
    if (photo !== undefined) yield hashOf(photo)
  }
}

/** A photo in the storage that isn't in the backup, if there is one; both are sorted. */
export async function findOtherPhoto(storage: Storage, file: string): Promise<string | undefined> {
  const hashes = photoHashesOf(file)
  let current: IteratorResult<string> | undefined
  try {
    for await (const photo of photosIn(storage.list())) {
      current ??= await hashes.next()
      while (!current.done && current.value < hashOf(photo)) current = await hashes.next()
      if (current.value !== hashOf(photo)) return photo
    }
  } finally {
    await hashes.return(undefined)
  }
}

/** Removes the photos that the restored tables don't name. */
export async function removeOtherPhotos({ query }: SqlSession, storage: Storage): Promise<void> {
  for await (const photos of inGroups(photosIn(storage.list()), 1000)) {
    const rows = await query<{ hash: string }>('select hash from photos where hash = any($1)', [
      [...new Set(photos.map(hashOf))],
    ])
    const known = new Set(rows.map(({ hash }) => hash))
    for (const photo of photos) if (!known.has(hashOf(photo))) await storage.remove(photo)
  }
}
