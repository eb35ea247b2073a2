// A book's back cover.

import { seeded } from '../../server/demo/random.ts'
import { ink, paletteOf } from './colours.ts'
import { type CoverText, fullPage, splitTitle } from './layout.ts'
import { fitText, paragraph } from './paragraphs.ts'
import { block, flower, rule } from './patterns.ts'
import { textLine } from './text.ts'

/** Looks like a barcode; a scanner reads nothing in it. */
function barcode(digits: string, x: number, y: number): string {
  const random = seeded(`bars ${digits}`)
  const drawn: string[] = []
  for (let at = 14; at < 216; ) {
    const width = random.pick([2, 2, 4, 6])
    drawn.push(block({ x: x + at, y: y + 14, width, height: 74 }, ink))
    at += width + random.pick([2, 3, 5])
  }
  const number = textLine(digits, x + 115, y + 110, {
    face: 'sans',
    size: 17,
    tracking: 0.06,
    fill: ink,
    align: 'centre',
  })
  return block({ x, y, width: 230, height: 122 }, '#FFFFFF') + drawn.join('') + number
}

/** The description in the cover's colours, and the ISBN where it is known. */
export function drawBackCover({
  title,
  author,
  branch,
  about,
  isbn,
}: CoverText & { about: string; isbn: string | undefined }): string {
  const palette = paletteOf(branch)
  const random = seeded(`back ${title} ${author}`)
  const light = random.chance(0.5)
  const [background, type] = light ? [palette.pale, ink] : [palette.background, palette.text]
  const name = paragraph(
    fitText(
      splitTitle(title).main,
      { width: 640, maxLines: 3, sizes: [52, 46, 40] },
      { face: 'serifBold' },
    ),
    80,
    180,
    {
      face: 'serifBold',
      fill: type,
    },
  )
  const text = paragraph(
    fitText(about, { width: 640, maxLines: 9, sizes: [54, 50, 46, 42, 38, 34] }, { face: 'serif' }),
    80,
    name.end + 96,
    { face: 'serif', fill: type },
    1.42,
  )
  return [
    block(fullPage, background),
    rule(80, 92, 96, palette.accent, 8),
    name.svg,
    text.svg,
    textLine(branch.toUpperCase(), 80, 1118, {
      face: 'sansBold',
      size: 20,
      tracking: 0.14,
      fill: type,
    }),
    isbn === undefined ? flower(676, 1068, 54, palette.accent, 10) : barcode(isbn, 500, 1010),
  ].join('')
}
