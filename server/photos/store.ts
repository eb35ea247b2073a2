// The photos table and the files it stands for.
import { type Kysely, sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import { photoWidths } from '#contract/photos.ts'
import { type Db, transact } from '#server/platform/db.ts'
import type { Storage } from '#server/platform/storage.ts'
import type { Tables } from '#server/platform/tables.ts'
import { type Picture, readPicture } from './pictures.ts'

export const photoFile = (hash: string, width: number): string => `${hash}-${width}.webp`

/** Enters pictures, or says of known ones that they are used again; waits for a sweep that is removing one of them. */
export async function insertPhotos(db: Db, pictures: Pick<Picture, 'hash' | 'width' | 'height'>[], now: Date): Promise<void> {
  const rows = new Map(pictures.map(({ hash, width, height }) => [hash, { hash, width, height, used_at: now }]))
  if (rows.size === 0) return
  await db
    .insertInto('photos')
    // In the order of their hashes, so that two uploads of the same pictures can't wait for each other.
    .values([...rows.values()].sort((a, b) => (a.hash < b.hash ? -1 : 1)))
    .onConflict((known) => known.column('hash').doUpdateSet({ used_at: now }))
    .execute()
}

/**
 * Encodes uploaded pictures and keeps them; gives their hashes, in order. They stay a day even if nothing comes to show
 * them. Throws image_unreadable or too_large, with the picture's position in `fields` (`images.0`). Never call it inside
 * a transaction.
 */
export async function storePictures(
  { db, storage, now }: { db: Kysely<Tables>; storage: Storage; now: () => Date },
  uploads: { field: string; bytes: Buffer }[],
): Promise<string[]> {
  const pictures: Picture[] = []
  // One after the other: others have their turn between them, and the first bad one ends it.
  for (const [position, { field, bytes }] of uploads.entries()) {
    const picture = await readPicture(bytes).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      throw new Refusal(error.code, { fields: { [`${field}.${position}`]: error.message } })
    })
    pictures.push(picture)
  }
  await insertPhotos(db, pictures, now())
  // After the rows, never before: a sweep removes the files of a row it has locked.
  for (const { hash, files } of pictures) await Promise.all(files.map(({ width, bytes }) => storage.write(photoFile(hash, width), bytes)))
  return pictures.map(({ hash }) => hash)
}

/** Starts the day after which pictures that nothing shows any more are swept. */
export async function releasePhotos(db: Db, hashes: string[], now: Date): Promise<void> {
  if (hashes.length === 0) return
  const inOrder = db.selectFrom('photos').select('hash').where('hash', 'in', hashes).orderBy('hash').forNoKeyUpdate()
  await db.updateTable('photos').set({ used_at: now }).where('hash', 'in', inOrder).execute()
}

const unused = sql<boolean>`not exists (select from book_photos where book_photos.hash = photos.hash)
  and not exists (select from people where people.picture = photos.hash)
  and not exists (select from orders where orders.book_cover = photos.hash)`

/** Removes pictures that nothing has shown for a day; gives how many. */
export async function sweepPhotos(db: Kysely<Tables>, storage: Storage, now: Date): Promise<number> {
  const before = new Date(now.getTime() - 86_400_000)
  const found = await db.selectFrom('photos').select('hash').where('used_at', '<', before).where(unused).limit(1000).execute()
  let removed = 0
  for (const { hash } of found)
    await transact(db, async (db) => {
      const row = await db
        .deleteFrom('photos')
        .where('hash', '=', hash)
        .where('used_at', '<', before)
        .where(unused)
        .returning('hash')
        .executeTakeFirst()
      if (!row) return
      removed++
      // The one place where a transaction waits for files: an upload of the same picture must find the row locked until
      // they are gone, or it would write them just before they are removed.
      await Promise.all(photoWidths.map((width) => storage.remove(photoFile(hash, width))))
    })
  return removed
}
