// Covers set from a title, an author and a branch, in eleven layouts. 800 x 1200 units.
import { type Hue, hueOf, ink, mix, paper } from './hues.ts'
import { block, border, curves, dots, flower, hills, quilt, rings, rule } from './ornaments.ts'
import { seeded } from './random.ts'
import { authored, byline, type Cover, divide, narrowed, type Printed, series, titled, whole } from './setting.ts'
import { capHeight, fitText, line, paragraph, widthOf } from './type.ts'

type Layout = (cover: Cover) => string

const large = [128, 116, 104, 94, 84, 76, 68, 60, 52] as const
const medium = [92, 84, 76, 68, 60, 54, 48, 42] as const

const bands: Layout = (cover) => {
  const { hue, random } = cover
  const cloth = random.pick([hue.ground, hue.ground, mix(hue.ground, hue.dark, 0.6)])
  const title = titled(cover, { x: 400, y: 0, width: 620, align: 'centre' }, { face: 'serifBold', fill: ink }, medium, 4)
  const top = 600 - title.end / 2 - 30
  return [
    block(whole, cloth),
    block({ x: 0, y: 336, width: 800, height: 528 }, paper),
    rule(0, 350, 800, cloth, 4),
    rule(0, 846, 800, cloth, 4),
    flower(400, 168, 74, hue.accent, 12),
    `<g transform="translate(0 ${top})">${title.svg}</g>`,
    line(cover.author, 400, 812, {
      face: 'italic',
      size: narrowed(cover.author, 'italic', 34, 680),
      fill: mix(ink, paper, 0.15),
      align: 'centre',
    }),
    series(cover.branch, 400, 1040, hue.on, 'centre'),
    rule(340, 1068, 120, hue.accent, 4),
  ].join('')
}

const plate: Layout = (cover) => {
  const { hue } = cover
  const title = titled(
    cover,
    { x: 400, y: 90, width: 470, align: 'centre' },
    { face: 'serifBold', fill: hue.dark },
    [82, 74, 66, 58, 52, 46, 40],
    5,
  )
  const author = authored(
    cover.author,
    { x: 400, y: title.end + 150, width: 460, align: 'centre' },
    { face: 'italic', fill: ink },
    [36, 32, 29, 26],
  )
  const height = author.end + 74
  const top = Math.max(90, 500 - height / 2)
  const frame = (inset: number, width: number) =>
    `<rect x="${inset}" y="${inset}" width="${580 - inset * 2}" height="${height - inset * 2}" fill="none" stroke="${hue.ground}" stroke-width="${width}"/>`
  return [
    block(whole, hue.ground),
    petalField(hue, top - 30, top + height + 30),
    `<g transform="translate(110 ${top})">${block({ x: 0, y: 0, width: 580, height }, paper)}${frame(14, 5)}${frame(26, 1.5)}</g>`,
    `<g transform="translate(0 ${top})">${title.svg}${flower(400, title.end + 70, 26, hue.ground)}${author.svg}</g>`,
    series(cover.branch, 400, 1146, hue.on, 'centre'),
  ].join('')
}

/** Flowers in rows, as on block-printed cloth, around a plate. */
function petalField(hue: Hue, top: number, bottom: number): string {
  const flowers: string[] = []
  for (let row = 0, y = 50; y < 1100; row++, y += 92)
    for (let x = row % 2 ? 50 : 0; x <= 800; x += 100)
      if (x < 84 || x > 716 || y < top || y > bottom) flowers.push(flower(x, y, 26, mix(hue.ground, hue.accent, 0.3), 6))
  return flowers.join('')
}

