// Cover layouts that are made of large text.
import { ink, mix, type Palette, paper } from './colours.ts'
import {
  authorBlock,
  branchLabel,
  type Cover,
  fittingSize,
  fullPage,
  type Layout,
  mediumSizes,
  titleBlock,
} from './layout.ts'
import { fitText, paragraph } from './paragraphs.ts'
import { block, flower, rule } from './patterns.ts'
import { capHeight, textLine, textWidth } from './text.ts'

const largeSizes = [128, 116, 104, 94, 84, 76, 68, 60, 52] as const

export const bands: Layout = (cover) => {
  const { palette, random } = cover
  const colour = random.pick([
    palette.background,
    palette.background,
    mix(palette.background, palette.dark, 0.6),
  ])
  const title = titleBlock(
    cover,
    { x: 400, y: 0, width: 620, align: 'centre' },
    { face: 'serifBold', fill: ink },
    mediumSizes.slice(1),
    4,
  )
  const top = 600 - title.end / 2 - 40
  return [
    block(fullPage, colour),
    block({ x: 0, y: 336, width: 800, height: 528 }, paper),
    rule(0, 350, 800, colour, 4),
    rule(0, 846, 800, colour, 4),
    flower(400, 168, 74, palette.accent, 12),
    `<g transform="translate(0 ${top})">${title.svg}</g>`,
    textLine(cover.author, 400, 812, {
      face: 'italic',
      size: fittingSize(cover.author, 'italic', 34, 680),
      fill: mix(ink, paper, 0.15),
      align: 'centre',
    }),
    branchLabel(cover.branch, 400, 1040, palette.text, 'centre'),
    rule(340, 1068, 120, palette.accent, 4),
  ].join('')
}

export const plate: Layout = (cover) => {
  const { palette } = cover
  const title = titleBlock(
    cover,
    { x: 400, y: 90, width: 470, align: 'centre' },
    { face: 'serifBold', fill: palette.dark },
    [82, 74, 66, 58, 52, 46, 40],
    5,
  )
  const author = authorBlock(
    cover.author,
    { x: 400, y: title.end + 150, width: 460, align: 'centre' },
    { face: 'italic', fill: ink },
    [36, 32, 29, 26],
  )
  const height = author.end + 74
  const top = Math.max(90, 500 - height / 2)
  const frame = (inset: number, width: number) =>
    `<rect x="${inset}" y="${inset}" width="${580 - inset * 2}" height="${height - inset * 2}" fill="none" stroke="${palette.background}" stroke-width="${width}"/>`
  return [
    block(fullPage, palette.background),
    petalField(palette, top - 30, top + height + 30),
    `<g transform="translate(110 ${top})">${block({ x: 0, y: 0, width: 580, height }, paper)}${frame(14, 5)}${frame(26, 1.5)}</g>`,
    `<g transform="translate(0 ${top})">${title.svg}${flower(400, title.end + 70, 26, palette.background)}${author.svg}</g>`,
    branchLabel(cover.branch, 400, 1146, palette.text, 'centre'),
  ].join('')
}

/** Rows of flowers around the plate. */
function petalField(palette: Palette, top: number, bottom: number): string {
  const flowers: string[] = []
  for (let row = 0, y = 50; y < 1100; row++, y += 92)
    for (let x = row % 2 ? 50 : 0; x <= 800; x += 100)
      if (x < 84 || x > 716 || y < top || y > bottom)
        flowers.push(flower(x, y, 26, mix(palette.background, palette.accent, 0.3), 6))
  return flowers.join('')
}

/** Puts short words together, so that no line has fewer than three letters beside longer ones. */
function shortLines(words: readonly string[]): string[] {
  return words.reduce<string[]>((lines, word) => {
    const last = lines.at(-1)
    const isShort = last !== undefined && (last.length <= 3 || word.length <= 2)
    if (isShort && `${last} ${word}`.length <= 11) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
    return lines
  }, [])
}

/** A short title whose lines each fill the width. */
function wideTitle({ main, subtitle, palette }: Cover): { svg: string; end: number } {
  const shades = [palette.background, palette.dark, mix(palette.background, palette.dark, 0.5)]
  const lines = shortLines(main.split(' '))
  const room = 640 / lines.length
  let y = 96
  let svg = ''
  for (const [index, text] of lines.entries()) {
    const natural = (656 / textWidth(text, { face: 'serifBlack', size: 100 })) * 100
    const size = Math.min(natural, room / capHeight('serifBlack', 1) / 1.16, 330)
    y += capHeight('serifBlack', size)
    svg += textLine(text, 72, y, {
      face: 'serifBlack',
      size,
      fill: shades[index % shades.length] ?? ink,
    })
    y += Math.max(30, size * 0.17)
  }
  if (subtitle === undefined) return { svg, end: y }
  const below = paragraph(
    fitText(subtitle, { width: 656, maxLines: 2, sizes: [44, 38, 34] }, { face: 'italic' }),
    72,
    y + 44,
    { face: 'italic', fill: ink },
  )
  return { svg: svg + below.svg, end: below.end }
}

/** Short titles fill the width line by line; longer ones are flush left. */
export const stack: Layout = (cover) => {
  const { palette, random } = cover
  const words = cover.main.split(' ')
  const isShort = words.length <= 5 && words.every((word) => word.length <= 11)
  const title = isShort
    ? wideTitle(cover)
    : titleBlock(
        cover,
        { x: 72, y: 96, width: 656, align: 'left' },
        { face: 'serifBlack', fill: palette.background },
        largeSizes,
      )
  const radius = Math.min(240, (900 - title.end) / 2)
  return [
    block(fullPage, palette.pale),
    title.svg,
    radius > 60
      ? flower(
          728 - radius,
          930 - radius,
          radius,
          mix(palette.pale, palette.accent, 0.75),
          random.pick([8, 10, 12, 16]),
        )
      : '',
    block({ x: 72, y: 1000, width: 96, height: 12 }, palette.accent),
    authorBlock(
      cover.author,
      { x: 72, y: 1066, width: 656, align: 'left' },
      { face: 'sansBold', fill: ink },
      [38, 34, 30, 26],
    ).svg,
    branchLabel(cover.branch, 728, 1012, palette.background, 'right'),
  ].join('')
}

export const initial: Layout = (cover) => {
  const { palette, random } = cover
  const letter = /[A-Za-z0-9]/.exec(cover.main.replace(/^(?:The|A|An) /, ''))?.[0] ?? 'D'
  const title = titleBlock(
    cover,
    { x: 72, y: 0, width: 656, align: 'left' },
    { face: 'serifBold', fill: palette.text },
    mediumSizes,
    4,
  )
  return [
    block(fullPage, palette.background),
    textLine(letter.toUpperCase(), random.pick([300, 400, 500]), 870, {
      face: 'serifBlack',
      size: 1000,
      fill: mix(palette.background, palette.accent, 0.32),
      align: 'centre',
    }),
    block({ x: 0, y: 1010 - title.end - 70, width: 800, height: 1200 }, palette.background),
    `<g transform="translate(0 ${1000 - title.end})">${title.svg}</g>`,
    rule(72, 1042, 656, palette.accent, 4),
    authorBlock(
      cover.author,
      { x: 72, y: 1096, width: 656, align: 'left' },
      { face: 'sans', fill: palette.text },
      [32, 28, 25],
    ).svg,
    branchLabel(cover.branch, 72, 96, palette.text),
  ].join('')
}
