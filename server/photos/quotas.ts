import type { Kysely } from 'kysely'
import { AppError } from '#contract/common/error-catalog.ts'
import type { Tables } from '#db/tables.ts'
import { transact } from '#server/platform/database/database.ts'
import { consumeQuota } from '#server/platform/limits/quotas.ts'
import type { EncodedPhoto } from './encoding/encode-photo.ts'
import { insertPhotos } from './store.ts'
import { countStoredBytes, insertUploads, lockUploads, uploadKey } from './uploads.ts'

type UploaderKind = 'buyer' | 'student' | 'shop owner'

const mb = 1024 * 1024
const gb = 1024 * mb
export const uploadQuotaSeconds = 86_400

/**
 * How many photos an account can upload per day (including rejected ones, because each is decoded),
 * and how many bytes it can store in all widths. A book has up to 5 photos, usually of 0.3 MB.
 */
export const uploadQuotas: Record<UploaderKind, { photos: number; bytes: number }> = {
  buyer: { photos: 50, bytes: 100 * mb },
  student: { photos: 1_500, bytes: 5 * gb },
  'shop owner': { photos: 15_000, bytes: 100 * gb },
}

export type Uploader = { accountId: string; kind: UploaderKind }

/** Photos removed from a book are deleted after a day, so retrying earlier is useless. */
const storageFull = () => new AppError('storage_full', { retryAfter: uploadQuotaSeconds })

/**
 * Counts uploads before encoding them, so that concurrent ones can't exceed the quotas. Throws
 * too_many_uploads and storage_full.
 */
export async function reserveUploads(
  db: Kysely<Tables>,
  { accountId, kind }: Uploader,
  count: number,
  now: Date,
): Promise<void> {
  const { photos, bytes } = uploadQuotas[kind]
  const quota = { max: photos, seconds: uploadQuotaSeconds, code: 'too_many_uploads' } as const
  await transact(db, async (db) => {
    if ((await countStoredBytes(db, accountId)) >= bytes) throw storageFull()
    await consumeQuota(db, { key: uploadKey(accountId), quota, count }, now)
  })
}

/**
 * Saves encoded photos and their sizes. Returns the hashes of photos that are new to the storage,
 * and of those that are new to this account. Throws storage_full.
 */
export function recordUploads(
  db: Kysely<Tables>,
  { accountId, kind }: Uploader,
  photos: EncodedPhoto[],
  { isLimited, now }: { isLimited: boolean; now: Date },
) {
  const uploads = new Map(
    photos.map(({ hash, files }) => {
      const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0)
      return [hash, { account_id: accountId, hash, bytes, uploaded_at: now }]
    }),
  )
  return transact(db, async (db) => {
    await lockUploads(db, accountId)
    const newHashes = await insertPhotos(db, photos, now)
    const ownNewHashes = await insertUploads(db, [...uploads.values()])
    const isOver = async () => (await countStoredBytes(db, accountId)) > uploadQuotas[kind].bytes
    if (isLimited && ownNewHashes.length > 0 && (await isOver())) throw storageFull()
    return { newHashes, ownNewHashes }
  })
}
