import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pictureFolder } from '../../server/demo/book-pictures.ts'
import { demoPictures, encode } from './demo.ts'

const pixels = (file: Buffer) =>
  sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })

test('the pictures in the repository are those that are drawn today', async () => {
  const pictures = await demoPictures()
  const sample = pictures.filter((_, at) => at % 50 === 0)
  expect(new Set(sample.map(({ kind }) => kind)).size).toBeGreaterThan(2)
  for (const picture of sample) {
    const drawn = await pixels(await encode(picture))
    const kept = await pixels(await readFile(new URL(picture.file, pictureFolder)))
    expect(kept.info, picture.file).toEqual(drawn.info)
    // Another processor may round differently; another title or colour is further off than that.
    let difference = 0
    for (const [at, value] of drawn.data.entries())
      difference += Math.abs(value - (kept.data[at] ?? 0))
    expect(difference / drawn.data.length, picture.file).toBeLessThan(0.5)
  }
})