/** Each line as wide as the page: for short titles; longer ones are set large and left. */
const stack: Layout = (cover) => {
  const { hue, random } = cover
  const words = cover.main.split(' ')
  const shades = [hue.ground, hue.dark, mix(hue.ground, hue.dark, 0.5)]
  let y = 96
  let svg = ''
  if (words.length <= 5 && words.every((word) => word.length <= 11)) {
    const lines = words.reduce<string[]>((all, word) => {
      const last = all.at(-1)
      if (last !== undefined && (last.length <= 3 || word.length <= 2) && `${last} ${word}`.length <= 11)
        all[all.length - 1] = `${last} ${word}`
      else all.push(word)
      return all
    }, [])
    const room = 640 / lines.length
    for (const [index, text] of lines.entries()) {
      const natural = (656 / widthOf(text, { face: 'serifBlack', size: 100 })) * 100
      const size = Math.min(natural, room / capHeight('serifBlack', 1) / 1.16, 330)
      y += capHeight('serifBlack', size)
      svg += line(text, 72, y, { face: 'serifBlack', size, fill: shades[index % shades.length] ?? ink })
      y += Math.max(30, size * 0.17)
    }
    if (cover.rest !== undefined) {
      const rest = paragraph(fitText(cover.rest, { width: 656, lines: 2, sizes: [44, 38, 34] }, { face: 'italic' }), 72, y + 44, {
        face: 'italic',
        fill: ink,
      })
      svg += rest.svg
      y = rest.end
    }
  } else {
    const title = titled(cover, { x: 72, y: 96, width: 656, align: 'left' }, { face: 'serifBlack', fill: hue.ground }, large)
    svg = title.svg
    y = title.end
  }
  const radius = Math.min(240, (900 - y) / 2)
  return [
    block(whole, hue.pale),
    svg,
    radius > 60 ? flower(728 - radius, 930 - radius, radius, mix(hue.pale, hue.accent, 0.75), random.pick([8, 10, 12, 16])) : '',
    block({ x: 72, y: 1000, width: 96, height: 12 }, hue.accent),
    authored(cover.author, { x: 72, y: 1066, width: 656, align: 'left' }, { face: 'sansBold', fill: ink }, [38, 34, 30, 26]).svg,
    series(cover.branch, 728, 1012, hue.ground, 'right'),
  ].join('')
}

const arcs: Layout = (cover) => {
  const { hue, random } = cover
  const right = random.chance(0.5)
  const shades = [mix(hue.ground, hue.on, 0.14), hue.ground, hue.accent, hue.ground, mix(hue.ground, hue.on, 0.3), hue.dark, hue.accent]
  const turned = random.whole(0, shades.length - 1)
  const title = titled(cover, { x: 72, y: 136, width: 656, align: 'left' }, { face: 'sansBold', fill: hue.on }, medium)
  return [
    block(whole, hue.ground),
    rings(right ? 800 : 0, 1200, [560, 486, 420, 350, 262, 180, 92], [...shades.slice(turned), ...shades.slice(0, turned)]),
    series(cover.branch, 72, 96, hue.on),
    title.svg,
    authored(cover.author, { x: 72, y: title.end + 84, width: 656, align: 'left' }, { face: 'sans', fill: hue.on }, [32, 29, 26]).svg,
  ].join('')
}

const quilted: Layout = (cover) =>
  [
    block(whole, paper),
    quilt({ x: 0, y: 600, width: 800, height: 600 }, cover.random.pick([100, 200, 200]), cover.hue, cover.random),
    series(cover.branch, 72, 96, cover.hue.ground),
    titled(cover, { x: 72, y: 136, width: 656, align: 'left' }, { face: 'serifBold', fill: ink }, [84, 76, 68, 60, 54, 48, 42], 4).svg,
    line(cover.author, 72, 558, { face: 'sans', size: narrowed(cover.author, 'sans', 30, 656), fill: ink }),
  ].join('')

const initial: Layout = (cover) => {
  const { hue, random } = cover
  const letter = /[A-Za-z0-9]/.exec(cover.main.replace(/^(?:The|A|An) /, ''))?.[0] ?? 'D'
  const title = titled(cover, { x: 72, y: 0, width: 656, align: 'left' }, { face: 'serifBold', fill: hue.on }, medium, 4)
  return [
    block(whole, hue.ground),
    line(letter.toUpperCase(), random.pick([300, 400, 500]), 870, {
      face: 'serifBlack',
      size: 1000,
      fill: mix(hue.ground, hue.accent, 0.32),
      align: 'centre',
    }),
    block({ x: 0, y: 1010 - title.end - 70, width: 800, height: 1200 }, hue.ground),
    `<g transform="translate(0 ${1000 - title.end})">${title.svg}</g>`,
    rule(72, 1042, 656, hue.accent, 4),
    authored(cover.author, { x: 72, y: 1096, width: 656, align: 'left' }, { face: 'sans', fill: hue.on }, [32, 28, 25]).svg,
    series(cover.branch, 72, 96, hue.on),
  ].join('')
}

