// Removes photos that nothing shows. The storage may take a minute to fail, so no transaction waits
// for files: the row is marked, the files are deleted, then the row is deleted. If the process ends
// in between, the next cleanup finds the mark and continues. An upload of the same photo waits for
// its removal.
import type { Kysely } from 'kysely'
import { photoWidths } from '#contract/common/photos.ts'
import type { Tables } from '#db/tables.ts'
import { transact } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/operations/log.ts'
import { logFailure } from '#server/platform/operations/unavailable.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import {
  abandonRemoval,
  deleteRemovedPhoto,
  findExpiredPhotos,
  markExpired,
  markUnused,
  photoFile,
} from './store.ts'

/** How many rows the cleanup checks in one query, which takes a few milliseconds. */
const cleanupBatchSize = 500

/** After this time, photos that nothing shows are deleted. */
const unusedPhotoMs = 86_400_000

type RemovalContext = { db: Kysely<Tables>; storage: Storage }
type CleanupContext = RemovalContext & { log: Pick<Log, 'error'> }

async function removeMarked(
  { db, storage }: RemovalContext,
  hash: string,
  markedAt: Date,
): Promise<void> {
  // Waits for all files, so that no file is stored again while another one is still being deleted.
  const results = await Promise.allSettled(
    photoWidths.map((width) => storage.remove(photoFile(hash, width))),
  )
  const failure = results.find((result) => result.status === 'rejected')
  if (!failure) return transact(db, (db) => deleteRemovedPhoto(db, hash, markedAt))
  await abandonRemoval(db, hash, markedAt)
  throw failure.reason
}

/**
 * Removes photos that an upload stored at `storedAt`, unless something shows them or they were
 * uploaded again.
 */
export async function removeUnusedPhotos(
  context: RemovalContext,
  hashes: string[],
  storedAt: Date,
  now: Date,
): Promise<void> {
  for (const hash of hashes)
    if (await markUnused(context.db, hash, storedAt, now)) await removeMarked(context, hash, now)
}

/**
 * Checks a batch of photos after the hash `after`, and removes those that nothing has shown for a
 * day. Returns where the next batch starts; undefined at the end or after an abort.
 */
export async function removeExpiredPhotos(
  { log, ...context }: CleanupContext,
  now: Date,
  { after = '', signal }: { after?: string; signal?: AbortSignal } = {},
): Promise<string | undefined> {
  const before = new Date(now.getTime() - unusedPhotoMs)
  const { last, expired } = await findExpiredPhotos(context.db, {
    after,
    limit: cleanupBatchSize,
    before,
    now,
  })
  for (const hash of expired) {
    if (signal?.aborted) return undefined
    if (!(await markExpired(context.db, hash, before, now))) continue
    await removeMarked(context, hash, now).catch(
      logFailure(log, 'a picture could not be removed', { hash }),
    )
  }
  return last
}
