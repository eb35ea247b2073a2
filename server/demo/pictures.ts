// Prints drawings into the photo storage, in the format of uploads: WebP in three widths, named by its content's hash.
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { photoWidths } from '#contract/photos.ts'
import { insertPhotos, photoFile } from '#server/photos/store.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Storage } from '#server/platform/storage/storage.ts'

/** A picture to be: SVG in 800 x 1200 units, made when its turn comes, and the width in pixels it is printed in. */
export type Drawing = { draw: () => string; width: number }

const svg = (body: string, width: number) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${width * 1.5}" viewBox="0 0 800 1200">${body}</svg>`,
  )

type Print = { hash: string; width: number; height: number }

/** Prints one drawing and keeps its files; the database isn't told yet. */
async function print(storage: Storage, drawing: Drawing): Promise<Print> {
  const { data, info } = await sharp(svg(drawing.draw(), drawing.width))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  // The least effort: this is done while somebody waits for the first start.
  const encode = (width: number) =>
    sharp(data, { raw }).resize({ width }).webp({ quality: 78, effort: 0 }).toBuffer()
  // Widths beyond the drawing's own are the same bytes, as they are for small uploads.
  const encoded = new Map<number, Promise<Buffer>>()
  const files = await Promise.all(
    photoWidths.map(async (width) => {
      const size = Math.min(width, drawing.width)
      const bytes = encoded.get(size) ?? encode(size)
      encoded.set(size, bytes)
      return { width, bytes: await bytes }
    }),
  )
  const hash = createHash('sha256')
  for (const { bytes } of files) hash.update(bytes)
  const name = hash.digest('hex')
  await Promise.all(files.map(({ width, bytes }) => storage.write(photoFile(name, width), bytes)))
  return { hash: name, width: info.width, height: info.height }
}

/**
 * Prints named drawings, each once, and enters them as photos; gives the hash of each name.
 */
export async function printAll(
  db: Db,
  storage: Storage,
  drawings: ReadonlyMap<string, Drawing>,
  now: Date,
): Promise<Map<string, string>> {
  const prints = new Map<string, Print>()
  const queue = drawings.entries()
  // As many as keep two cores busy while a third is being drawn.
  const printer = async () => {
    for (const [name, drawing] of queue) prints.set(name, await print(storage, drawing))
  }
  await Promise.all([printer(), printer(), printer()])
  await insertPhotos(db, [...prints.values()], now)
  return new Map([...prints].map(([name, { hash }]) => [name, hash]))
}
