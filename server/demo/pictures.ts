// Prints drawings into the photo storage, in the format of uploads: WebP in three widths, named by its content's hash.
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { photoWidths } from '#contract/photos.ts'
import { insertPhotos, photoFile } from '#server/photos/store.ts'
import type { Db } from '#server/platform/db.ts'
import type { Storage } from '#server/platform/storage.ts'

/** Drawings are 2:3 and printed in this width, so the widest copy of a picture has it too. */
const printed = { width: 640, height: 960 }

const svg = (body: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${printed.width}" height="${printed.height}" viewBox="0 0 800 1200">${body}</svg>`,
  )

export type Print = { hash: string; width: number; height: number }

/** Prints one drawing (SVG in 800 x 1200 units) and keeps its files; the database isn't told yet. */
async function print(storage: Storage, drawing: string): Promise<Print> {
  const { data, info } = await sharp(svg(drawing)).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const files = await Promise.all(
    photoWidths.map(async (width) => ({
      width,
      // The least effort: this is done while somebody waits for the first start.
      bytes: await sharp(data, { raw }).resize({ width, withoutEnlargement: true }).webp({ quality: 78, effort: 0 }).toBuffer(),
    })),
  )
  const hash = createHash('sha256')
  for (const { bytes } of files) hash.update(bytes)
  const name = hash.digest('hex')
  await Promise.all(files.map(({ width, bytes }) => storage.write(photoFile(name, width), bytes)))
  return { hash: name, ...printed }
}

/**
 * Prints named drawings, each once, and enters them as photos; gives the hash of each name. Drawings are made when their
 * turn comes, because all at once would fill the memory.
 */
export async function printAll(
  db: Db,
  storage: Storage,
  drawings: ReadonlyMap<string, () => string>,
  now: Date,
): Promise<Map<string, string>> {
  const prints = new Map<string, Print>()
  const queue = drawings.entries()
  // As many as keep two cores busy while a third is being drawn.
  const printer = async () => {
    for (const [name, draw] of queue) prints.set(name, await print(storage, draw()))
  }
  await Promise.all([printer(), printer(), printer()])
  await insertPhotos(db, [...prints.values()], now)
  return new Map([...prints].map(([name, { hash }]) => [name, hash]))
}
