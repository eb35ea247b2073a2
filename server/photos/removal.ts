// How pictures go that nothing shows any more. A store may take a minute to say that it can't be reached, so no transaction
// waits for files: the row is marked, the files go, the row goes. Whatever ends the process in between, the mark stays, and the
// next sweep goes on from it; an upload of the same picture waits for the end, and then enters and writes it anew.
import type { Kysely } from 'kysely'
import { photoWidths } from '#contract/photos.ts'
import { transact } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Log } from '#server/platform/operations/log.ts'
import { isUnavailable } from '#server/platform/operations/unavailable.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import {
  abandonRemoval,
  deleteExpiredUploads,
  deleteRemovedPhoto,
  findExpired,
  markExpired,
  markUnused,
  photoFile,
} from './store.ts'

type Stores = { db: Kysely<Tables>; storage: Storage }
type Swept = Stores & { log: Pick<Log, 'error'> }

const dayMs = 86_400_000

/** Removes the files of a picture that was marked at `leavingAt`, and then its row. */
async function removeMarked({ db, storage }: Stores, hash: string, leavingAt: Date): Promise<void> {
  // All of them have ended, one way or the other, before anybody else may write them.
  const removed = await Promise.allSettled(
    photoWidths.map((width) => storage.remove(photoFile(hash, width))),
  )
  const failed = removed.find((one) => one.status === 'rejected')
  // Anew where it got in the way of another: the sums of several people change with a picture that all of them uploaded.
  if (!failed) return transact(db, (db) => deleteRemovedPhoto(db, hash, leavingAt))
  await abandonRemoval(db, hash, leavingAt)
  throw failed.reason
}

/** Removes pictures that one upload brought in at `storedAt`, unless they are shown or somebody else has uploaded them too. */
export async function removeUnusedPhotos(
  stores: Stores,
  hashes: string[],
  storedAt: Date,
  now: Date,
): Promise<void> {
  for (const hash of hashes)
    if (await markUnused(stores.db, hash, storedAt, now)) await removeMarked(stores, hash, now)
}

/** So many rows are looked at in one go, which takes a few milliseconds. */
const sweepBatch = 500

/**
 * Looks through some pictures, from the one after `after` on, and removes those that nothing has shown for a day. Gives
 * where to go on, and undefined at the end. Between two pictures others have their turn at the database, and an aborted
 * `signal` is heard.
 */
export async function removeExpiredPhotos(
  { log, ...stores }: Swept,
  now: Date,
  { after = '', signal }: { after?: string; signal?: AbortSignal } = {},
): Promise<string | undefined> {
  const before = new Date(now.getTime() - dayMs)
  const { last, over } = await findExpired(stores.db, { after, max: sweepBatch, before, now })
  for (const hash of over) {
    if (signal?.aborted) return undefined
    if (!(await markExpired(stores.db, hash, before, now))) continue
    await removeMarked(stores, hash, now).catch((error: unknown) => {
      // Of one that its store doesn't give up the others don't suffer.
      if (isUnavailable(error)) throw error
      log.error({ error, hash }, 'a picture could not be removed')
    })
  }
  if (last === undefined) await deleteExpiredUploads(stores.db, before)
  return last
}
