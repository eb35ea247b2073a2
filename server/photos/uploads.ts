// How uploaded pictures are taken in: under the quotas of whoever brings them, and given back where they aren't needed.
import type { Kysely } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import { transact } from '#server/platform/db.ts'
import type { Upload } from '#server/platform/forms.ts'
import { newId } from '#server/platform/ids.ts'
import { quotaStart, refuseUntil } from '#server/platform/limits.ts'
import type { Parts } from '#server/platform/parts.ts'
import type { Tables } from '#server/platform/tables.ts'
import { type Picture, readPicture } from './pictures.ts'
import { type Uploader, uploadQuotas } from './rules.ts'
import {
  countKeptBytes,
  findNthUpload,
  findUploaded,
  insertPhotos,
  insertUploads,
  lockUploads,
  photoFile,
  removeUnshown,
  updateUpload,
} from './store.ts'

type Given = Pick<Parts, 'db' | 'storage' | 'config' | 'log' | 'now'>
type Stored = { hashes: string[]; fresh: string[]; uploads: string[]; storedAt: Date }

const daySeconds = 86_400
/** What is taken off a book is gone a day later. */
const storageFull = () => new Refusal('storage_full', { retryAfter: daySeconds })

/** Enters the uploads before they are worked on, so that many at once can't slip past the quotas; gives their ids. */
function reserve(db: Kysely<Tables>, { personId, kind }: Uploader, count: number, { isLimited, now }: { isLimited: boolean; now: Date }) {
  return transact(db, async (db) => {
    await lockUploads(db, personId)
    if (isLimited) {
      const { pictures, bytes } = uploadQuotas[kind]
      const quota = { most: pictures, seconds: daySeconds, code: 'too_many_uploads' } as const
      refuseUntil(quota, await findNthUpload(db, personId, pictures - count + 1, quotaStart(quota, now)), now)
      if ((await countKeptBytes(db, personId)) >= bytes) throw storageFull()
    }
    const ids = Array.from({ length: count }, () => newId(now.getTime()))
    await insertUploads(
      db,
      ids.map((id) => ({ id, personId, now })),
    )
    return ids
  })
}

/** Enters pictures that are ready to be kept, and what they take up; gives the hashes of those that are new here. */
function enter(
  db: Kysely<Tables>,
  { personId, kind }: Uploader,
  pictures: (Picture & { id: string })[],
  { isLimited, now }: { isLimited: boolean; now: Date },
) {
  return transact(db, async (db) => {
    await lockUploads(db, personId)
    const counted = await findUploaded(
      db,
      personId,
      pictures.map(({ hash }) => hash),
    )
    const entries = pictures.map(({ id, hash, files }) => {
      const bytes = counted.has(hash) ? 0 : files.reduce((sum, file) => sum + file.bytes.length, 0)
      counted.add(hash)
      return { id, hash, bytes }
    })
    const added = entries.reduce((sum, { bytes }) => sum + bytes, 0)
    if (isLimited && added > 0 && (await countKeptBytes(db, personId)) + added > uploadQuotas[kind].bytes) throw storageFull()
    const fresh = await insertPhotos(db, pictures, now)
    for (const { id, ...stored } of entries) await updateUpload(db, id, stored)
    return fresh
  })
}

/**
 * Encodes uploaded pictures and keeps them, their hashes in order. They stay a day even if nothing comes to show them.
 * Throws too_many_uploads and storage_full, with Retry-After; image_unreadable or too_large, with the picture's position in
 * `fields` (`images.0`).
 */
async function store({ db, storage, config, now }: Given, uploader: Uploader, uploads: Upload[]): Promise<Stored> {
  const storedAt = now()
  if (uploads.length === 0) return { hashes: [], fresh: [], uploads: [], storedAt }
  const isLimited = config.rateLimit
  const ids = await reserve(db, uploader, uploads.length, { isLimited, now: storedAt })
  const pictures: (Picture & { id: string })[] = []
  // One after the other: others have their turn between them, and the first bad one ends it.
  for (const [position, { field, bytes }] of uploads.entries()) {
    const picture = await readPicture(bytes).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      throw new Refusal(error.code, { fields: { [`${field}.${position}`]: error.message } })
    })
    pictures.push({ ...picture, id: ids[position] ?? '' })
  }
  const enteredAt = now()
  const fresh = await enter(db, uploader, pictures, { isLimited, now: enteredAt })
  // After the rows, never before: a sweep removes the files of a row it has locked.
  for (const { hash, files } of pictures) await Promise.all(files.map(({ width, bytes }) => storage.write(photoFile(hash, width), bytes)))
  return { hashes: pictures.map(({ hash }) => hash), fresh, uploads: ids, storedAt: enteredAt }
}

/**
 * Keeps uploaded pictures and runs `work` with their hashes, in order; where it fails, those that nothing shows are removed
 * at once. Throws what `store` throws. Never call it inside a transaction.
 */
export async function withPictures<T>(
  parts: Given,
  uploader: Uploader,
  uploads: Upload[],
  work: (hashes: string[]) => Promise<T>,
): Promise<T> {
  const stored = await store(parts, uploader, uploads)
  try {
    return await work(stored.hashes)
  } catch (error) {
    // What can't be removed now, the sweep removes a day later.
    await removeUnshown(parts, { ...stored, hashes: stored.fresh }).catch((fault: unknown) =>
      parts.log.error({ error: fault }, 'pictures stay for a day'),
    )
    throw error
  }
}
