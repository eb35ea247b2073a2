// Photos of listings that an admin hid. Somebody may know their public URLs, so these respond with
// not_found. The seller and admins get the photos in the listing's JSON.
import { sql } from 'kysely'
import { type PhotoWidth, photoHash } from '#contract/common/photos.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { photoFile } from './store.ts'

const withheldCacheSeconds = 60

async function findWithheldPhotos(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ hash: string }>`
    select distinct hidden.hash
    from books join book_photos as hidden on hidden.book_id = books.id
    where books.hidden_at is not null
      and not exists (
        select from book_photos join books as shown on shown.id = book_photos.book_id
        where book_photos.hash = hidden.hash and shown.hidden_at is null)
      and not exists (select from accounts where picture = hidden.hash)
      and not exists (select from orders where book_cover = hidden.hash)`.execute(db)
  return new Set(rows.map(({ hash }) => hash))
}

/**
 * Whether a photo is shown only by hidden listings. It stays public if an order or another listing
 * shows it.
 */
export const isWithheld = async (
  { db, cache }: Pick<AppContext, 'db' | 'cache'>,
  hash: string,
): Promise<boolean> => {
  const withheld = await cache.getOrCompute(
    'withheld photos',
    { topics: ['books'], maxAgeSeconds: withheldCacheSeconds },
    () => findWithheldPhotos(db),
  )
  return withheld.has(hash)
}

const shownWidth: PhotoWidth = 480

/** Returns the photos at these URLs as data URLs. Leaves out missing ones. */
export async function readWithheldPhotos(
  storage: Storage,
  addresses: readonly string[],
): Promise<string[]> {
  const files = await Promise.all(
    addresses.map((address) => storage.read(photoFile(photoHash(address) ?? '', shownWidth))),
  )
  return files.flatMap((bytes) =>
    bytes ? [`data:image/webp;base64,${Buffer.from(bytes).toString('base64')}`] : [],
  )
}
