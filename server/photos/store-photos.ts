import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#contract/common/error-catalog.ts'
import { truncate } from '#contract/common/truncate.ts'
import { withoutInvisible } from '#contract/common/typed-text.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Upload } from '#server/platform/http/requests/uploaded-files.ts'
import { createQueue } from '#server/platform/limits/queue.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import type { EncodedPhoto } from './encoding/encode-photo.ts'
import { encodePhoto } from './encoding/queue-encoding.ts'
import { recordUploads, reserveUploads, type Uploader } from './quotas.ts'
import { removeUnusedPhotos } from './removal.ts'
import { PhotoBeingRemovedError, photoFile } from './store.ts'
import { deleteUploads } from './uploads.ts'

/**
 * How often an upload checks whether the same photo is still being removed, and how long it waits
 * between checks.
 */
const removalWait = { maxTries: 100, pauseMs: 100 } as const

type PhotoContext = Pick<AppContext, 'db' | 'storage' | 'config' | 'log' | 'now'>

/**
 * Waits until none of the photos is being removed, then records them. Throws like `recordUploads`,
 * and UnavailableError after ten seconds.
 */
async function recordUploadsAfterRemoval(
  ...args: Parameters<typeof recordUploads>
): ReturnType<typeof recordUploads> {
  for (let tries = 1; ; tries++) {
    try {
      return await recordUploads(...args)
    } catch (error) {
      if (!(error instanceof PhotoBeingRemovedError) || tries === removalWait.maxTries) throw error
    }
    await sleep(removalWait.pauseMs)
  }
}

/** Encodes one photo per account at a time, so that one account can't delay others. */
const queueByAccount = createQueue(1)

/** `source` is a path, or the photo's bytes. */
type Photo = Pick<Upload, 'field' | 'source' | 'name'> & { size?: number }

const emptyFile = 'This file is empty. Please choose another picture.'
const maxShownName = 60
const shortName = (name: string) => truncate(withoutInvisible(name), maxShownName)

/** Throws the AppError of the first unusable photo, with its file name. */
async function encodeAll(uploads: readonly Photo[], accountId: string): Promise<EncodedPhoto[]> {
  const photos: EncodedPhoto[] = []
  for (const [index, { field, source, name, size }] of uploads.entries()) {
    const photo = await queueByAccount(accountId, () => encodePhoto(source)).catch(
      (error: unknown) => {
        if (!(error instanceof AppError)) throw error
        const reason = size === 0 ? emptyFile : error.message
        const message = name ? `${shortName(name)}: ${reason}` : reason
        throw new AppError(error.code, { message, fields: { [`${field}.${index}`]: message } })
      },
    )
    photos.push(photo)
  }
  return photos
}

/**
 * Gives a private photo a random name, because a public copy of the same photo would have the name
 * made from its hash.
 */
const withPrivateName = (photo: EncodedPhoto): EncodedPhoto => ({
  ...photo,
  hash: `${randomBytes(32).toString('hex')}-private`,
})

/**
 * Waits for all files, even if one fails, because none may still be written when the caller removes
 * them.
 */
async function writeFiles(storage: Storage, { hash, files }: EncodedPhoto): Promise<void> {
  const results = await Promise.allSettled(
    files.map(({ width, bytes }) => storage.write(photoFile(hash, width), bytes)),
  )
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

type StoredUpload = {
  accountId: string
  newHashes: string[]
  ownNewHashes: string[]
  storedAt: Date
}

async function undoUpload(
  { db, storage, log, now }: PhotoContext,
  { accountId, newHashes, ownNewHashes, storedAt }: StoredUpload,
): Promise<void> {
  try {
    await deleteUploads(db, accountId, ownNewHashes, storedAt)
    await removeUnusedPhotos({ db, storage }, newHashes, storedAt, now())
  } catch (error) {
    log.error({ error }, 'pictures of a failed upload stay for a while')
  }
}

/**
 * Encodes and stores uploaded photos, then runs `work` with their hashes, in order. If anything
 * fails, photos that nothing shows are removed immediately. Private photos get random names, and
 * only the feature they belong to serves them. Don't call this inside a transaction. Throws
 * too_many_uploads and storage_full with Retry-After; image_unreadable, too_large or heic_too_large
 * with the photo's index in `fields` (`images.0`); and UnavailableError.
 */
export async function withStoredPhotos<T>(
  context: PhotoContext,
  uploader: Uploader,
  uploads: readonly Photo[],
  work: (hashes: string[]) => Promise<T>,
  { isPrivate = false } = {},
): Promise<T> {
  if (uploads.length === 0) return work([])
  const { db, storage, config, now } = context
  const { accountId } = uploader
  const isLimited = config.rateLimit
  if (isLimited) await reserveUploads(db, uploader, uploads.length, now())
  const encoded = await encodeAll(uploads, accountId)
  const photos = isPrivate ? encoded.map(withPrivateName) : encoded
  const storedAt = now()
  const options = { isLimited, now: storedAt }
  const recorded = await recordUploadsAfterRemoval(db, uploader, photos, options)
  try {
    // Files are written after the rows, because a removal marks the row first and then deletes the
    // files.
    for (const photo of photos) await writeFiles(storage, photo)
    return await work(photos.map(({ hash }) => hash))
  } catch (error) {
    await undoUpload(context, { accountId, ...recorded, storedAt })
    throw error
  }
}
