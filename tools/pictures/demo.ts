// npm run demo:covers: draws the demo market's pictures into server/demo/pictures.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { makeAccounts } from '../../server/demo/accounts.ts'
import { type BookPicture, pictureFolder, picturesOf } from '../../server/demo/book-pictures.ts'
import { readCatalogue } from '../../server/demo/catalogue.ts'
import { makeListings } from '../../server/demo/listings.ts'
import { drawBackCover } from './back-cover.ts'
import { drawCover } from './cover.ts'
import { drawInsidePage } from './inside-page.ts'
import { drawTitlePage } from './title-page.ts'

const widthsInPixels = {
  cover: 640,
  'back cover': 480,
  'title page': 480,
  'inside page': 480,
} as const

/** Every picture that a listing of the demo market shows, each file once. */
export async function demoPictures(): Promise<BookPicture[]> {
  const now = new Date()
  const { sellers } = await makeAccounts(now, async () => '', [])
  const pictures = makeListings(readCatalogue(), sellers, now).flatMap(picturesOf)
  return [...new Map(pictures.map((picture) => [picture.file, picture])).values()]
}

function draw(picture: BookPicture): string {
  switch (picture.kind) {
    case 'cover':
      return drawCover(picture.title)
    case 'back cover':
      return drawBackCover(picture.title)
    case 'title page':
      return drawTitlePage({ ...picture.title, isUsed: picture.isUsed })
    case 'inside page':
      return drawInsidePage(picture.branch, picture.isMarked)
  }
}

export async function encode(picture: BookPicture): Promise<Buffer> {
  const width = widthsInPixels[picture.kind]
  const source = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${width * 1.5}" viewBox="0 0 800 1200">${draw(picture)}</svg>`
  const image = sharp(Buffer.from(source)).removeAlpha()
  // Covers have few colours: 16 without loss are half as large as the lossy encoding, and sharper.
  // The shadow on inner pages needs more, and would show steps.
  if (picture.kind === 'title page' || picture.kind === 'inside page')
    return image.webp({ quality: 78, effort: 6 }).toBuffer()
  const reduced = await image.png({ palette: true, colours: 16, dither: 0 }).toBuffer()
  return sharp(reduced).webp({ lossless: true, effort: 6 }).toBuffer()
}

async function drawAll(): Promise<void> {
  const pictures = await demoPictures()
  await rm(pictureFolder, { recursive: true, force: true })
  for (const { file } of pictures)
    await mkdir(new URL('.', new URL(file, pictureFolder)), { recursive: true })
  let bytes = 0
  for (const picture of pictures) {
    const encoded = await encode(picture)
    bytes += encoded.length
    await writeFile(new URL(picture.file, pictureFolder), encoded)
  }
  console.log(`${pictures.length} pictures, ${(bytes / 1e6).toFixed(1)} MB`)
}

if (import.meta.main) await drawAll()
