// A page from inside a book, the same for all books of a branch.

import { type Random, seeded } from '../../server/demo/random.ts'
import { ink, mix, type Palette, paletteOf, paper } from './colours.ts'
import { fullPage } from './layout.ts'
import { agedPapers, foldShadow } from './paper.ts'
import { block, curves, quilt, rule } from './patterns.ts'
import { textLine } from './text.ts'

const pencil = mix(ink, paper, 0.45)

/** Lines of text as grey strokes. */
function greyLines(
  x: number,
  y: number,
  width: number,
  lines: number,
  random: Random,
  leading = 33,
): string {
  const strokes: string[] = []
  for (let row = 0; row < lines; row++) {
    const isLast = row === lines - 1 || random.chance(0.1)
    const end = x + width * (isLast ? 0.35 + random.next() * 0.5 : 1)
    let pen = x + (row === 0 ? 34 : 0)
    while (pen < end - 12) {
      const word = Math.min(random.integer(18, 92), end - pen)
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

function figure(y: number, palette: Palette, random: Random): string {
  const frame = `<rect x="150" y="${y}" width="540" height="290" fill="${mix(paper, palette.pale, 0.6)}" stroke="${ink}" stroke-width="2"/>`
  const axes = `<path d="M190 ${y + 30}V${y + 250}H660" fill="none" stroke="${ink}" stroke-width="3"/>`
  return (
    frame +
    axes +
    curves({ x: 200, y: y + 40, width: 440, height: 190 }, palette.background, random)
  )
}

export function drawInsidePage(branch: string, isMarked: boolean): string {
  const random = seeded(`inside ${branch}`)
  const palette = paletteOf(branch)
  const number = random.integer(12, 180) * 2 + 1
  const kind = kinds[branch] ?? 'prose'
  const head = [
    textLine(branch.toUpperCase(), 120, 112, {
      face: 'sans',
      size: 18,
      tracking: 0.14,
      fill: pencil,
    }),
    textLine(String(number), 710, 112, { face: 'serif', size: 24, fill: pencil, align: 'right' }),
    rule(120, 132, 590, mix(ink, paper, 0.7), 1.5),
  ].join('')
  const chapter = textLine(`${random.integer(2, 14)}`, 120, 232, {
    face: 'serifBold',
    size: 76,
    fill: palette.background,
  })
  const bodies: Record<Kind, () => string> = {
    prose: () => chapter + greyLines(120, 306, 590, 25, random),
    figures: () =>
      chapter +
      greyLines(120, 300, 590, 7, random) +
      figure(560, palette, random) +
      greyLines(120, 912, 590, 7, random),
    panels: () =>
      [190, 660]
        .map(
          (y) =>
            `<rect x="116" y="${y - 4}" width="598" height="398" fill="${ink}"/>${quilt({ x: 120, y, width: 590, height: 390 }, 197, palette, random)}`,
        )
        .join('') + greyLines(120, 618, 590, 1, random),
  }
  const marks =
    !isMarked || kind === 'panels'
      ? ''
      : highlight(306 + 33 * random.integer(2, 4), 120, random.integer(480, 700)) +
        underline(306 + 33 * random.integer(5, 6), 120, random.integer(400, 690))
  return [
    block(fullPage, isMarked ? random.pick(agedPapers) : paper),
    head,
    bodies[kind](),
    marks,
    foldShadow('left'),
  ].join('')
}
