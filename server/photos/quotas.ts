import type { Kysely } from 'kysely'
import { AppError } from '#contract/common/errors.ts'
import { transact } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { enforceQuotaUntil, quotaWindowStart } from '#server/platform/limits/quotas.ts'
import type { EncodedPhoto } from './encode-photo.ts'
import { type UploaderKind, uploadQuotaSeconds, uploadQuotas } from './policy.ts'
import { insertPhotos } from './store.ts'
import {
  countStoredBytes,
  findNthUpload,
  findUploadedHashes,
  insertUploads,
  lockUploads,
  updateUpload,
} from './uploads.ts'

export type Uploader = { personId: string; kind: UploaderKind }

/** Retry-After is a day: that is when photos taken off a book are deleted. */
const storageFull = () => new AppError('storage_full', { retryAfter: uploadQuotaSeconds })

/**
 * Counts uploads before they are encoded, so that many at once can't get past the quotas; returns
 * ids.
 */
export function reserveUploads(
  db: Kysely<Tables>,
  { personId, kind }: Uploader,
  count: number,
  { isLimited, now }: { isLimited: boolean; now: Date },
) {
  return transact(db, async (db) => {
    await lockUploads(db, personId)
    if (isLimited) {
      const { photos, bytes } = uploadQuotas[kind]
      const quota = { max: photos, seconds: uploadQuotaSeconds, code: 'too_many_uploads' } as const
      enforceQuotaUntil(
        quota,
        await findNthUpload(db, personId, photos - count + 1, quotaWindowStart(quota, now)),
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

/** Saves encoded photos and their sizes; returns the hashes of those that weren't stored before. */
export function recordUploads(
  db: Kysely<Tables>,
  { personId, kind }: Uploader,
  photos: (EncodedPhoto & { id: string })[],
  { isLimited, now }: { isLimited: boolean; now: Date },
) {
  return transact(db, async (db) => {
    await lockUploads(db, personId)
    const countedHashes = await findUploadedHashes(
      db,
      personId,
      photos.map(({ hash }) => hash),
    )
    const uploads = photos.map(({ id, hash, files }) => {
      const size = files.reduce((sum, file) => sum + file.bytes.length, 0)
      const bytes = countedHashes.has(hash) ? 0 : size
      countedHashes.add(hash)
      return { id, hash, bytes }
    })
    const addedBytes = uploads.reduce((sum, { bytes }) => sum + bytes, 0)
    if (
      isLimited &&
      addedBytes > 0 &&
      (await countStoredBytes(db, personId)) + addedBytes > uploadQuotas[kind].bytes
    )
      throw storageFull()
    const newHashes = await insertPhotos(db, photos, now)
    for (const { id, ...stored } of uploads) await updateUpload(db, id, stored)
    return newHashes
  })
}
