// Patterns as SVG.

import type { Random } from '../../server/demo/random.ts'
import { mix, type Palette, paper } from './colours.ts'

type Area = { x: number; y: number; width: number; height: number }

export const block = ({ x, y, width, height }: Area, fill: string): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`

export const rule = (x: number, y: number, width: number, colour: string, thickness = 2): string =>
  block({ x, y, width, height: thickness }, colour)

/** Filled circles around a point, largest first. */
export function rings(
  x: number,
  y: number,
  radii: readonly number[],
  colours: readonly string[],
): string {
  return radii
    .map(
      (radius, index) =>
        `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colours[index % colours.length]}"/>`,
    )
    .join('')
}

/** Square tiles of quarter circles, triangles and discs. */
export function quilt(
  { x, y, width, height }: Area,
  tile: number,
  palette: Palette,
  random: Random,
): string {
  const colours = [
    palette.background,
    palette.soft,
    palette.accent,
    palette.dark,
    mix(palette.background, paper, 0.65),
  ]
  const tiles: string[] = []
  for (let top = y; top < y + height; top += tile)
    for (let left = x; left < x + width; left += tile) {
      const [under, over] = random.shuffle(colours)
      const turn = random.integer(0, 3) * 90
      const shape = random.pick([
        `<path d="M0 0H${tile}A${tile} ${tile} 0 0 1 0 ${tile}Z" fill="${over}"/>`,
        `<path d="M0 0H${tile}A${tile} ${tile} 0 0 1 0 ${tile}Z" fill="${over}"/>`,
        `<path d="M0 0H${tile}L0 ${tile}Z" fill="${over}"/>`,
        `<circle cx="${tile / 2}" cy="${tile / 2}" r="${tile * 0.32}" fill="${over}"/>`,
        `<path d="M0 0A${tile / 2} ${tile / 2} 0 0 0 ${tile} 0ZM0 ${tile}A${tile / 2} ${tile / 2} 0 0 1 ${tile} ${tile}Z" fill="${over}"/>`,
      ])
      const middle = tile / 2
      tiles.push(
        `<g transform="translate(${left} ${top}) rotate(${turn} ${middle} ${middle})"><rect width="${tile + 1}" height="${tile + 1}" fill="${under}"/>${shape}</g>`,
      )
    }
  return tiles.join('')
}

/** A sun over rows of hills, from `top` to the bottom edge. */
export function hills(top: number, palette: Palette, random: Random): string {
  const sun = `<circle cx="${random.integer(180, 620)}" cy="${top + random.integer(-30, 40)}" r="${random.integer(90, 140)}" fill="${palette.accent}"/>`
  const ridges = [0, 1, 2, 3, 4].map((depth) => {
    const base = top + 60 + depth * ((1200 - top) / 5.6)
    const [swing, length, phase] = [
      random.integer(22, 62),
      random.integer(240, 520),
      random.next() * 6,
    ]
    const points = Array.from({ length: 41 }, (_, step) => {
      const x = step * 20
      return `${x} ${(base + Math.sin(x / length + phase) * swing + Math.sin((x / length) * 2.7 + phase * 2) * swing * 0.35).toFixed(1)}`
    })
    return `<path d="M${points.join('L')}L800 1200H0Z" fill="${mix(palette.soft, palette.dark, depth / 4)}"/>`
  })
  return sun + ridges.join('')
}

/** A family of sine-like curves. */
export function curves({ x, y, width, height }: Area, colour: string, random: Random): string {
  const [beats, drift, lines] = [
    random.integer(1, 3),
    0.5 + random.next() * 1.6,
    random.integer(18, 26),
  ]
  const middle = y + height / 2
  return Array.from({ length: lines }, (_, index) => {
    const share = index / (lines - 1)
    const points = Array.from({ length: 61 }, (_, step) => {
      const along = step / 60
      const swing =
        Math.sin(along * Math.PI * beats + share * drift * Math.PI) *
        Math.cos(along * Math.PI * 0.5 * drift - share * 2)
      return `${(x + along * width).toFixed(1)} ${(middle + (swing * 0.72 + (share - 0.5) * 0.5) * (height / 2)).toFixed(1)}`
    })
    return `<path d="M${points.join('L')}" fill="none" stroke="${colour}" stroke-width="${(1.4 + share * 2.4).toFixed(1)}" opacity="${(0.35 + share * 0.6).toFixed(2)}"/>`
  }).join('')
}

/** An upright sari border: triangles, diamonds and stripes. */
export function border(x: number, width: number, palette: Palette, random: Random): string {
  const tooth = random.pick([40, 50, 60])
  const inner = x + width
  const teeth = Array.from({ length: 1200 / tooth }, (_, row) => {
    const y = row * tooth
    return `M${inner} ${y}L${inner + tooth * 0.9} ${y + tooth / 2}L${inner} ${y + tooth}Z`
  })
  const step = random.pick([60, 75, 100])
  const centre = x + width / 2
  const diamonds = Array.from({ length: 1200 / step }, (_, row) => {
    const y = row * step + step / 2
    const [wide, high] = [width * 0.26, step * 0.42]
    return `M${centre} ${y - high}L${centre + wide} ${y}L${centre} ${y + high}L${centre - wide} ${y}Z`
  })
  const buds = Array.from(
    { length: 1200 / step },
    (_, row) =>
      `<circle cx="${centre}" cy="${row * step + step / 2}" r="${step * 0.11}" fill="${palette.background}"/>`,
  )
  const stripes = [0.06, 0.14, 0.84, 0.92].map((at) =>
    block({ x: x + width * at, y: 0, width: 5, height: 1200 }, palette.accent),
  )
  return [
    `<path d="${teeth.join('')}" fill="${palette.background}"/>`,
    block({ x, y: 0, width, height: 1200 }, palette.background),
    ...stripes,
    `<path d="${diamonds.join('')}" fill="${palette.accent}"/>`,
    ...buds,
  ].join('')
}

/** A halftone: dots that grow towards a point. */
export function dots(area: Area, at: { x: number; y: number }, colour: string): string {
  const pitch = 34
  const reach = Math.hypot(area.width, area.height)
  const parts: string[] = []
  for (let row = 0; row * pitch <= area.height; row++)
    for (let column = 0; column * pitch <= area.width; column++) {
      const x = area.x + column * pitch + (row % 2 ? pitch / 2 : 0)
      const y = area.y + row * pitch
      const radius = (1 - Math.hypot(x - at.x, y - at.y) / reach) * 22 - 3
      if (radius > 1.2)
        parts.push(
          `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0`,
        )
    }
  return `<path d="${parts.join('')}" fill="${colour}"/>`
}

export function flower(x: number, y: number, radius: number, colour: string, petals = 8): string {
  const turns = Array.from({ length: petals }, (_, index) => {
    const angle = (index * 360) / petals
    return `<ellipse cx="0" cy="${-radius * 0.58}" rx="${radius * 0.2}" ry="${radius * 0.42}" transform="rotate(${angle})"/>`
  })
  return `<g transform="translate(${x} ${y})" fill="${colour}">${turns.join('')}<circle r="${radius * 0.14}"/></g>`
}
