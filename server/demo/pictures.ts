import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { photoWidths } from '#contract/books/photos.ts'
import { insertPhotos, photoFile } from '#server/photos/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { pictureFolder } from './book-pictures.ts'

type Photo = { hash: string; width: number; height: number }

async function storeFiles(storage: Storage, file: string): Promise<Photo> {
  const source = await readFile(new URL(file, pictureFolder))
  const { width, height } = await sharp(source).metadata()
  const files = await Promise.all(
    photoWidths.map(async (photoWidth) => {
      // With few colours, the source is smaller than a lossy copy of three quarters of its width.
      if (photoWidth >= 0.75 * width) return { photoWidth, bytes: source }
      // The lowest effort, because somebody waits for the first start. Each width is decoded anew,
      // because the decoder makes a small picture faster than a large one.
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
  // Three at a time keep two cores busy while files are read and written.
  await Promise.all([work(), work(), work()])
  await insertPhotos(db, [...photos.values()], now)
  return new Map([...photos].map(([file, { hash }]) => [file, hash]))
}
