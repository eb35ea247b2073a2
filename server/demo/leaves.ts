// The pictures beside the cover: a title page with a reader's stamp, a back cover, and a page from inside.
import { type Hue, hueOf, ink, mix, paper } from './hues.ts'
import { block, curves, flower, quilt, rule } from './ornaments.ts'
import { type Random, seeded } from './random.ts'
import { byline, divide, type Printed, whole } from './setting.ts'
import { fitText, line, paragraph } from './type.ts'

const aged = ['#F8F1E2', '#F5ECD8', '#F1E6CE'] as const
const pencil = mix(ink, paper, 0.45)

/** The shadow that a page throws into the fold; `side` is where the fold is. */
const fold = (side: 'left' | 'right'): string => {
  const [from, to] = side === 'left' ? [0, 1] : [1, 0]
  return `<defs><linearGradient id="fold" x1="${from}" x2="${to}" y1="0" y2="0"><stop offset="0" stop-color="#3B2E1A" stop-opacity=".42"/><stop offset=".045" stop-color="#3B2E1A" stop-opacity=".13"/><stop offset=".16" stop-color="#3B2E1A" stop-opacity="0"/></linearGradient></defs><rect width="800" height="1200" fill="url(#fold)"/>`
}

/** The rubber stamp of a book that goes on to its next reader. */
function stamp(x: number, y: number, turn: number, colour: string): string {
  const ring = (radius: number, width: number) => `<circle r="${radius}" fill="none" stroke="${colour}" stroke-width="${width}"/>`
  return [
    `<g transform="translate(${x} ${y}) rotate(${turn})" opacity=".62">`,
    ring(88, 5),
    ring(74, 2),
    line('DOBARA', 0, -8, { face: 'sansBold', size: 27, tracking: 0.06, fill: colour, align: 'centre' }),
    rule(-52, 6, 104, colour, 2),
    line('read once more', 0, 34, { face: 'italic', size: 20, fill: colour, align: 'centre' }),
    '</g>',
  ].join('')
}

/** A book's title page: title, author, year, and a stamp where a used copy has one. */
export function titlePageOf({ title, author, branch, year, isUsed }: Printed & { year: number; isUsed: boolean }): string {
  const random = seeded(`title page ${title} ${author}`)
  const hue = hueOf(branch)
  const { main, rest } = divide(title)
  const heading = paragraph(fitText(main, { width: 560, lines: 5, sizes: [72, 64, 56, 50, 44, 38] }, { face: 'serif' }), 410, 320, {
    face: 'serif',
    fill: ink,
    align: 'centre',
  })
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
    line(String(year), 410, 1056, { face: 'serif', size: 30, tracking: 0.08, fill: ink, align: 'centre' }),
    isUsed ? stamp(random.whole(560, 650), random.whole(140, 190), random.whole(-18, 14), '#8E3B2E') : '',
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
  const number = line(digits, x + 115, y + 110, { face: 'sans', size: 17, tracking: 0.06, fill: ink, align: 'centre' })
  return block({ x, y, width: 230, height: 122 }, '#FFFFFF') + drawn.join('') + number
}

/** A book's back cover: what the book is, in its cover's colours, and its ISBN where it is known. */
export function backOf({ title, author, branch, about, isbn }: Printed & { about: string; isbn: string | undefined }): string {
  const hue = hueOf(branch)
  const random = seeded(`back ${title} ${author}`)
  const light = random.chance(0.5)
  const [ground, type] = light ? [hue.pale, ink] : [hue.ground, hue.on]
  const name = paragraph(fitText(divide(title).main, { width: 640, lines: 3, sizes: [52, 46, 40] }, { face: 'serifBold' }), 80, 180, {
    face: 'serifBold',
    fill: type,
  })
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
    line(branch.toUpperCase(), 80, 1118, { face: 'sansBold', size: 20, tracking: 0.14, fill: type }),
    isbn === undefined ? flower(676, 1068, 54, hue.accent, 10) : bars(isbn, 500, 1010),
  ].join('')
}

