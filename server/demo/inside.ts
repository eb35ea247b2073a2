// A page from inside a book, alike for all books of a branch.
import { type Hue, hueOf, ink, mix, paper } from './hues.ts'
import { aged, fold } from './leaves.ts'
import { line } from './lettering.ts'
import { block, curves, quilt, rule } from './ornaments.ts'
import { type Random, seeded } from './random.ts'
import { whole } from './setting.ts'

const pencil = mix(ink, paper, 0.45)

/** Words as grey strokes: what a page looks like before it is read. */
function greeked(
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
  const chapter = line(`${random.whole(2, 14)}`, 120, 232, {
    face: 'serifBold',
    size: 76,
    fill: hue.ground,
  })
  const bodies: Record<Kind, () => string> = {
    prose: () => chapter + greeked(120, 306, 590, 25, random),
    figures: () =>
      chapter +
      greeked(120, 300, 590, 7, random) +
      figure(560, hue, random) +
      greeked(120, 912, 590, 7, random),
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
  return [
    block(whole, wear === 'clean' ? paper : random.pick(aged)),
    head,
    bodies[kind](),
    marks,
    fold('left'),
  ].join('')
}
