// How uploaded pictures are taken in: under the quotas of whoever brings them, and given back where they aren't needed.
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#contract/errors.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { transact } from '#server/platform/database/database.ts'
import type { Upload } from '#server/platform/http/request-body.ts'
import { createFairQueue } from '#server/platform/limits/fair-queue.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { type Picture, readPicture } from './pictures.ts'
import { recordUploads, reserveUploads } from './quotas.ts'
import { removeUnusedPhotos } from './removal.ts'
import type { Uploader } from './rules.ts'
import { lockUploads, photoFile, RemovedPhoto, releaseUploads } from './store.ts'

type Given = Pick<AppContext, 'db' | 'storage' | 'config' | 'log' | 'now'>

/** So often, and after so many milliseconds, an upload asks whether the picture it brings is gone. */
const leaving = { tries: 100, pause: 100 }

/** Enters pictures as soon as none of them is being removed any more; Unavailable after ten seconds. */
async function enterInTurn(...entry: Parameters<typeof recordUploads>): Promise<string[]> {
  for (let tries = 1; ; tries++) {
    try {
      return await recordUploads(...entry)
    } catch (error) {
      if (!(error instanceof RemovedPhoto) || tries === leaving.tries) throw error
    }
    await sleep(leaving.pause)
  }
}

/** Pictures of one person are worked on one at a time, whatever the number of their requests: others have theirs between. */
const perPerson = createFairQueue(1)

/** Encodes uploads, one after the other; the first bad one ends it, its position told. */
async function encodeAll(uploads: Upload[], personId: string): Promise<Picture[]> {
  const pictures: Picture[] = []
  for (const [position, { field, bytes }] of uploads.entries()) {
    const picture = await perPerson(personId, () => readPicture(bytes)).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      throw new AppError(error.code, { fields: { [`${field}.${position}`]: error.message } })
    })
    pictures.push(picture)
  }
  return pictures
}

/** Has ended with all files when one of them fails, so that none appears after they were removed. */
async function writeFiles(storage: Storage, { hash, files }: Picture): Promise<void> {
  const written = await Promise.allSettled(
    files.map(({ width, bytes }) => storage.write(photoFile(hash, width), bytes)),
  )
  for (const one of written) if (one.status === 'rejected') throw one.reason
}

type Stored = { personId: string; ids: string[]; fresh: string[]; storedAt: Date }

/** Takes back what an upload brought in. What can't be removed now, the sweep removes later. */
async function giveBack(
  { db, storage, log, now }: Given,
  { personId, ids, fresh, storedAt }: Stored,
): Promise<void> {
  try {
    await transact(db, async (db) => {
      await lockUploads(db, personId)
      await releaseUploads(db, ids)
    })
    await removeUnusedPhotos({ db, storage }, fresh, storedAt, now())
  } catch (error) {
    log.error({ error }, 'pictures of a failed upload stay for a while')
  }
}

/**
 * Encodes uploaded pictures, keeps them and runs `work` with their hashes, in order. Where keeping or `work` fails, those that
 * nothing shows are taken back at once; else they stay a day even if nothing comes to show them. Throws too_many_uploads and
 * storage_full, with Retry-After; image_unreadable or too_large, with the picture's position in `fields` (`images.0`);
 * Unavailable. Never call it inside a transaction.
 */
export async function withStoredPhotos<T>(
  parts: Given,
  uploader: Uploader,
  uploads: Upload[],
  work: (hashes: string[]) => Promise<T>,
): Promise<T> {
  if (uploads.length === 0) return work([])
  const { db, storage, config, now } = parts
  const isLimited = config.rateLimit
  const ids = await reserveUploads(db, uploader, uploads.length, { isLimited, now: now() })
  const encoded = await encodeAll(uploads, uploader.personId)
  const pictures = encoded.map((picture, position) => ({ ...picture, id: ids[position] ?? '' }))
  const storedAt = now()
  const fresh = await enterInTurn(db, uploader, pictures, { isLimited, now: storedAt })
  try {
    // After the rows, never before: whoever removes a picture has marked its row.
    for (const picture of pictures) await writeFiles(storage, picture)
    return await work(pictures.map(({ hash }) => hash))
  } catch (error) {
    await giveBack(parts, { personId: uploader.personId, ids, fresh, storedAt })
    throw error
  }
}
