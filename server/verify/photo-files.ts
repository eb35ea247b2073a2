// Compares photos with their files. Both can change during the check: a row is written before its
// files and deleted after them. Each suspected fault is therefore checked again.
import { sql } from 'kysely'
import { photoWidths } from '#contract/common/photos.ts'
import { shownPhotos } from '#server/photos/invariants.ts'
import { photoFile } from '#server/photos/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Storage } from '#server/platform/storage/storage.ts'

type PhotoRow = { hash: string; is_shown: boolean }

const batchSize = 1000
const fileName = /^([0-9a-f]{64}(?:-private)?)-\d+\.webp$/

async function* readPhotos(db: Db): AsyncGenerator<PhotoRow> {
  for (let last = ''; ; ) {
    const { rows } = await sql<PhotoRow>`
      select hash, exists (select from ${shownPhotos} as shown where shown.hash = batch.hash) as is_shown
      from (select hash from photos where hash > ${last} order by hash limit ${batchSize}) as batch
      order by hash`.execute(db)
    yield* rows
    const next = rows.at(-1)
    if (!next) return
    last = next.hash
  }
}

async function* readFiles(storage: Storage): AsyncGenerator<{ hash: string; name: string }> {
  for await (const name of storage.list()) {
    const hash = fileName.exec(name)?.[1]
    if (hash !== undefined) yield { hash, name }
  }
}

async function compare(db: Db, storage: Storage) {
  const unknownFiles: string[] = []
  const incompletePhotos: string[] = []
  const photos = readPhotos(db)
  let files = 0
  let photo = await photos.next()
  const finishPhoto = async () => {
    if (photo.done) return
    const { hash, is_shown } = photo.value
    if (is_shown && files < photoWidths.length) incompletePhotos.push(hash)
    files = 0
    photo = await photos.next()
  }
  for await (const { hash, name } of readFiles(storage)) {
    while (!photo.done && photo.value.hash < hash) await finishPhoto()
    if (!photo.done && photo.value.hash === hash) files++
    else unknownFiles.push(name)
  }
  while (!photo.done) await finishPhoto()
  return { unknownFiles, incompletePhotos }
}

const hashOf = (name: string) => fileName.exec(name)?.[1] ?? ''

async function findPhotos(db: Db, hashes: string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set()
  const rows = await db.selectFrom('photos').select('hash').where('hash', 'in', hashes).execute()
  return new Set(rows.map(({ hash }) => hash))
}

/** Finds files without a photo, and shown photos that lack a file. Throws UnavailableError. */
export async function findPhotoFileFaults(
  db: Db,
  storage: Storage,
): Promise<{ unknownFiles: string[]; incompletePhotos: string[] }> {
  const first = await compare(db, storage)
  const unknownFiles: string[] = []
  const incompletePhotos: string[] = []
  const stored = await findPhotos(db, first.unknownFiles.map(hashOf))
  for (const name of first.unknownFiles)
    if (!stored.has(hashOf(name)) && (await storage.read(name))) unknownFiles.push(name)
  const stillStored = await findPhotos(db, first.incompletePhotos)
  for (const hash of first.incompletePhotos) {
    const files = await Promise.all(
      photoWidths.map((width) => storage.read(photoFile(hash, width))),
    )
    if (stillStored.has(hash) && files.includes(undefined)) incompletePhotos.push(hash)
  }
  return { unknownFiles, incompletePhotos }
}
