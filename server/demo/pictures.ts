// The pictures of the demo market's listings: the title's cover, and a back cover and an inside
// page, which many listings share.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { photoWidths } from '#contract/common/photos.ts'
import { insertPhotos, photoFile } from '#server/photos/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import type { Listing } from './listings.ts'
import { seeded } from './random.ts'

export const pictureFolder = new URL('pictures/', import.meta.url)

const backCovers = ['blue', 'green', 'grey', 'lilac', 'rose', 'sand'] as const

const slug = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9\s-]/g, '')
    .trim()
    .replaceAll(/[\s-]+/g, '-')

/** Returns the files of a listing's pictures, relative to `pictureFolder`, cover first. */
export function picturesOf({ book, seller }: Listing): string[] {
  const { title, author, branch, book_type, condition } = book
  const isMarked = condition === 'average' || condition === 'poor'
  const cover = `covers/${slug(`${title} ${author.split(', ')[0]}`)}.webp`
  const inside = `inside-pages/${slug(branch)}${isMarked ? '-marked' : ''}.webp`
  const showsBack = book_type === 'new' || seeded(`leaves ${title} ${seller.name}`).chance(0.35)
  const back = `back-covers/${seeded(`back ${title} ${author}`).pick(backCovers)}.webp`
  return showsBack ? [cover, back, inside] : [cover, inside]
}

type Photo = { hash: string; width: number; height: number }

async function storeFiles(storage: Storage, file: string): Promise<Photo> {
  const source = await readFile(new URL(file, pictureFolder))
  const { width, height } = await sharp(source).metadata()
  const files = await Promise.all(
    photoWidths.map(async (photoWidth) => {
      // The source has few colors, so it is smaller than a lossy copy with at least three quarters
      // of its width.
      if (photoWidth >= 0.75 * width) return { photoWidth, bytes: source }
      // Uses the lowest effort, because somebody waits for the first start. Decodes each width
      // separately, because that is faster for small pictures.
      const bytes = await sharp(source)
        .resize({ width: photoWidth })
        .webp({ quality: 78, effort: 0 })
        .toBuffer()
      return { photoWidth, bytes }
    }),
  )
  const hash = createHash('sha256').update(source).digest('hex')
  await Promise.all(
    files.map(({ photoWidth, bytes }) => storage.write(photoFile(hash, photoWidth), bytes)),
  )
  return { hash, width, height }
}

export async function storePictures(
  db: Db,
  storage: Storage,
  files: ReadonlySet<string>,
  now: Date,
): Promise<Map<string, string>> {
  const photos = new Map<string, Photo>()
  const queue = files.values()
  const work = async () => {
    for (const file of queue) photos.set(file, await storeFiles(storage, file))
  }
  // Three tasks keep two cores busy, because they also read and write files.
  await Promise.all([work(), work(), work()])
  await insertPhotos(db, [...photos.values()], now)
  return new Map([...photos].map(([file, { hash }]) => [file, hash]))
}