const landscape: Layout = (cover) =>
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
    authored(cover.author, { x: 400, y: 1096, width: 640, align: 'centre' }, { face: 'italic', fill: paper }, [42, 37, 32, 28]).svg,
  ].join('')

const plotted: Layout = (cover) => {
  const { hue, random } = cover
  return [
    block(whole, hue.dark),
    curves({ x: -20, y: 540, width: 840, height: 470 }, hue.accent === '#2A2A3C' ? hue.ground : hue.accent, random),
    rule(72, 84, 656, paper, 3),
    titled(cover, { x: 72, y: 124, width: 656, align: 'left' }, { face: 'sansBold', fill: paper }, [80, 72, 66, 60, 54, 48, 42], 4).svg,
    authored(cover.author, { x: 72, y: 1104, width: 656, align: 'left' }, { face: 'sans', fill: paper }, [32, 28, 25]).svg,
    series(cover.branch, 72, 1048, hue.soft),
  ].join('')
}

const bordered: Layout = (cover) => {
  const { hue, random } = cover
  return [
    block(whole, mix(hue.pale, paper, 0.4)),
    border(0, 150, hue, random),
    titled(cover, { x: 728, y: 120, width: 480, align: 'right' }, { face: 'serifBold', fill: hue.dark }, [96, 86, 78, 70, 62, 54, 48], 6)
      .svg,
    flower(700, 960, 28, hue.ground, 8),
    authored(cover.author, { x: 728, y: 1052, width: 480, align: 'right' }, { face: 'italic', fill: ink }, [40, 36, 32, 28]).svg,
  ].join('')
}

const dotted: Layout = (cover) => {
  const { hue, random } = cover
  const low = random.chance(0.5)
  const title = titled(cover, { x: 120, y: 0, width: 560, align: 'left' }, { face: 'sansBold', fill: ink }, [96, 86, 78, 70, 62, 54, 46], 5)
  const author = authored(cover.author, { x: 120, y: title.end + 92, width: 560, align: 'left' }, { face: 'sans', fill: ink }, [32, 29, 26])
  const height = author.end + 120
  const top = low ? 1110 - height : 90
  return [
    block(whole, hue.ground),
    dots({ x: 0, y: 0, width: 800, height: 1200 }, { x: random.whole(100, 700), y: low ? 200 : 1000 }, hue.accent),
    block({ x: 80, y: top + 14, width: 654, height }, hue.dark),
    block({ x: 66, y: top, width: 654, height }, paper),
    `<g transform="translate(0 ${top + 64})">${title.svg}${author.svg}</g>`,
  ].join('')
}

const technical = [arcs, plotted, quilted, bands, initial]
const studious = [bands, arcs, quilted, plate, initial]
const literary = [plate, stack, landscape, bordered, initial, bands]
const playful = [dotted, stack, landscape, quilted]

const layouts: Record<string, readonly Layout[]> = {
  Medical: studious,
  Law: studious,
  Commerce: studious,
  Management: studious,
  'School (Class 1-10)': studious,
  'Class 11-12': studious,
  'Competitive Exams': studious,
  Children: playful,
  Comics: playful,
}
const technicalBranches = ['Computer Science', 'Mechanical', 'Civil', 'Electrical', 'Electronics', 'Chemical', 'Science', 'Mathematics']

/** A book's front cover: 800 x 1200 units of SVG, the same for the same book. */
export function coverOf({ title, author, branch }: Printed): string {
  const random = seeded(`cover ${title} ${author}`)
  const layout = random.pick(layouts[branch] ?? (technicalBranches.includes(branch) ? technical : literary))
  return layout({ ...divide(title), author: byline(author), branch, hue: hueOf(branch), random })
}
