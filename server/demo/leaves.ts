// The pictures beside the cover: a title page with a reader's stamp, and a back cover.
import { hueOf, ink, paper } from './hues.ts'
import { line } from './lettering.ts'
import { block, flower, rule } from './ornaments.ts'
import { fitText, paragraph } from './paragraphs.ts'
import { seeded } from './random.ts'
import { byline, divide, type Printed, whole } from './setting.ts'

export const aged = ['#F8F1E2', '#F5ECD8', '#F1E6CE'] as const

/** The shadow that a page throws into the fold; `side` is where the fold is. */
export const fold = (side: 'left' | 'right'): string => {
  const [from, to] = side === 'left' ? [0, 1] : [1, 0]
  return `<defs><linearGradient id="fold" x1="${from}" x2="${to}" y1="0" y2="0"><stop offset="0" stop-color="#3B2E1A" stop-opacity=".42"/><stop offset=".045" stop-color="#3B2E1A" stop-opacity=".13"/><stop offset=".16" stop-color="#3B2E1A" stop-opacity="0"/></linearGradient></defs><rect width="800" height="1200" fill="url(#fold)"/>`
}

/** The rubber stamp of a book that goes on to its next reader. */
function stamp(x: number, y: number, turn: number, colour: string): string {
  const ring = (radius: number, width: number) =>
    `<circle r="${radius}" fill="none" stroke="${colour}" stroke-width="${width}"/>`
  return [
    `<g transform="translate(${x} ${y}) rotate(${turn})" opacity=".62">`,
    ring(88, 5),
    ring(74, 2),
    line('DOBARA', 0, -8, {
      face: 'sansBold',
      size: 27,
      tracking: 0.06,
      fill: colour,
      align: 'centre',
    }),
    rule(-52, 6, 104, colour, 2),
    line('read once more', 0, 34, { face: 'italic', size: 20, fill: colour, align: 'centre' }),
    '</g>',
  ].join('')
}

/** A book's title page: title, author, year, and a stamp where a used copy has one. */
export function titlePageOf({
  title,
  author,
  branch,
  year,
  isUsed,
}: Printed & { year: number; isUsed: boolean }): string {
  const random = seeded(`title page ${title} ${author}`)
  const hue = hueOf(branch)
  const { main, rest } = divide(title)
  const heading = paragraph(
    fitText(main, { width: 560, lines: 5, sizes: [72, 64, 56, 50, 44, 38] }, { face: 'serif' }),
    410,
    390,
    {
      face: 'serif',
      fill: ink,
      align: 'centre',
    },
  )
  const below = rest === undefined ? { svg: '', end: heading.end } : setRest(rest, heading.end + 62)
  const names = paragraph(
    fitText(byline(author), { width: 520, lines: 3, sizes: [34, 30, 27] }, { face: 'italic' }),
    410,
    below.end + 110,
    {
      face: 'italic',
      fill: ink,
      align: 'centre',
    },
  )
  return [
    block(whole, isUsed ? random.pick(aged) : paper),
    heading.svg,
    below.svg,
    names.svg,
    flower(410, 930, 30, hue.ground, 8),
    rule(360, 1004, 100, ink, 2),
    line(String(year), 410, 1056, {
      face: 'serif',
      size: 30,
      tracking: 0.08,
      fill: ink,
      align: 'centre',
    }),
    isUsed
      ? stamp(random.whole(560, 650), random.whole(140, 190), random.whole(-18, 14), '#8E3B2E')
      : '',
    fold('left'),
  ].join('')
}

const setRest = (rest: string, y: number) =>
  paragraph(
    fitText(rest, { width: 520, lines: 3, sizes: [36, 32, 28] }, { face: 'italic' }),
    410,
    y,
    { face: 'italic', fill: ink, align: 'centre' },
    1.2,
  )

/** A barcode-like block of bars for the digits. */
function bars(digits: string, x: number, y: number): string {
  const random = seeded(`bars ${digits}`)
  const drawn: string[] = []
  for (let at = 14; at < 216; ) {
    const width = random.pick([2, 2, 4, 6])
    drawn.push(block({ x: x + at, y: y + 14, width, height: 74 }, ink))
    at += width + random.pick([2, 3, 5])
  }
  const number = line(digits, x + 115, y + 110, {
    face: 'sans',
    size: 17,
    tracking: 0.06,
    fill: ink,
    align: 'centre',
  })
  return block({ x, y, width: 230, height: 122 }, '#FFFFFF') + drawn.join('') + number
}

/** A book's back cover: what the book is, in its cover's colours, and its ISBN where it is known. */
export function backOf({
  title,
  author,
  branch,
  about,
  isbn,
}: Printed & { about: string; isbn: string | undefined }): string {
  const hue = hueOf(branch)
  const random = seeded(`back ${title} ${author}`)
  const light = random.chance(0.5)
  const [ground, type] = light ? [hue.pale, ink] : [hue.ground, hue.on]
  const name = paragraph(
    fitText(
      divide(title).main,
      { width: 640, lines: 3, sizes: [52, 46, 40] },
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
    fitText(about, { width: 640, lines: 9, sizes: [54, 50, 46, 42, 38, 34] }, { face: 'serif' }),
    80,
    name.end + 96,
    { face: 'serif', fill: type },
    1.42,
  )
  return [
    block(whole, ground),
    rule(80, 92, 96, hue.accent, 8),
    name.svg,
    text.svg,
    line(branch.toUpperCase(), 80, 1118, {
      face: 'sansBold',
      size: 20,
      tracking: 0.14,
      fill: type,
    }),
    isbn === undefined ? flower(676, 1068, 54, hue.accent, 10) : bars(isbn, 500, 1010),
  ].join('')
}
