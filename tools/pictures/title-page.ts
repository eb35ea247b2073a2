// A book's title page.

import { seeded } from '../../server/demo/random.ts'
import { ink, paletteOf, paper } from './colours.ts'
import { authorLine, type CoverText, fullPage, splitTitle } from './layout.ts'
import { agedPapers, foldShadow } from './paper.ts'
import { fitText, paragraph } from './paragraphs.ts'
import { block, flower, rule } from './patterns.ts'
import { textLine } from './text.ts'

function stamp(x: number, y: number, turn: number, colour: string): string {
  const ring = (radius: number, width: number) =>
    `<circle r="${radius}" fill="none" stroke="${colour}" stroke-width="${width}"/>`
  return [
    `<g transform="translate(${x} ${y}) rotate(${turn})" opacity=".62">`,
    ring(88, 5),
    ring(74, 2),
    textLine('DOBARA', 0, -8, {
      face: 'sansBold',
      size: 27,
      tracking: 0.06,
      fill: colour,
      align: 'centre',
    }),
    rule(-52, 6, 104, colour, 2),
    textLine('read once more', 0, 34, { face: 'italic', size: 20, fill: colour, align: 'centre' }),
    '</g>',
  ].join('')
}

/** Title, author and year; a used copy has aged paper and a stamp. */
export function drawTitlePage({
  title,
  author,
  branch,
  year,
  isUsed,
}: CoverText & { year: number; isUsed: boolean }): string {
  const random = seeded(`title page ${title} ${author}`)
  const palette = paletteOf(branch)
  const { main, subtitle } = splitTitle(title)
  const heading = paragraph(
    fitText(main, { width: 560, maxLines: 5, sizes: [72, 64, 56, 50, 44, 38] }, { face: 'serif' }),
    410,
    390,
    {
      face: 'serif',
      fill: ink,
      align: 'centre',
    },
  )
  const below =
    subtitle === undefined
      ? { svg: '', end: heading.end }
      : subtitleBlock(subtitle, heading.end + 62)
  const names = paragraph(
    fitText(
      authorLine(author),
      { width: 520, maxLines: 3, sizes: [34, 30, 27] },
      { face: 'italic' },
    ),
    410,
    below.end + 110,
    {
      face: 'italic',
      fill: ink,
      align: 'centre',
    },
  )
  return [
    block(fullPage, isUsed ? random.pick(agedPapers) : paper),
    heading.svg,
    below.svg,
    names.svg,
    flower(410, 930, 30, palette.background, 8),
    rule(360, 1004, 100, ink, 2),
    textLine(String(year), 410, 1056, {
      face: 'serif',
      size: 30,
      tracking: 0.08,
      fill: ink,
      align: 'centre',
    }),
    isUsed
      ? stamp(
          random.integer(560, 650),
          random.integer(140, 190),
          random.integer(-18, 14),
          '#8E3B2E',
        )
      : '',
    foldShadow('left'),
  ].join('')
}

const subtitleBlock = (subtitle: string, y: number) =>
  paragraph(
    fitText(subtitle, { width: 520, maxLines: 3, sizes: [36, 32, 28] }, { face: 'italic' }),
    410,
    y,
    { face: 'italic', fill: ink, align: 'centre' },
    1.2,
  )
