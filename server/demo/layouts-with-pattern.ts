// Covers that live from a pattern under or beside the title.
import { ink, mix, paper } from './hues.ts'
import { line } from './lettering.ts'
import { block, border, curves, dots, flower, hills, quilt, rings, rule } from './ornaments.ts'
import { authored, type Layout, medium, narrowed, series, titled, whole } from './setting.ts'

export const arcs: Layout = (cover) => {
  const { hue, random } = cover
  const right = random.chance(0.5)
  const shades = [
    mix(hue.ground, hue.on, 0.14),
    hue.ground,
    hue.accent,
    hue.ground,
    mix(hue.ground, hue.on, 0.3),
    hue.dark,
    hue.accent,
  ]
  const turned = random.whole(0, shades.length - 1)
  const title = titled(
    cover,
    { x: 72, y: 136, width: 656, align: 'left' },
    { face: 'sansBold', fill: hue.on },
    medium,
  )
  return [
    block(whole, hue.ground),
    rings(
      right ? 800 : 0,
      1200,
      [560, 486, 420, 350, 262, 180, 92],
      [...shades.slice(turned), ...shades.slice(0, turned)],
    ),
    series(cover.branch, 72, 96, hue.on),
    title.svg,
    authored(
      cover.author,
      { x: 72, y: title.end + 84, width: 656, align: 'left' },
      { face: 'sans', fill: hue.on },
      [32, 29, 26],
    ).svg,
  ].join('')
}

export const quilted: Layout = (cover) =>
  [
    block(whole, paper),
    quilt(
      { x: 0, y: 600, width: 800, height: 600 },
      cover.random.pick([100, 200, 200]),
      cover.hue,
      cover.random,
    ),
    series(cover.branch, 72, 96, cover.hue.ground),
    titled(
      cover,
      { x: 72, y: 136, width: 656, align: 'left' },
      { face: 'serifBold', fill: ink },
      [84, 76, 68, 60, 54, 48, 42],
      4,
    ).svg,
    line(cover.author, 72, 558, {
      face: 'sans',
      size: narrowed(cover.author, 'sans', 30, 656),
      fill: ink,
    }),
  ].join('')

export const landscape: Layout = (cover) =>
  [
    block(whole, cover.hue.pale),
    hills(690, cover.hue, cover.random),
    titled(
      cover,
      { x: 400, y: 96, width: 640, align: 'centre' },
      { face: 'serifBold', fill: cover.hue.dark },
      [104, 94, 84, 76, 68, 60, 52, 44],
      4,
    ).svg,
    authored(
      cover.author,
      { x: 400, y: 1096, width: 640, align: 'centre' },
      { face: 'italic', fill: paper },
      [42, 37, 32, 28],
    ).svg,
  ].join('')

export const plotted: Layout = (cover) => {
  const { hue, random } = cover
  return [
    block(whole, hue.dark),
    curves(
      { x: -20, y: 540, width: 840, height: 470 },
      hue.accent === '#2A2A3C' ? hue.ground : hue.accent,
      random,
    ),
    rule(72, 84, 656, paper, 3),
    titled(
      cover,
      { x: 72, y: 124, width: 656, align: 'left' },
      { face: 'sansBold', fill: paper },
      [80, 72, 66, 60, 54, 48, 42],
      4,
    ).svg,
    authored(
      cover.author,
      { x: 72, y: 1104, width: 656, align: 'left' },
      { face: 'sans', fill: paper },
      [32, 28, 25],
    ).svg,
    series(cover.branch, 72, 1048, hue.soft),
  ].join('')
}

export const bordered: Layout = (cover) => {
  const { hue, random } = cover
  return [
    block(whole, mix(hue.pale, paper, 0.4)),
    border(0, 150, hue, random),
    titled(
      cover,
      { x: 728, y: 120, width: 480, align: 'right' },
      { face: 'serifBold', fill: hue.dark },
      [96, 86, 78, 70, 62, 54, 48],
      6,
    ).svg,
    flower(700, 960, 28, hue.ground, 8),
    authored(
      cover.author,
      { x: 728, y: 1052, width: 480, align: 'right' },
      { face: 'italic', fill: ink },
      [40, 36, 32, 28],
    ).svg,
  ].join('')
}

export const dotted: Layout = (cover) => {
  const { hue, random } = cover
  const low = random.chance(0.5)
  const title = titled(
    cover,
    { x: 120, y: 0, width: 560, align: 'left' },
    { face: 'sansBold', fill: ink },
    [96, 86, 78, 70, 62, 54, 46],
    5,
  )
  const author = authored(
    cover.author,
    { x: 120, y: title.end + 92, width: 560, align: 'left' },
    { face: 'sans', fill: ink },
    [32, 29, 26],
  )
  const height = author.end + 120
  const top = low ? 1110 - height : 90
  return [
    block(whole, hue.ground),
    dots(
      { x: 0, y: 0, width: 800, height: 1200 },
      { x: random.whole(100, 700), y: low ? 200 : 1000 },
      hue.accent,
    ),
    block({ x: 80, y: top + 14, width: 654, height }, hue.dark),
    block({ x: 66, y: top, width: 654, height }, paper),
    `<g transform="translate(0 ${top + 64})">${title.svg}${author.svg}</g>`,
  ].join('')
}