/** Words as grey strokes: what a page looks like before it is read. */
function greeked(x: number, y: number, width: number, lines: number, random: Random, leading = 33): string {
  const strokes: string[] = []
  for (let row = 0; row < lines; row++) {
    const isLast = row === lines - 1 || random.chance(0.1)
    const end = x + width * (isLast ? 0.35 + random.next() * 0.5 : 1)
    let pen = x + (row === 0 ? 34 : 0)
    while (pen < end - 12) {
      const word = Math.min(random.whole(18, 92), end - pen)
      strokes.push(`M${pen} ${y + row * leading}h${word}`)
      pen += word + 11
    }
  }
  return `<path d="${strokes.join('')}" stroke="${mix(ink, paper, 0.38)}" stroke-width="8.5" stroke-linecap="round" fill="none"/>`
}

const highlight = (y: number, from: number, to: number): string =>
  `<path d="M${from} ${y}L${to} ${y - 3}" stroke="#F2C230" stroke-width="27" opacity=".5"/>`

const underline = (y: number, from: number, to: number): string =>
  `<path d="M${from} ${y + 14}Q${(from + to) / 2} ${y + 9} ${to} ${y + 15}" stroke="${pencil}" stroke-width="3" fill="none"/>`

type Kind = 'figures' | 'prose' | 'panels'
const kinds: Record<string, Kind> = {
  Comics: 'panels',
  Children: 'panels',
  ...Object.fromEntries(
    [
      'Computer Science',
      'Mechanical',
      'Civil',
      'Electrical',
      'Electronics',
      'Chemical',
      'Medical',
      'Commerce',
      'Science',
      'Mathematics',
    ].map((branch) => [branch, 'figures' as const]),
  ),
  'School (Class 1-10)': 'figures',
  'Class 11-12': 'figures',
}

function figure(y: number, hue: Hue, random: Random): string {
  const frame = `<rect x="150" y="${y}" width="540" height="290" fill="${mix(paper, hue.pale, 0.6)}" stroke="${ink}" stroke-width="2"/>`
  const axes = `<path d="M190 ${y + 30}V${y + 250}H660" fill="none" stroke="${ink}" stroke-width="3"/>`
  return frame + axes + curves({ x: 200, y: y + 40, width: 440, height: 190 }, hue.ground, random)
}

/** A page from inside, alike for all books of a branch; a worn one carries pencil and marker. */
export function insideOf(branch: string, wear: 'clean' | 'marked'): string {
  const random = seeded(`inside ${branch}`)
  const hue = hueOf(branch)
  const number = random.whole(12, 180) * 2 + 1
  const kind = kinds[branch] ?? 'prose'
  const head = [
    line(branch.toUpperCase(), 120, 112, { face: 'sans', size: 18, tracking: 0.14, fill: pencil }),
    line(String(number), 710, 112, { face: 'serif', size: 24, fill: pencil, align: 'right' }),
    rule(120, 132, 590, mix(ink, paper, 0.7), 1.5),
  ].join('')
  const chapter = line(`${random.whole(2, 14)}`, 120, 232, { face: 'serifBold', size: 76, fill: hue.ground })
  const bodies: Record<Kind, () => string> = {
    prose: () => chapter + greeked(120, 306, 590, 25, random),
    figures: () => chapter + greeked(120, 300, 590, 7, random) + figure(560, hue, random) + greeked(120, 912, 590, 7, random),
    panels: () =>
      [190, 660]
        .map(
          (y) =>
            `<rect x="116" y="${y - 4}" width="598" height="398" fill="${ink}"/>${quilt({ x: 120, y, width: 590, height: 390 }, 197, hue, random)}`,
        )
        .join('') + greeked(120, 618, 590, 1, random),
  }
  const marks =
    wear === 'clean' || kind === 'panels'
      ? ''
      : highlight(306 + 33 * random.whole(2, 4), 120, random.whole(480, 700)) +
        underline(306 + 33 * random.whole(5, 6), 120, random.whole(400, 690))
  return [block(whole, wear === 'clean' ? paper : random.pick(aged)), head, bodies[kind](), marks, fold('left')].join('')
}
