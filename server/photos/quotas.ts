// Uploads count before they are worked on, and what they take up before it is kept.
import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { transact } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { enforceQuotaUntil, quotaWindowStart } from '#server/platform/limits/quotas.ts'
import type { Picture } from './pictures.ts'
import { type Uploader, uploadQuotas } from './rules.ts'
import {
  countStoredBytes,
  findNthUpload,
  findUploaded,
  insertPhotos,
  insertUploads,
  lockUploads,
  updateUpload,
} from './store.ts'

const daySeconds = 86_400
/** What is taken off a book is gone a day later. */
const storageFull = () => new AppError('storage_full', { retryAfter: daySeconds })

/** Enters the uploads before they are worked on, so that many at once can't slip past the quotas; gives their ids. */
export function reserveUploads(
  db: Kysely<Tables>,
  { personId, kind }: Uploader,
  count: number,
  { isLimited, now }: { isLimited: boolean; now: Date },
) {
  return transact(db, async (db) => {
    await lockUploads(db, personId)
    if (isLimited) {
      const { pictures, bytes } = uploadQuotas[kind]
      const quota = { max: pictures, seconds: daySeconds, code: 'too_many_uploads' } as const
      enforceQuotaUntil(
        quota,
        await findNthUpload(db, personId, pictures - count + 1, quotaWindowStart(quota, now)),
        now,
      )
      if ((await countStoredBytes(db, personId)) >= bytes) throw storageFull()
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
export function recordUploads(
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
    if (
      isLimited &&
      added > 0 &&
      (await countStoredBytes(db, personId)) + added > uploadQuotas[kind].bytes
    )
      throw storageFull()
    const fresh = await insertPhotos(db, pictures, now)
    for (const { id, ...stored } of entries) await updateUpload(db, id, stored)
    return fresh
  })
}
