// Cover layouts with a pattern under or beside the title.
import { ink, mix, paper } from './colours.ts'
import {
  authorBlock,
  branchLabel,
  fittingSize,
  fullPage,
  type Layout,
  mediumSizes,
  titleBlock,
} from './layout.ts'
import { block, border, curves, dots, flower, hills, quilt, rings, rule } from './patterns.ts'
import { textLine } from './text.ts'

export const arcs: Layout = (cover) => {
  const { palette, random } = cover
  const right = random.chance(0.5)
  const shades = [
    mix(palette.background, palette.text, 0.14),
    palette.background,
    palette.accent,
    palette.background,
    mix(palette.background, palette.text, 0.3),
    palette.dark,
    palette.accent,
  ]
  const start = random.integer(0, shades.length - 1)
  const title = titleBlock(
    cover,
    { x: 72, y: 136, width: 656, align: 'left' },
    { face: 'sansBold', fill: palette.text },
    mediumSizes,
  )
  return [
    block(fullPage, palette.background),
    rings(
      right ? 800 : 0,
      1200,
      [560, 486, 420, 350, 262, 180, 92],
      [...shades.slice(start), ...shades.slice(0, start)],
    ),
    branchLabel(cover.branch, 72, 96, palette.text),
    title.svg,
    authorBlock(
      cover.author,
      { x: 72, y: title.end + 84, width: 656, align: 'left' },
      { face: 'sans', fill: palette.text },
      [32, 29, 26],
    ).svg,
  ].join('')
}

export const quilted: Layout = (cover) =>
  [
    block(fullPage, paper),
    quilt(
      { x: 0, y: 600, width: 800, height: 600 },
      cover.random.pick([100, 200, 200]),
      cover.palette,
      cover.random,
    ),
    branchLabel(cover.branch, 72, 96, cover.palette.background),
    titleBlock(
      cover,
      { x: 72, y: 136, width: 656, align: 'left' },
      { face: 'serifBold', fill: ink },
      [84, 76, 68, 60, 54, 48, 42],
      4,
    ).svg,
    textLine(cover.author, 72, 558, {
      face: 'sans',
      size: fittingSize(cover.author, 'sans', 30, 656),
      fill: ink,
    }),
  ].join('')

export const landscape: Layout = (cover) =>
  [
    block(fullPage, cover.palette.pale),
    hills(690, cover.palette, cover.random),
    titleBlock(
      cover,
      { x: 400, y: 96, width: 640, align: 'centre' },
      { face: 'serifBold', fill: cover.palette.dark },
      [104, 94, 84, 76, 68, 60, 52, 44],
      4,
    ).svg,
    authorBlock(
      cover.author,
      { x: 400, y: 1096, width: 640, align: 'centre' },
      { face: 'italic', fill: paper },
      [42, 37, 32, 28],
    ).svg,
  ].join('')

export const plotted: Layout = (cover) => {
  const { palette, random } = cover
  return [
    block(fullPage, palette.dark),
    curves(
      { x: -20, y: 540, width: 840, height: 470 },
      palette.accent === '#2A2A3C' ? palette.background : palette.accent,
      random,
    ),
    rule(72, 84, 656, paper, 3),
    titleBlock(
      cover,
      { x: 72, y: 124, width: 656, align: 'left' },
      { face: 'sansBold', fill: paper },
      [80, 72, 66, 60, 54, 48, 42],
      4,
    ).svg,
    authorBlock(
      cover.author,
      { x: 72, y: 1104, width: 656, align: 'left' },
      { face: 'sans', fill: paper },
      [32, 28, 25],
    ).svg,
    branchLabel(cover.branch, 72, 1048, palette.soft),
  ].join('')
}

export const bordered: Layout = (cover) => {
  const { palette, random } = cover
  return [
    block(fullPage, mix(palette.pale, paper, 0.4)),
    border(0, 150, palette, random),
    titleBlock(
      cover,
      { x: 728, y: 120, width: 480, align: 'right' },
      { face: 'serifBold', fill: palette.dark },
      [96, 86, 78, 70, 62, 54, 48],
      6,
    ).svg,
    flower(700, 960, 28, palette.background, 8),
    authorBlock(
      cover.author,
      { x: 728, y: 1052, width: 480, align: 'right' },
      { face: 'italic', fill: ink },
      [40, 36, 32, 28],
    ).svg,
  ].join('')
}

export const dotted: Layout = (cover) => {
  const { palette, random } = cover
  const low = random.chance(0.5)
  const title = titleBlock(
    cover,
    { x: 120, y: 0, width: 560, align: 'left' },
    { face: 'sansBold', fill: ink },
    [96, 86, 78, 70, 62, 54, 46],
    5,
  )
  const author = authorBlock(
    cover.author,
    { x: 120, y: title.end + 92, width: 560, align: 'left' },
    { face: 'sans', fill: ink },
    [32, 29, 26],
  )
  const height = author.end + 120
  const top = low ? 1110 - height : 90
  return [
    block(fullPage, palette.background),
    dots(
      { x: 0, y: 0, width: 800, height: 1200 },
      { x: random.integer(100, 700), y: low ? 200 : 1000 },
      palette.accent,
    ),
    block({ x: 80, y: top + 14, width: 654, height }, palette.dark),
    block({ x: 66, y: top, width: 654, height }, paper),
    `<g transform="translate(0 ${top + 64})">${title.svg}${author.svg}</g>`,
  ].join('')
}
